// The data: each series as a small plot with its missing cells, and what the checks found.
import {area, line} from 'd3-shape';
import type {PageData} from './data';
import {cardGrid} from './card_grid';
import {button, el, section, svg} from './dom';
import {num, percent, plural} from './format';
import {nameElement, short} from './names';
import type {App} from './state';

const WIDTH = 260;
const HEIGHT = 56;
const MISSING_HEIGHT = 5;
const AT_FIRST = 60;
const STEPS = 999;

// Low and high of each bucket; a line where both are the same, else a band.
export function seriesPlot(data: PageData, variable: number): HTMLElement {
  const pictures = data.series!;
  const series = pictures.variables[variable]!;
  const high = series.high ?? series.low;
  const x = (bucket: number) => ((bucket + 0.5) / pictures.buckets) * WIDTH;
  const y = (step: number) => 2 + (HEIGHT - 4) * (1 - step / STEPS);
  const seen = (_: number, i: number) => series.low[i]! >= 0;
  const path = series.high
    ? area<number>(
        (_, i) => x(i),
        (low) => y(low) + 0.4,
        (_, i) => y(high[i]!) - 0.4,
      ).defined(seen)(series.low)
    : line<number>(
        (_, i) => x(i),
        (low) => y(low),
      ).defined(seen)(series.low);
  const missing = series.missing ?? [];
  const gaps = missing.flatMap((cells, b) =>
    cells === 0
      ? []
      : [
          svg('rect', {
            class: 'gap',
            x: (b / pictures.buckets) * WIDTH,
            width: Math.max(1, WIDTH / pictures.buckets),
            y: HEIGHT,
            height: MISSING_HEIGHT,
          }),
        ],
  );
  const starts = pictures.starts
    .slice(1, 200)
    .map((row) =>
      svg('line', {
        class: 'start',
        x1: (row / pictures.rows) * WIDTH,
        x2: (row / pictures.rows) * WIDTH,
        y1: 0,
        y2: HEIGHT,
      }),
    );
  return el(
    'div',
    {class: 'series-plot'},
    svg(
      'svg',
      {
        class: 'series',
        viewBox: `0 0 ${WIDTH} ${HEIGHT + MISSING_HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `Series of ${short(data.names[variable]!)}, from ${num(series.least ?? NaN)} to ${num(series.largest ?? NaN)}`,
      },
      ...starts,
      path ? svg('path', {class: series.high ? 'range' : 'line unknown', d: path}) : null,
      ...gaps,
    ),
  );
}

function card({data, state}: App, variable: number): HTMLElement {
  const series = data.series!.variables[variable]!;
  const missing = (series.missing ?? []).reduce((sum, cells) => sum + cells, 0);
  const facts = `mean ${num(series.mean ?? NaN)}, sd ${num(series.sd ?? NaN)}, ${num(series.least ?? NaN)} to ${num(series.largest ?? NaN)}`;
  return el(
    'figure',
    {class: 'series-card'},
    el(
      'figcaption',
      {},
      button(nameElement(data.names[variable]!, 30), () => state.set({selection: {variable}}), {class: 'link'}),
      data.isolated[variable] ? el('span', {class: 'badge'}, 'left out') : null,
      missing > 0 ? el('span', {class: 'badge'}, `${percent(missing / data.rows)} missing`) : null,
    ),
    seriesPlot(data, variable),
    el('div', {class: 'quiet small'}, facts),
  );
}

function checks(data: PageData): HTMLElement {
  if (data.checks.length === 0) return el('p', {class: 'good'}, 'The checks found nothing to complain about.');
  return el(
    'ul',
    {class: 'checks'},
    ...data.checks.map((check) => {
      const who = check.variables
        .slice(0, 6)
        .flatMap((name, i): (Node | string)[] => [i > 0 ? ', ' : '', nameElement(name, 24)]);
      if (check.variables.length > 6) who.push(` and ${check.variables.length - 6} more`);
      return el(
        'li',
        {},
        el('span', {class: 'badge'}, check.name),
        ' ',
        ...who,
        who.length > 0 ? ': ' : '',
        check.finding,
        '. ',
        el('span', {class: 'quiet'}, `What to do: ${check.remedy}.`),
      );
    }),
  );
}

export function dataView(app: App): HTMLElement {
  const {data} = app;
  const lead = `${plural(data.rows, 'row')} of ${plural(data.size, 'variable')}. Each plot shows the least and the largest value of short stretches, so that no peak is lost; red below it marks missing cells${data.trajectories > 1 ? ', thin lines where a trajectory starts' : ''}.`;
  if (!data.series)
    return section(
      'data',
      'Data',
      null,
      el('h3', {}, 'Checks'),
      checks(data),
      el('p', {class: 'quiet'}, 'This result holds no series to draw.'),
    );
  const all = data.names.map((_, i) => i);
  const grid = cardGrid(app, all, (variable) => card(app, variable), {atFirst: AT_FIRST, what: 'series'});
  return section('data', 'Data', lead, el('h3', {}, 'Checks'), checks(data), el('h3', {}, 'Series'), grid);
}

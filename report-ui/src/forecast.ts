// What comes next by the trained model: the last stretch of each series, and after it the mean and the intervals. And how
// good such forecasts were.
import {cardGrid} from './card_grid';
import {Chart, extent} from './chart';
import type {Backtest, Forecast, ForecastVariable} from './data';
import {button, el, responsive, section} from './dom';
import {count, num, percent, plural} from './format';
import {nameElement, short} from './names';
import {SortedTable, type Column} from './sorted_table';
import {matches, type App} from './state';

type Point = [number, number];

// A share of the futures, between two of the levels.
interface Interval {
  share: number;
  low: number; // places among the levels
  high: number;
}

// Widest first.
function intervals(levels: number[]): Interval[] {
  const order = levels.map((_, i) => i).sort((a, b) => levels[a]! - levels[b]!);
  const found: Interval[] = [];
  for (let i = 0; i < order.length - 1 - i; ++i) {
    const [low, high] = [order[i]!, order[order.length - 1 - i]!];
    found.push({share: levels[high]! - levels[low]!, low, high});
  }
  return found;
}

const lastOf = (values: (number | null)[]) => values[values.length - 1] ?? NaN;

// From the last row, where that is known, on.
function ahead(forecast: Forecast, variable: ForecastVariable, values: number[]): Point[] {
  const last = lastOf(variable.recent);
  const points = values.map((value, i): Point => [forecast.last_row + i + 1, value]);
  return Number.isFinite(last) ? [[forecast.last_row, last], ...points] : points;
}

function plot(forecast: Forecast, variable: ForecastVariable, label: string): HTMLElement {
  const box = el('div', {class: 'chart-box small-chart'});
  const bands = intervals(forecast.levels);
  const first = forecast.last_row - variable.recent.length + 1;
  const past = variable.recent.map((value, i): Point => [first + i, value ?? NaN]);
  const all = [...past.map((point) => point[1]), ...variable.mean, ...variable.quantiles.flat()];
  responsive(box, (width) => {
    const chart = new Chart({
      label,
      width,
      height: 170,
      x: {domain: [first, forecast.last_row + variable.mean.length], label: 'row'},
      y: {domain: extent(all), label: ''},
    });
    for (const {low, high} of bands) {
      const edge = (level: number) => ahead(forecast, variable, variable.quantiles[level]!);
      chart.band(edge(low), edge(high), 'next');
    }
    chart.vertical(forecast.last_row, 'dashed');
    chart.line(past, 'past');
    chart.line(ahead(forecast, variable, variable.mean), 'next');
    box.replaceChildren(chart.root);
  });
  return box;
}

// "1.2 (0.9 to 1.5)"
function valueAt(variable: ForecastVariable, step: number, widest: Interval | undefined): string {
  const mean = num(variable.mean[step]!);
  if (!widest) return mean;
  return `${mean} (${num(variable.quantiles[widest.low]![step]!)} to ${num(variable.quantiles[widest.high]![step]!)})`;
}

function card({data, state}: App, forecast: Forecast, variable: ForecastVariable): HTMLElement {
  const widest = intervals(forecast.levels)[0];
  const steps = variable.mean.length;
  const later = steps > 1 ? `; in ${steps} steps ${valueAt(variable, steps - 1, widest)}` : '';
  const facts = `Next ${valueAt(variable, 0, widest)}${later}`;
  const name = data.names[variable.place]!;
  return el(
    'figure',
    {class: 'series-card'},
    el(
      'figcaption',
      {},
      button(nameElement(name, 30), () => state.set({selection: {variable: variable.place}}), {class: 'link'}),
    ),
    plot(forecast, variable, `Forecast of ${short(name)}. ${facts}`),
    el('div', {class: 'quiet small'}, facts),
  );
}

function forecastCards(app: App, forecast: Forecast): HTMLElement {
  const variables = new Map(forecast.variables.map((variable) => [variable.place, variable]));
  const steps = forecast.variables[0]?.mean.length ?? 0;
  const shares = intervals(forecast.levels).map(({share}) => percent(share));
  const bands = shares.length > 0 ? `; the bands hold ${shares.reverse().join(' and ')} of what may come` : '';
  const paths = forecast.paths > 0 ? ` Steps after the first come from ${count(forecast.paths)} sampled futures.` : '';
  return el(
    'div',
    {},
    el(
      'p',
      {class: 'lead'},
      `The next ${plural(steps, 'step')} after row ${count(forecast.last_row)}, by ${plural(forecast.members, 'network')}. Blue is what was, orange the mean of what comes${bands}.${paths}`,
    ),
    ...forecast.warnings.map((warning) => el('p', {class: 'warning'}, warning)),
    cardGrid(app, [...variables.keys()], (place) => card(app, forecast, variables.get(place)!), {
      atFirst: 24,
      what: 'forecasts',
    }),
  );
}

const FIGURES: [title: string, hint: string][] = [
  ['MSE', 'mean squared error of the mean'],
  ['MAE', 'mean absolute error of the mean'],
  ['MASE', 'MAE over that of the last value; below 1 is better than that'],
  ['CRPS', 'of the whole distribution: as the MAE, but a spread that fits is rewarded'],
  ['Coverage', 'share of the values inside the interval'],
];

interface Graded {
  place: number; // -1: the mean over all
  forecaster: string;
  score: (number | null)[];
}

function gradesTable({data, state}: App, label: string, rows: Graded[]): SortedTable<Graded> {
  const named: Column<Graded> = {
    title: 'Forecaster',
    hint: 'what forecast it',
    value: (row) => row.forecaster,
    cell: (row) => row.forecaster,
  };
  const variable: Column<Graded> = {
    title: 'Variable',
    hint: 'what was forecast',
    value: (row) => data.names[row.place]!,
    cell: (row) =>
      button(nameElement(data.names[row.place]!, 28), () => state.set({selection: {variable: row.place}}), {
        class: 'link',
      }),
  };
  const figures = FIGURES.map(([title, hint], i): Column<Graded> => ({
    title,
    hint,
    value: (row) => row.score[i] ?? NaN,
    cell: (row) => (title === 'Coverage' && row.score[i] !== null ? percent(row.score[i]!) : num(row.score[i] ?? NaN)),
    rising: true,
  }));
  const each = rows.some((row) => row.place >= 0);
  const table = new SortedTable<Graded>({
    label,
    columns: each ? [variable, named, ...figures] : [named, ...figures],
    atOnce: 60,
  });
  table.show(rows);
  return table;
}

function backtestTables(app: App, backtest: Backtest): HTMLElement {
  const {data, state} = app;
  const means = backtest.forecasters.map(({name, mean}) => ({place: -1, forecaster: name, score: mean}));
  const each = backtest.places.flatMap((place, v) =>
    backtest.forecasters.map(({name, rows}) => ({place, forecaster: name, score: rows[v]!})),
  );
  const table = gradesTable(app, 'Table of backtest by variable', each);
  state.on(['search'], () => {
    const search = state.now.search.trim();
    const chosen = new Set(matches(data, search));
    table.show(search ? each.filter((row) => chosen.has(row.place)) : each);
  });
  const series = backtest.series === 'levels' ? '' : ` They are of the ${backtest.series} series.`;
  return el(
    'div',
    {id: 'backtest'},
    el('h3', {}, 'Backtest'),
    el(
      'p',
      {class: 'lead'},
      `One step ahead over the last ${plural(backtest.test_rows, 'row')}; coverage is that of the ${percent(backtest.interval)} interval. var and naive, the last value, learned from the ${count(backtest.train_rows)} before; the model is taken as it was trained, which flatters it where it was trained on these rows.${series}`,
    ),
    el('h4', {}, 'Mean over the variables, each in units of its standard deviation'),
    gradesTable(app, 'Table of backtest means', means).element,
    el('h4', {}, 'Each variable, in its own units'),
    table.element,
  );
}

export function forecast(app: App): HTMLElement | null {
  const {forecast, backtest} = app.data;
  if (!forecast && !backtest) return null;
  return section(
    'forecast',
    'Forecast',
    null,
    forecast ? forecastCards(app, forecast) : null,
    backtest ? backtestTables(app, backtest) : null,
  );
}

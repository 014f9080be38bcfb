// How the scores are spread, the two groups they fall into, and where the threshold lies.
import {Chart} from './chart';
import {el, oncePerFrame, responsive, section} from './dom';
import {count, num} from './format';
import type {App} from './state';

const BINS = 60;
const LOG_FROM = 60; // a bin of so many pairs would press the others flat

function bins({data}: App): {low: number; width: number; counts: number[]} {
  const low = Math.min(0, data.edges[data.edges.length - 1]?.score ?? 0);
  const high = Math.max(low + 1e-9, data.edges[0]?.score ?? 1);
  const width = (high - low) / BINS;
  const counts = new Array<number>(BINS).fill(0);
  for (let cell = 0; cell < data.scores.length; ++cell) {
    const [target, source] = [Math.floor(cell / data.size), cell % data.size];
    if (target === source || data.isolated[target] || data.isolated[source]) continue;
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor((data.scores[cell]! - low) / width)));
    counts[bin] = counts[bin]! + 1;
  }
  return {low, width, counts};
}

export function histogram(app: App): HTMLElement {
  const {data, state} = app;
  const {low, width: bin, counts} = bins(app);
  const most = Math.max(...counts, 1);
  const logarithmic = most > LOG_FROM;
  const height = (pairs: number) => (logarithmic ? Math.log10(1 + pairs) : pairs);
  const ticks = logarithmic
    ? [0, 1, 10, 100, 1000, 10000, 100000].filter((tick) => tick <= most).map(height)
    : undefined;
  const box = el('div', {class: 'chart-box tall clickable'});
  let current: Chart | null = null;
  const draw = responsive(box, (width) => {
    const chart = new Chart({
      label: `Histogram of the scores of ${count(data.pairs)} pairs; the two groups part at ${num(data.split.threshold)}`,
      width,
      height: 260,
      x: {domain: [low, low + BINS * bin], label: 'score'},
      y: {
        domain: [0, height(most)],
        label: logarithmic ? 'pairs (log scale)' : 'pairs',
        ticks,
        text: logarithmic ? (y) => count(Math.round(10 ** y - 1)) : undefined,
      },
    });
    counts.forEach((pairs, b) => {
      const from = low + b * bin;
      const group = from + bin / 2 > data.split.threshold ? '' : 'below';
      if (pairs > 0)
        chart.bar(
          from,
          from + bin,
          height(pairs),
          group,
          `${count(pairs)} pairs with scores ${num(from)} to ${num(from + bin)}`,
        );
    });
    chart.vertical(data.split.low_centre, 'dashed');
    chart.vertical(data.split.high_centre, 'dashed');
    chart.vertical(data.split.threshold, 'split');
    chart.vertical(state.now.threshold, 'now', `shown from ${num(state.now.threshold)}`);
    box.replaceChildren(chart.root);
    current = chart;
  });
  box.addEventListener('click', (event) => {
    if (!current) return;
    const x = event.clientX - current.root.getBoundingClientRect().left;
    state.set({threshold: Math.max(low, Math.min(low + BINS * bin, current.x.invert(x)))});
  });
  state.on(['threshold'], oncePerFrame(draw));
  const groups = data.split.two_humped
    ? `They fall into two clear groups, around ${num(data.split.low_centre)} and ${num(data.split.high_centre)} (dashed), which part at ${num(data.split.threshold)}.`
    : `They do not fall into two clear groups: read the ranking, not the split at ${num(data.split.threshold)}.`;
  return section(
    'histogram',
    'Scores',
    `The scores of all ${count(data.pairs)} pairs. ${groups} Click to show edges from there on.`,
    box,
  );
}

// How well the scores tell true edges from the others: ROC and precision-recall curves with the metrics.
import {Chart} from './chart';
import type {Decision, Metrics, PageData} from './data';
import {el, oncePerFrame, responsive} from './dom';
import {num} from './format';
import type {App} from './state';

const MOST_POINTS = 2000;
const LEVELS = 65536;
type Point = [number, number];
interface Curves {
  roc: Point[];
  pr: Point[];
  edges: number;
  others: number;
}

// Off-diagonal pairs, strongest first; equal scores are decided together. Counted by level, which is quicker than sorting.
function computeCurves({levels, truth, size}: PageData): Curves {
  const counts = [new Uint32Array(LEVELS), new Uint32Array(LEVELS)] as const; // of no edges, of edges
  const totals: [number, number] = [0, 0];
  levels.forEach((level, cell) => {
    if (cell % (size + 1) === 0) return;
    const kind = truth![cell]! as 0 | 1;
    ++counts[kind][level];
    ++totals[kind];
  });
  const [others, edges] = totals;
  const roc: Point[] = [[0, 0]];
  const pr: Point[] = [];
  let wrong = 0;
  let right = 0;
  for (let level = LEVELS - 1; level >= 0; --level) {
    if (counts[0][level]! + counts[1][level]! === 0) continue;
    wrong += counts[0][level]!;
    right += counts[1][level]!;
    roc.push([wrong / Math.max(1, others), right / Math.max(1, edges)]);
    pr.push([right / Math.max(1, edges), right / (wrong + right)]);
  }
  if (pr.length > 0) pr.unshift([0, pr[0]![1]]);
  return {roc: thinned(roc), pr: thinned(pr), edges, others};
}

// Without the points that lie on straight steps; of what is still too much every so many, and both ends.
function thinned(points: Point[]): Point[] {
  const corners = points.filter((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    return !before || !after || ![0, 1].some((axis) => before[axis] === point[axis] && after[axis] === point[axis]);
  });
  const every = Math.ceil(corners.length / MOST_POINTS);
  return corners.filter((_, i) => i % every === 0 || i === corners.length - 1);
}

function metricsTable(metrics: Metrics): HTMLElement {
  const value = (number: number | null) => (number === null ? '–' : num(number));
  const row = (label: string, decision: Decision) =>
    el(
      'tr',
      {},
      el('th', {scope: 'row'}, label),
      ...[decision.threshold, decision.f1, decision.precision, decision.recall, decision.shd].map((number) =>
        el('td', {}, value(number)),
      ),
    );
  const head = ['Edges decided at', 'Threshold', 'F1', 'Precision', 'Recall', 'SHD'].map((title) =>
    el('th', {scope: 'col'}, title),
  );
  return el(
    'div',
    {},
    el(
      'p',
      {},
      `AUROC ${value(metrics.auroc)}, AUPRC ${value(metrics.auprc)}, average precision ${value(metrics.average_precision)}; ${metrics.edges} true edges among ${metrics.pairs} pairs, self edges not counted.`,
    ),
    el(
      'div',
      {class: 'table-box', tabindex: 0, role: 'region', 'aria-label': 'Metrics'},
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, ...head)),
        el(
          'tbody',
          {},
          row('the true edge count', metrics.at_true_density),
          row('a fixed threshold', metrics.at_fixed),
          row('the unsupervised threshold', metrics.at_split),
        ),
      ),
    ),
  );
}

export function curves(app: App): HTMLElement {
  const {data, state} = app;
  let computed: Curves | null = null;
  const known = () => (computed ??= computeCurves(data)); // not before the page is there
  const boxes = [el('div', {class: 'chart-box tall'}), el('div', {class: 'chart-box tall'})] as const;
  const shownPoint = () => {
    const right = state.now.visible.filter((edge) => data.truth![edge.target * data.size + edge.source]).length;
    const shown = state.now.visible.length;
    const found = known();
    return {
      rate: (shown - right) / Math.max(1, found.others),
      recall: right / Math.max(1, found.edges),
      precision: shown > 0 ? right / shown : 1,
    };
  };
  const drawRoc = responsive(boxes[0], (width) => {
    const chart = new Chart({
      label: `ROC curve, area ${num(data.metrics!.off_diagonal.auroc ?? NaN)}`,
      width,
      height: 260,
      x: {domain: [0, 1], label: 'false positive rate'},
      y: {domain: [0, 1], label: 'true positive rate'},
    });
    chart.line(
      [
        [0, 0],
        [1, 1],
      ],
      'faint dashed',
    );
    chart.line(known().roc, '');
    const at = shownPoint();
    chart.dot(at.rate, at.recall, '', `the edges shown: recall ${num(at.recall)}, false positive rate ${num(at.rate)}`);
    boxes[0].replaceChildren(chart.root);
  });
  const drawPr = responsive(boxes[1], (width) => {
    const chart = new Chart({
      label: `Precision-recall curve, area ${num(data.metrics!.off_diagonal.auprc ?? NaN)}`,
      width,
      height: 260,
      x: {domain: [0, 1], label: 'recall'},
      y: {domain: [0, 1], label: 'precision'},
    });
    chart.line(known().pr, '');
    const at = shownPoint();
    chart.dot(at.recall, at.precision, '', `the edges shown: recall ${num(at.recall)}, precision ${num(at.precision)}`);
    boxes[1].replaceChildren(chart.root);
  });
  state.on(
    ['visible'],
    oncePerFrame(() => {
      drawRoc();
      drawPr();
    }),
  );
  return el(
    'div',
    {},
    el(
      'div',
      {class: 'charts'},
      el('figure', {}, el('figcaption', {}, 'ROC'), boxes[0]),
      el('figure', {}, el('figcaption', {}, 'Precision and recall'), boxes[1]),
    ),
    el('p', {class: 'quiet small'}, 'The dot is the set of edges shown now.'),
    metricsTable(data.metrics!.off_diagonal),
  );
}

// All scores as colours, the edges that are shown in colour and the rest in grey; beside it the true graph, when it is known.
import {curves} from './curves';
import type {PageData} from './data';
import {el, oncePerFrame, section, select} from './dom';
import {num, plural} from './format';
import {Matrix, mix, rgb, type Rgb} from './matrix';
import {ordered, type Order} from './order';
import type {App} from './state';
import {colour} from './theme';

const MOST_CLUSTERED = 800; // variables; it takes their number cubed

function visibleCells({data, state}: App): Uint8Array {
  const cells = new Uint8Array(data.size * data.size);
  for (const edge of state.now.visible) cells[edge.target * data.size + edge.source] = 1;
  return cells;
}

// Shares of the way from the least to the largest score of a pair.
function shares(data: PageData): (cell: number) => number {
  const low = Math.min(0, ...data.edges.slice(-1).map((edge) => edge.score));
  const high = Math.max(low + 1e-12, data.edges[0]?.score ?? 1);
  return (cell) => Math.max(0, Math.min(1, (data.scores[cell]! - low) / (high - low)));
}

function scorePaint(app: App): () => (cell: number) => Rgb {
  const share = shares(app.data);
  return () => {
    const cells = visibleCells(app);
    const [on0, on1, off0, off1, self] = ['heat-0', 'heat-1', 'heat-off-0', 'heat-off-1', 'line'].map((name) =>
      rgb(colour(name)),
    ) as [Rgb, Rgb, Rgb, Rgb, Rgb];
    return (cell) => {
      if (cell % (app.data.size + 1) === 0) return self;
      return cells[cell] ? mix(on0, on1, 0.3 + 0.7 * share(cell)) : mix(off0, off1, share(cell));
    };
  };
}

function truthPaint(app: App): () => (cell: number) => Rgb {
  return () => {
    const cells = visibleCells(app);
    const [right, missed, wrong, none, self] = ['good', 'gap', 'variance', 'surface', 'line'].map((name) =>
      rgb(colour(name)),
    ) as [Rgb, Rgb, Rgb, Rgb, Rgb];
    return (cell) => {
      if (cell % (app.data.size + 1) === 0) return self;
      if (app.data.truth![cell]) return cells[cell] ? right : missed;
      return cells[cell] ? wrong : none;
    };
  };
}

function truthWords(data: PageData): (cell: number) => string {
  return (cell) => (data.truth ? (data.truth[cell] ? 'An edge of the true graph.' : 'Not in the true graph.') : '');
}

function colourKey(data: PageData): HTMLElement {
  const high = data.edges[0]?.score ?? 1;
  return el(
    'ul',
    {class: 'legend'},
    el('li', {}, el('i', {class: 'ramp on'}), `shown edges, score up to ${num(high)}`),
    el('li', {}, el('i', {class: 'ramp off'}), 'other pairs'),
    el('li', {}, 'row: target, column: source'),
  );
}

function truthKey(): HTMLElement {
  const keys: [string, string][] = [
    ['right', 'true and shown'],
    ['missed', 'true, not shown'],
    ['wrong', 'shown, not true'],
  ];
  return el(
    'ul',
    {class: 'legend'},
    ...keys.map(([kind, text]) => el('li', {}, el('i', {class: `cell ${kind}`}), text)),
  );
}

export function heatMap(app: App): HTMLElement {
  const {data, state} = app;
  const scores = new Matrix(app, scorePaint(app), truthWords(data));
  const truth = data.truth ? new Matrix(app, truthPaint(app), truthWords(data)) : null;
  const note = el('p', {class: 'quiet', id: 'heat-note'});
  const tell = () => {
    const shown = visibleCells(app).reduce((sum, cell) => sum + cell, 0);
    note.textContent = `${plural(shown, 'edge')} in colour.`;
    note.dataset['edges'] = String(shown);
    scores.name(`Heat map of the scores of ${data.size} by ${data.size} pairs, ${plural(shown, 'edge')} in colour.`);
    truth?.name('The true graph beside what is shown.');
  };
  state.on(['visible'], oncePerFrame(tell));
  tell();
  const orders: [string, string][] = [
    ['file', 'as in the data'],
    ['name', 'by name'],
  ];
  if (data.size <= MOST_CLUSTERED) orders.push(['cluster', 'likes together']);
  const controls = el(
    'div',
    {class: 'controls'},
    select('Order', orders, 'file', (value) => {
      const order = ordered(data, value as Order);
      scores.arrange(order);
      truth?.arrange(order);
    }),
  );
  const figures = [el('figure', {}, el('figcaption', {}, 'Scores'), scores.element(), colourKey(data))];
  if (truth) figures.push(el('figure', {}, el('figcaption', {}, 'The true graph'), truth.element(), truthKey()));
  return section(
    'heat-map',
    data.truth ? 'Heat map and truth' : 'Heat map',
    'Every pair at a glance. The controls above decide which are in colour.',
    controls,
    note,
    el('div', {class: 'charts'}, ...figures),
    data.truth ? curves(app) : null,
  );
}

// What is selected: an edge with all it carries, or a variable with its causes and effects.
import {Chart, extent} from './chart';
import type {Edge, PageData} from './data';
import {button, el, responsive, svg} from './dom';
import {num, percent} from './format';
import {nameElement, short} from './names';
import {seriesPlot} from './series';
import type {App} from './state';
import {arrow, figures, KIND_WORDS, picked, SIGN_WORDS, statement} from './words';

const MOST_LISTED = 30;

function row(term: string, ...value: (Node | string)[]): HTMLElement[] {
  return [el('dt', {}, term), el('dd', {}, ...value)];
}

function lagChart(edge: Edge, data: PageData): HTMLElement {
  const profile = data.lagProfile(edge);
  const box = el('div', {class: 'chart-box'});
  if (!profile)
    return el('p', {class: 'quiet'}, 'The lag profile of this pair is not part of this page; result.json may have it.');
  responsive(box, (width) => {
    const [low, high] = extent([0, ...profile]);
    const chart = new Chart({
      label: `Effect at each lag: ${profile.map((value, i) => `lag ${i + 1}: ${num(value)}`).join(', ')}`,
      width,
      height: 150,
      x: {
        domain: [0.5, profile.length + 0.5],
        label: 'lag (steps)',
        ticks: profile.length <= 12 ? profile.map((_, i) => i + 1) : undefined,
      },
      y: {domain: [low, high], label: 'effect (sd)'},
    });
    profile.forEach((value, i) => chart.bar(i + 0.6, i + 1.4, value, edge.kind, `lag ${i + 1}: ${num(value)}`));
    chart.horizontal(0, 'zero');
    box.replaceChildren(chart.root);
  });
  return box;
}

// Directed information as a dot with its interval, on the scale of the strongest.
function intervalPicture(edge: Edge, data: PageData): Element | string {
  if (!Number.isFinite(edge.nats)) return 'not measured by this method';
  const high = Math.max(
    ...data.edges.slice(0, 500).map((other) => (Number.isFinite(other.natsHigh) ? other.natsHigh : other.nats || 0)),
    edge.natsHigh || 0,
    1e-9,
  );
  const low = Math.min(0, Number.isFinite(edge.natsLow) ? edge.natsLow : 0);
  const at = (value: number) => 6 + (188 * (value - low)) / (high - low);
  const picture = svg(
    'svg',
    {
      class: 'interval',
      width: 200,
      height: 22,
      viewBox: '0 0 200 22',
      role: 'img',
      'aria-label': `${num(edge.nats)} nats, interval ${num(edge.natsLow)} to ${num(edge.natsHigh)}`,
    },
    svg('line', {class: 'grid', x1: at(0), x2: at(0), y1: 2, y2: 20}),
    svg('line', {class: `line ${edge.kind}`, x1: at(edge.natsLow), x2: at(edge.natsHigh), y1: 11, y2: 11}),
    svg('circle', {class: `dot ${edge.kind}`, cx: at(edge.nats), cy: 11, r: 5}),
  );
  return el(
    'span',
    {},
    `${num(edge.nats)} nats`,
    Number.isFinite(edge.natsLow) ? ` (95 %: ${num(edge.natsLow)} to ${num(edge.natsHigh)})` : '',
    el('br'),
    picture,
  );
}

function votes(edge: Edge, data: PageData): HTMLElement | string {
  if (Number.isNaN(edge.stability)) return 'not measured by this method';
  const yes = Math.round(edge.stability * data.networks);
  const dots =
    data.networks > 0 && data.networks <= 40
      ? el(
          'span',
          {class: 'votes', 'aria-hidden': 'true'},
          '●'.repeat(yes),
          el('span', {class: 'no'}, '●'.repeat(data.networks - yes)),
        )
      : null;
  return el('span', {}, `${percent(edge.stability)}, ${picked(edge, data)} `, dots);
}

function edgeDetail(edge: Edge, {data, state}: App): HTMLElement {
  const toVariable = (variable: number) =>
    button(nameElement(data.names[variable]!), () => state.set({selection: {variable}}), {class: 'link'});
  const truth = data.truth?.[edge.target * data.size + edge.source];
  return el(
    'div',
    {},
    el('h3', {}, arrow(edge, data)),
    el('p', {}, statement(edge, data), '; ', figures(edge, data), '.'),
    el('h4', {}, 'Effect by lag'),
    lagChart(edge, data),
    edge.sign === 'mixed'
      ? el(
          'p',
          {class: 'quiet small'},
          'Averages: an effect that changes its sign cancels here. The lag below is that of its largest size.',
        )
      : null,
    el(
      'dl',
      {},
      ...row('From, to', toVariable(edge.source), ' → ', toVariable(edge.target)),
      ...row('In the graph', edge.found ? 'yes' : 'no'),
      ...(truth === undefined ? [] : row('In the true graph', truth ? 'yes' : 'no')),
      ...row('Score', `${num(edge.score, 4)} (rank ${edge.rank + 1})`),
      ...row('Directed information', intervalPicture(edge, data)),
      ...row('p, q', Number.isNaN(edge.p) ? 'not tested' : `${num(edge.p, 2)}, ${num(edge.q, 2)}`),
      ...row('Stability', votes(edge, data)),
      ...row('Lag', edge.lag > 0 ? `${edge.lag}` : 'not told'),
      ...row('Sign', SIGN_WORDS[edge.sign]),
      ...row(
        'Acts on',
        KIND_WORDS[edge.kind] + (Number.isFinite(edge.kindConfidence) ? `, ${percent(edge.kindConfidence)} sure` : ''),
      ),
    ),
  );
}

function neighbours(title: string, edges: Edge[], end: 'source' | 'target', {data, state}: App): HTMLElement {
  const items = edges.slice(0, MOST_LISTED).map((edge) =>
    el(
      'li',
      {},
      button(nameElement(data.names[edge[end]]!), () => state.set({selection: {variable: edge[end]}}), {class: 'link'}),
      ' ',
      button(figures(edge, data), () => state.set({selection: {edge}}), {
        class: 'link quiet',
        'aria-label': `details of the edge ${short(data.names[edge.source]!)} to ${short(data.names[edge.target]!)}`,
      }),
    ),
  );
  const more =
    edges.length > MOST_LISTED ? el('li', {class: 'quiet'}, `and ${edges.length - MOST_LISTED} weaker ones`) : null;
  return el(
    'div',
    {},
    el('h4', {}, `${title} (${edges.length})`),
    edges.length > 0
      ? el('ul', {class: 'neighbours'}, ...items, more)
      : el('p', {class: 'quiet'}, 'none among the edges shown'),
  );
}

function variableDetail(variable: number, app: App): HTMLElement {
  const {data, state} = app;
  const near = el('input', {type: 'checkbox', checked: state.now.neighbourhood, id: 'neighbourhood'});
  near.addEventListener('change', () => state.set({neighbourhood: near.checked}));
  const series = data.series?.variables[variable];
  return el(
    'div',
    {},
    el('h3', {}, nameElement(data.names[variable]!, 120)),
    data.isolated[variable] ? el('p', {class: 'quiet'}, 'Left out of the fit: constant, or never observed.') : null,
    el('label', {class: 'check'}, near, ' Show only its neighbourhood in the graph'),
    neighbours(
      'Causes',
      state.now.visible.filter((edge) => edge.target === variable),
      'source',
      app,
    ),
    neighbours(
      'Effects',
      state.now.visible.filter((edge) => edge.source === variable),
      'target',
      app,
    ),
    series ? el('h4', {}, 'Its series') : null,
    series ? seriesPlot(data, variable) : null,
  );
}

function nothing(): HTMLElement {
  return el(
    'div',
    {class: 'quiet'},
    el('h3', {}, 'Nothing selected'),
    el(
      'p',
      {},
      'Click a node for its causes and effects, or an edge for its lag profile, sign, stability and directed information. The search and the table do the same from the keyboard.',
    ),
  );
}

export function detail(app: App): HTMLElement {
  const {state} = app;
  const panel = el('aside', {class: 'detail', id: 'detail', 'aria-label': 'What is selected', 'aria-live': 'polite'});
  const show = () => {
    const {selectedEdge: edge, selectedVariable: variable} = state;
    panel.replaceChildren(edge ? edgeDetail(edge, app) : variable !== null ? variableDetail(variable, app) : nothing());
  };
  state.on(['selection', 'visible'], show);
  state.on(['neighbourhood'], () => {
    const near = panel.querySelector<HTMLInputElement>('#neighbourhood');
    if (near) near.checked = state.now.neighbourhood;
  });
  show();
  return panel;
}

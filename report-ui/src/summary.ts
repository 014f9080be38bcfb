// The first thing read: what the data are, what was run and why, and the strongest findings as sentences.
import type {PageData} from './data';
import {button, el, section} from './dom';
import {count, duration, num, percent, plural} from './format';
import {nameElement} from './names';
import type {App} from './state';
import {agreement, figures, statement, strengthOf} from './words';

const FINDINGS = 3;

export function tile(value: string, label: string): HTMLElement {
  return el('div', {class: 'tile'}, el('b', {}, value), el('span', {}, label));
}

export function option(data: PageData, name: string): string {
  return (
    data.choices.find((choice) => choice[0] === name)?.[1] ?? data.options.find((entry) => entry[0] === name)?.[1] ?? ''
  );
}

// What the data decided, with the reason.
export function choiceList(data: PageData): HTMLElement {
  return el(
    'ul',
    {class: 'checks'},
    ...data.choices.map(([name, value, reason]) => el('li', {}, el('b', {}, `${name} ${value}`), `: ${reason}`)),
  );
}

function dataSentence(data: PageData): HTMLElement {
  const cells = data.rows * data.size;
  return el(
    'p',
    {},
    nameElement(data.source || 'The data', 80),
    ` holds ${plural(data.rows, 'row')} of ${plural(data.size, 'variable')}`,
    data.trajectories > 1 ? ` in ${count(data.trajectories)} trajectories` : '',
    data.missing > 0
      ? `; ${plural(data.missing, 'cell')} (${percent(data.missing / cells)}) ${data.missing === 1 ? 'is' : 'are'} missing`
      : '; nothing is missing',
    data.left_out > 0 ? `; ${plural(data.left_out, 'cell')} left out by a mask` : '',
    data.time_column ? el('span', {}, '; ', nameElement(data.time_column), ' is the time') : '',
    '.',
  );
}

function runSentence(data: PageData): string {
  const lags = Number(option(data, 'lags')); // 0: the method looks at stretches of its own
  const parts = [`method ${data.method}`, ...(lags > 0 ? [plural(lags, 'lag')] : [])];
  if (data.method === 'm2c') {
    parts.push(`objective ${option(data, 'objective')}`, plural(data.members, 'member'));
    const judges = data.training.held_out.filter((run) => run.network.startsWith('judge')).length;
    if (judges > 0) parts.push(plural(judges, 'judge'));
    parts.push(`${count(data.steps)} training steps`);
  }
  return `It was fitted by ${parts.join(', ')}, in ${duration(data.seconds)}.`;
}

function reasons(data: PageData): HTMLElement | null {
  if (data.choices.length === 0) return null;
  return el('details', {}, el('summary', {}, 'Why these settings'), choiceList(data));
}

function findings({data, state}: App): HTMLElement {
  const found = data.edges.filter((edge) => edge.found);
  const pool = found.length > 0 ? found : data.edges;
  const strength = strengthOf(pool);
  const strongest = [...pool].sort((a, b) => strength(b) - strength(a)).slice(0, FINDINGS);
  const list = el(
    'ol',
    {class: 'findings'},
    ...strongest.map((edge) =>
      el(
        'li',
        {},
        button(statement(edge, data), () => state.set({selection: {edge}}), {class: 'link'}),
        el('span', {class: 'quiet'}, ` ${figures(edge, data)}`),
      ),
    ),
  );
  const lead =
    found.length > 0
      ? strongest.length > 1
        ? `The ${strongest.length === 3 ? 'three' : 'two'} strongest findings`
        : 'The one finding'
      : 'No pair passes the rule. The strongest pairs, not to be trusted';
  return el('div', {}, el('h3', {}, lead), list);
}

function remarks(data: PageData): HTMLElement | null {
  if (data.warnings.length === 0 && data.checks.length === 0) return null;
  const checks =
    data.checks.length > 0
      ? el(
          'p',
          {},
          el('a', {href: '#data'}, `${plural(data.checks.length, 'remark')} about the data`),
          ' could matter to what you conclude.',
        )
      : null;
  return el('div', {class: 'remarks'}, ...data.warnings.map((warning) => el('p', {class: 'warning'}, warning)), checks);
}

export function summary(app: App): HTMLElement {
  const {data} = app;
  const found = data.edges.filter((edge) => edge.found).length;
  const metrics = data.metrics?.off_diagonal;
  return section(
    'summary',
    'Summary',
    null,
    el(
      'div',
      {class: 'tiles'},
      tile(count(data.size), data.size === 1 ? 'variable' : 'variables'),
      tile(count(data.rows), 'rows'),
      tile(count(found), found === 1 ? 'edge in the graph' : 'edges in the graph'),
      tile(count(data.pairs), 'possible pairs'),
      ...(metrics?.auroc !== null && metrics !== undefined
        ? [tile(num(metrics.auroc!), 'AUROC against the truth')]
        : []),
    ),
    findings(app),
    dataSentence(data),
    el('p', {}, runSentence(data)),
    el('p', {}, `A pair is an edge of the graph when: ${data.rule || 'the program says so'}.`),
    data.comparison
      ? el('p', {}, el('a', {href: '#comparison'}, 'Other methods were run as well'), `: ${agreement(data.comparison)}`)
      : null,
    reasons(data),
    remarks(data),
  );
}

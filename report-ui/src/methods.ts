// How the result came about, and how to get it again.
import {copy} from './csv';
import type {PageData} from './data';
import {button, el, section} from './dom';
import {count, duration} from './format';
import {nameElement} from './names';
import {choiceList, option} from './summary';

const WORDS: [string, string][] = [
  [
    'Score',
    'what ranks the pairs. Of m2c it is the gate A that the network learned, between 0 and 1; where the network knows more than a linear model, times the information that passes it.',
  ],
  ['Nats', 'directed information: by how much forecasts of held-out data get worse when this edge is closed.'],
  ['q', 'the expected share of wrong edges among all that have no larger q (Benjamini and Hochberg).'],
  ['Stability', 'the share of the networks, of different seeds and parts of the data, that pick the edge.'],
  ['Acts on', 'the mean: it moves the forecast. The variance: it makes the target noisier or calmer.'],
  ['Lag', 'after how many rows the effect is largest.'],
];

function quoted(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

// As it was typed; else one that says the same.
function command(data: PageData): string {
  if (data.command) return data.command;
  const changed = data.options.filter(([, value, isDefault]) => !isDefault && value !== '');
  const flags = changed.map(([name, value]) => (value === 'true' ? `--${name}` : `--${name} ${quoted(value)}`));
  return ['mask2cause discover', quoted(data.source || 'DATA'), ...flags].join(' ');
}

function commandBox(data: PageData): HTMLElement {
  const text = command(data);
  const status = el('span', {class: 'quiet', role: 'status'});
  return el(
    'div',
    {},
    el('pre', {tabindex: 0, 'aria-label': 'The command'}, el('code', {}, text)),
    el(
      'div',
      {class: 'controls'},
      button(
        'Copy the command',
        () =>
          void copy(text).then((done) => {
            status.textContent = done ? 'copied' : 'the browser does not allow copying';
          }),
      ),
      status,
    ),
  );
}

function optionsTable(data: PageData): HTMLElement {
  const rows = data.options.map(([name, value, isDefault]) =>
    el(
      'tr',
      {class: isDefault ? '' : 'changed'},
      el('th', {scope: 'row'}, `--${name}`),
      el('td', {class: 'wrap'}, value === '' ? 'none' : value),
      el('td', {}, isDefault ? 'default' : 'set or chosen'),
    ),
  );
  return el(
    'details',
    {},
    el('summary', {}, `All ${data.options.length} options as used`),
    el(
      'div',
      {class: 'table-box', tabindex: 0, role: 'region', 'aria-label': 'Options'},
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, ...['Option', 'Value', 'From'].map((title) => el('th', {scope: 'col'}, title)))),
        el('tbody', {}, ...rows),
      ),
    ),
  );
}

function choices(data: PageData): HTMLElement | null {
  if (data.choices.length === 0) return null;
  return el('div', {}, el('h3', {}, 'Chosen from the data'), choiceList(data));
}

export function methods(data: PageData): HTMLElement {
  const facts: [string, Node | string][] = [
    ['Data', nameElement(data.source || 'not named', 120)],
    ['Fingerprint', el('code', {}, data.fingerprint || 'unknown')],
    ['Program', `mask2cause ${data.version}`],
    ['Method', data.method],
    ['Seed', option(data, 'seed')],
    ['Time', `${duration(data.seconds)}${data.steps > 0 ? `, ${count(data.steps)} steps` : ''}`],
    ['Rule', data.rule],
  ];
  return section(
    'methods',
    'Methods and reproducibility',
    'The same data, options and version give the same bytes, on one thread or many.',
    el('h3', {}, 'To repeat it'),
    commandBox(data),
    el('dl', {}, ...facts.flatMap(([term, value]) => [el('dt', {}, term), el('dd', {}, value)])),
    choices(data),
    el('h3', {}, 'Words'),
    el('dl', {}, ...WORDS.flatMap(([term, text]) => [el('dt', {}, term), el('dd', {}, text)])),
    optionsTable(data),
  );
}

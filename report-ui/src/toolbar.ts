// The controls that act on every view at once: which edges, from which score on, and the search for a variable.
import {button, el} from './dom';
import {num, percent, plural} from './format';
import {nameElement} from './names';
import {matches, type App, type Show} from './state';

const STEPS = 1000;
const MOST_MATCHES = 8;

function showChoice({data, state}: App): HTMLElement {
  const choices: [Show, string, string, boolean][] = [
    ['graph', 'Final graph', `The edges that pass the rule: ${data.rule}`, true],
    [
      'fdr',
      `q ≤ ${num(data.fdr)}`,
      `Every pair whose test passes when at most ${percent(data.fdr)} of them may be wrong`,
      data.tested,
    ],
    ['all', 'All pairs', 'Every pair, found or not', true],
  ];
  return el(
    'fieldset',
    {class: 'segments'},
    el('legend', {}, 'Show'),
    ...choices.map(([value, label, title, possible]) => {
      const input = el('input', {
        type: 'radio',
        name: 'show',
        value,
        checked: state.now.show === value,
        disabled: !possible,
      });
      input.addEventListener('change', () => state.set({show: value}));
      return el('label', {title: possible ? title : 'This method gives no q-values'}, input, el('span', {}, label));
    }),
  );
}

function thresholdSlider({data, state}: App): HTMLElement {
  const scores = data.edges.map((edge) => edge.score);
  const low = Math.min(0, scores[scores.length - 1] ?? 0);
  const high = Math.max(low, scores[0] ?? 0);
  const input = el('input', {type: 'range', id: 'threshold', min: 0, max: STEPS, value: 0});
  const output = el('output', {for: 'threshold', class: 'figure'});
  const show = () => {
    const {threshold} = state.now;
    const position = high > low ? Math.round(((threshold - low) / (high - low)) * STEPS) : 0;
    if (Number(input.value) !== position) input.value = String(position);
    output.textContent = num(threshold);
    input.setAttribute('aria-valuetext', `score ${num(threshold)}`);
  };
  input.addEventListener('input', () => {
    const position = Number(input.value);
    state.set({threshold: position === STEPS ? high : low + ((high - low) * position) / STEPS});
  });
  state.on(['threshold'], show);
  show();
  return el('label', {class: 'field slider', for: 'threshold'}, el('span', {}, 'Score at least'), input, output);
}

function searchBox({data, state}: App): HTMLElement {
  const input = el('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-controls': 'search-matches',
    'aria-label': 'Find a variable',
  });
  const list = el('ul', {id: 'search-matches', class: 'matches', hidden: true});
  const choose = (variable: number) => {
    list.hidden = true;
    state.set({selection: {variable}});
  };
  const show = () => {
    const found = matches(data, input.value);
    list.replaceChildren(
      ...found.slice(0, MOST_MATCHES).map((variable) =>
        el(
          'li',
          {},
          button(nameElement(data.names[variable]!), () => choose(variable)),
        ),
      ),
    );
    if (found.length > MOST_MATCHES) list.append(el('li', {class: 'more'}, `and ${found.length - MOST_MATCHES} more`));
    if (input.value.trim() !== '' && found.length === 0) list.append(el('li', {class: 'more'}, 'no such variable'));
    list.hidden = input.value.trim() === '';
    state.set({search: input.value});
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const first = matches(data, input.value)[0];
    if (event.key === 'Enter' && first !== undefined) choose(first);
    if (event.key === 'Escape') {
      input.value = '';
      show();
    }
    if (event.key === 'ArrowDown') list.querySelector('button')?.focus();
  });
  const box = el('div', {class: 'search'}, input, list);
  box.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) list.hidden = true;
  });
  return box;
}

export function toolbar(app: App): HTMLElement {
  const {data, state} = app;
  const shown = el('output', {class: 'edge-count', id: 'edge-count', 'aria-live': 'polite'});
  const tell = () =>
    shown.replaceChildren(`${plural(state.now.visible.length, 'edge')} of ${plural(data.pairs, 'pair')}`);
  state.on(['visible'], tell);
  tell();
  return el(
    'div',
    {class: 'toolbar', role: 'group', 'aria-label': 'Which edges to show'},
    showChoice(app),
    thresholdSlider(app),
    searchBox(app),
    shown,
  );
}

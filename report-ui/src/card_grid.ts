// One card for each variable, of many a part at first; the search above chooses among them.
import {button, el} from './dom';
import {count} from './format';
import {matches, type App} from './state';

interface Options {
  atFirst: number;
  what: string; // the cards, many of them
}

export function cardGrid(
  {data, state}: App,
  variables: number[],
  card: (variable: number) => HTMLElement,
  {atFirst, what}: Options,
): HTMLElement {
  const here = new Set(variables);
  const grid = el('div', {class: 'series-grid'});
  let most = atFirst;
  const more = button(
    '',
    () => {
      most += 4 * atFirst;
      show();
    },
    {class: 'more-rows'},
  );
  const show = () => {
    const search = state.now.search.trim();
    const chosen = search ? matches(data, search).filter((variable) => here.has(variable)) : variables;
    grid.replaceChildren(...chosen.slice(0, most).map(card));
    more.hidden = chosen.length <= most;
    more.textContent = `Show more of the ${count(chosen.length)} ${what}`;
  };
  state.on(['search'], show);
  show();
  return el('div', {}, grid, more);
}

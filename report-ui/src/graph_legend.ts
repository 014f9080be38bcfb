// What the marks of the graph mean.
import {el} from './dom';
import type {App} from './state';

export function legend({data}: App): HTMLElement {
  const kinds = new Set(data.edges.filter((edge) => edge.found || edge.rank < 1000).map((edge) => edge.kind));
  const texts = {
    mean: 'acts on the mean',
    variance: 'acts on the variance',
    both: 'on both',
    unknown: 'kind not told',
  } as const;
  const items = (['mean', 'variance', 'both', 'unknown'] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => el('li', {}, el('i', {class: `swatch ${kind}`}), texts[kind]));
  return el(
    'ul',
    {class: 'legend'},
    ...items,
    el('li', {}, el('i', {class: 'swatch dashes'}), 'unsure: not every network picks it, or its test leaves doubt'),
    ...['▶ raises', '⊣ lowers', '≻ changes with the state'].map((text) => el('li', {}, text)),
    el('li', {}, 'wider: stronger'),
  );
}

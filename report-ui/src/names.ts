// Names of variables are anything: empty, 10,000 letters, line breaks, text that runs right to left.
import {el} from './dom';

const MOST = 40;

// Letters that move the text around them, or that cannot be seen.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

// On one line and cut, for labels.
export function short(name: string, most = MOST): string {
  const head = name.length > 4 * most ? name.slice(0, 4 * most) : name;
  const seen = head
    .replace(/[\r\n]+/g, '⏎')
    .replace(CONTROLS, '·')
    .trim();
  if (seen === '') return name === '' ? '(no name)' : '(blank)';
  const letters = Array.from(seen);
  return letters.length > most || head.length < name.length ? `${letters.slice(0, most - 1).join('')}…` : seen;
}

// In running text: its direction does not leak into what stands around it.
export function nameElement(name: string, most = MOST): HTMLElement {
  const shown = short(name, most);
  return el('bdi', {class: 'name', title: shown === name ? null : short(name, 300)}, shown);
}

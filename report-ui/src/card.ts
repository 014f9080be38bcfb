// The small card that follows the pointer over an edge or a variable.
import type {Edge, PageData} from './data';
import {el} from './dom';
import {num, percent} from './format';
import {figures, KIND_WORDS, statement} from './words';

const card = el('div', {class: 'card', role: 'tooltip', hidden: true});

function place(x: number, y: number): void {
  const margin = 14;
  const width = card.offsetWidth;
  const height = card.offsetHeight;
  const left = x + margin + width > window.innerWidth ? Math.max(4, x - margin - width) : x + margin;
  const top = y + margin + height > window.innerHeight ? Math.max(4, y - margin - height) : y + margin;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

export function showCard(content: Node[], x: number, y: number): void {
  if (!card.isConnected) document.body.append(card);
  card.replaceChildren(...content);
  card.hidden = false;
  place(x, y);
}

export function hideCard(): void {
  card.hidden = true;
}

export function edgeCard(edge: Edge, data: PageData): Node[] {
  const lines: HTMLElement[] = [el('strong', {}, statement(edge, data)), el('div', {}, figures(edge, data))];
  if (Number.isFinite(edge.natsLow))
    lines.push(el('div', {}, `95 % interval ${num(edge.natsLow)} to ${num(edge.natsHigh)} nats`));
  if (edge.kind !== 'unknown') {
    const sure = Number.isFinite(edge.kindConfidence) ? ` (${percent(edge.kindConfidence)} sure)` : '';
    lines.push(el('div', {}, `acts on ${KIND_WORDS[edge.kind]}${sure}`));
  }
  lines.push(el('div', {class: 'quiet'}, `score ${num(edge.score)}, rank ${edge.rank + 1}`));
  return lines;
}

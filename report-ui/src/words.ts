// Edges in plain words.
import type {Comparison, Edge, PageData} from './data';
import {button, el} from './dom';
import {count, num, percent, plural, probability} from './format';
import {nameElement} from './names';
import type {State} from './state';

export const KIND_WORDS = {
  mean: 'the mean',
  variance: 'the variance',
  both: 'mean and variance',
  unknown: 'not told',
} as const;
export const SIGN_WORDS = {'+': 'raises', '-': 'lowers', mixed: 'changes with the state', '': 'not told'} as const;

function verb(edge: Edge): string {
  const what = edge.kind === 'variance' ? ' the variance of' : '';
  if (edge.sign === '+') return `raises${what}`;
  if (edge.sign === '-') return `lowers${what}`;
  return what ? 'drives the variance of' : 'drives';
}

export function steps(lag: number): string {
  return lag === 1 ? '1 step later' : `${lag} steps later`;
}

// Not all networks pick it, or its test leaves doubt.
export function unsure(edge: Edge, fdr: number): boolean {
  return edge.stability < 1 || edge.q > fdr;
}

export function picked(edge: Edge, data: PageData): string {
  if (Number.isNaN(edge.stability)) return '';
  if (data.networks === 0) return `found by ${percent(edge.stability)} of the networks`;
  return `found by ${Math.round(edge.stability * data.networks)} of ${data.networks} networks`;
}

// "0.31 nats, q < 0.001, found by 9 of 9 networks"
export function figures(edge: Edge, data: PageData): string {
  const parts = [Number.isNaN(edge.nats) ? `score ${num(edge.score)}` : `${num(edge.nats)} nats`];
  if (!Number.isNaN(edge.q)) parts.push(probability('q', edge.q));
  const votes = picked(edge, data);
  if (votes) parts.push(votes);
  return parts.join(', ');
}

// "rain raises river 2 steps later"
export function statement(edge: Edge, data: PageData): HTMLElement {
  return el(
    'span',
    {},
    nameElement(data.names[edge.source]!),
    ` ${verb(edge)} `,
    nameElement(data.names[edge.target]!),
    edge.lag > 0 ? ` ${steps(edge.lag)}` : '',
    edge.sign === 'mixed' ? ', up or down with the state of the system' : '',
  );
}

// What is clicked for the details of an edge.
export function edgeLink(state: State, edge: Edge, label: Node): HTMLElement {
  return button(label, () => state.set({selection: {edge}}), {class: 'link', title: 'Details of this edge'});
}

export function arrow(edge: {source: number; target: number}, data: PageData, most = 40): HTMLElement {
  return el(
    'span',
    {class: 'arrow'},
    nameElement(data.names[edge.source]!, most),
    ' → ',
    nameElement(data.names[edge.target]!, most),
  );
}

export function agreement({methods, pairs, in_every, in_some}: Comparison): string {
  const fitted = methods.filter((method) => method.failure === undefined).length;
  return `of ${count(pairs)} possible edges ${in_every === 0 ? 'none is' : in_every === 1 ? 'one is' : `${count(in_every)} are`} in the graph of every one of ${plural(fitted, 'method')}, ${count(in_some)} in some.`;
}

// Strength for widths and ranks: directed information where every edge has it, else the score.
export function strengthOf(edges: Edge[]): (edge: Edge) => number {
  const informed = edges.length > 0 && edges.every((edge) => Number.isFinite(edge.nats));
  return informed ? (edge) => Math.max(0, edge.nats) : (edge) => Math.max(0, edge.score);
}

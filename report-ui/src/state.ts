// The one state that all views share. Views change it through set() and are told once per change what is different.
import type {Edge, PageData} from './data';

export type Show = 'graph' | 'fdr' | 'all';
export type Selection = {variable: number} | {edge: Edge} | null;

export interface Shared {
  show: Show; // the edges of the final graph, those with small enough q, or all pairs
  threshold: number; // and of these the ones with at least this score
  search: string;
  selection: Selection;
  neighbourhood: boolean; // the graph shows the selected variable, its causes and its effects only
  theme: 'light' | 'dark';
  visible: Edge[]; // follows from show and threshold; strongest first
}
type Listener = (changed: ReadonlySet<keyof Shared>) => void;

function passes(edge: Edge, show: Show, fdr: number): boolean {
  if (show === 'graph') return edge.found;
  return show === 'all' || edge.q <= fdr;
}

export class State {
  private values: Shared;
  private listeners: Listener[] = [];

  constructor(
    private data: PageData,
    theme: Shared['theme'],
  ) {
    const lowest = Math.min(0, ...data.edges.slice(-1).map((edge) => edge.score));
    this.values = {
      show: 'graph',
      threshold: lowest,
      search: '',
      selection: null,
      neighbourhood: false,
      theme,
      visible: [],
    };
    this.values.visible = this.visibleNow();
  }

  get now(): Readonly<Shared> {
    return this.values;
  }

  set(change: Partial<Omit<Shared, 'visible'>>): void {
    const before = this.values;
    this.values = {...before, ...change};
    if (this.values.selection === null || 'edge' in this.values.selection) this.values.neighbourhood = false;
    if (before.show !== this.values.show || before.threshold !== this.values.threshold) {
      this.values.visible = this.visibleNow();
    }
    const changed = new Set(
      (Object.keys(before) as (keyof Shared)[]).filter((key) => before[key] !== this.values[key]),
    );
    if (changed.size > 0) for (const listener of this.listeners) listener(changed);
  }

  // Told when one of `keys` has changed.
  on(keys: (keyof Shared)[], act: () => void): void {
    this.listeners.push((changed) => {
      if (keys.some((key) => changed.has(key))) act();
    });
  }

  get selectedVariable(): number | null {
    const {selection} = this.values;
    return selection !== null && 'variable' in selection ? selection.variable : null;
  }

  get selectedEdge(): Edge | null {
    const {selection} = this.values;
    return selection !== null && 'edge' in selection ? selection.edge : null;
  }

  private visibleNow(): Edge[] {
    const {show, threshold} = this.values;
    return this.data.edges.filter((edge) => passes(edge, show, this.data.fdr) && !(edge.score < threshold));
  }
}

export interface App {
  data: PageData;
  state: State;
}

// Whether one of the ends of an edge has a name that holds the text.
export function namedBy(data: PageData, text: string): (edge: {source: number; target: number}) => boolean {
  const wanted = text.trim().toLowerCase();
  const named = data.names.map((name) => name.toLowerCase().includes(wanted));
  return (edge) => named[edge.source]! || named[edge.target]!;
}

// Variables whose name holds the text, those that start with it first.
export function matches(data: PageData, text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = data.names
    .map((name, i) => ({i, at: name.toLowerCase().indexOf(wanted), length: name.length}))
    .filter((match) => match.at >= 0);
  found.sort((a, b) => Number(a.at > 0) - Number(b.at > 0) || a.length - b.length || a.i - b.i);
  return found.map((match) => match.i);
}

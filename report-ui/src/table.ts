// The edges as a table: sorted by any column, filtered, copied, downloaded.
import {copy, download, edgesCsv} from './csv';
import type {Edge, PageData} from './data';
import {button, el, oncePerFrame, section, select} from './dom';
import {count, num, percent, plural} from './format';
import {nameElement} from './names';
import type {App} from './state';

const AT_ONCE = 100;

interface Column {
  title: string;
  hint: string;
  value: (edge: Edge, data: PageData) => number | string;
  cell: (edge: Edge, data: PageData) => Node | string;
  has?: (data: PageData) => boolean;
}

const known = (member: 'nats' | 'q' | 'stability' | 'lag') => (data: PageData) =>
  data.edges.some((edge) => (member === 'lag' ? edge.lag > 0 : Number.isFinite(edge[member])));

const COLUMNS: Column[] = [
  {
    title: 'Source',
    hint: 'the cause',
    value: (e, d) => d.names[e.source]!,
    cell: (e, d) => nameElement(d.names[e.source]!, 28),
  },
  {
    title: 'Target',
    hint: 'the effect',
    value: (e, d) => d.names[e.target]!,
    cell: (e, d) => nameElement(d.names[e.target]!, 28),
  },
  {title: 'Score', hint: 'what ranks the edge', value: (e) => e.score, cell: (e) => num(e.score, 4)},
  {
    title: 'Nats',
    hint: 'directed information on held-out data',
    value: (e) => e.nats,
    cell: (e) => num(e.nats),
    has: known('nats'),
  },
  {
    title: '95 %',
    hint: 'its interval',
    value: (e) => e.natsLow,
    cell: (e) => (Number.isFinite(e.natsLow) ? `${num(e.natsLow, 2)} to ${num(e.natsHigh, 2)}` : '–'),
    has: known('nats'),
  },
  {
    title: 'q',
    hint: 'expected share of wrong edges among those with no larger q',
    value: (e) => e.q,
    cell: (e) => num(e.q, 2),
    has: known('q'),
  },
  {
    title: 'Stable',
    hint: 'share of the networks that pick it',
    value: (e) => e.stability,
    cell: (e) => (Number.isFinite(e.stability) ? percent(e.stability) : '–'),
    has: known('stability'),
  },
  {
    title: 'Lag',
    hint: 'steps until the largest effect',
    value: (e) => e.lag,
    cell: (e) => (e.lag > 0 ? String(e.lag) : '–'),
    has: known('lag'),
  },
  {
    title: 'Sign',
    hint: 'raises, lowers, or changes with the state',
    value: (e) => e.sign,
    cell: (e) => e.sign.replace('-', '−') || '–',
  },
  {
    title: 'Acts on',
    hint: 'mean or variance',
    value: (e) => e.kind,
    cell: (e) => (e.kind === 'unknown' ? '–' : el('span', {class: `kind ${e.kind}`}, e.kind)),
    has: (d) => d.edges.some((e) => e.kind !== 'unknown'),
  },
  {title: 'Graph', hint: 'in the final graph', value: (e) => Number(e.found), cell: (e) => (e.found ? 'yes' : 'no')},
  {
    title: 'Truth',
    hint: 'in the true graph',
    value: (e, d) => d.truth![e.target * d.size + e.source]!,
    cell: (e, d) => (d.truth![e.target * d.size + e.source] ? 'yes' : 'no'),
    has: (d) => d.truth !== null,
  },
];

// Unknown values stand last, whichever way the column is sorted.
function compare(a: number | string, b: number | string, direction: number): number {
  if (typeof a === 'string' || typeof b === 'string')
    return direction * String(a).localeCompare(String(b), 'en', {numeric: true});
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return direction * (a - b);
}

class EdgesTable {
  private readonly columns: Column[];
  private sorted: {column: Column; direction: number} | null = null;
  private limit = AT_ONCE;
  private kind = 'all';
  private rows: Edge[] = [];
  private readonly head = el('tr');
  private readonly body = el('tbody');
  private readonly note = el('p', {class: 'quiet', id: 'table-note', 'aria-live': 'polite'});
  private readonly more = button('', () => {
    this.limit += 5 * AT_ONCE;
    this.draw();
  });

  constructor(private readonly app: App) {
    this.columns = COLUMNS.filter((column) => column.has?.(app.data) ?? true);
    const {state} = app;
    state.on(
      ['visible', 'search'],
      oncePerFrame(() => this.update()),
    );
    state.on(
      ['selection'],
      oncePerFrame(() => this.mark()),
    );
  }

  element(): HTMLElement {
    const {data} = this.app;
    this.drawHead();
    this.update();
    const copied = el('span', {class: 'quiet', role: 'status'});
    const kinds: [string, string][] = [
      ['all', 'mean and variance'],
      ['mean', 'mean'],
      ['variance', 'variance'],
      ['both', 'both'],
    ];
    const controls = el(
      'div',
      {class: 'controls'},
      data.edges.some((edge) => edge.kind !== 'unknown')
        ? select('Acts on', kinds, 'all', (kind) => {
            this.kind = kind;
            this.update();
          })
        : null,
      button(
        'Copy as CSV',
        () =>
          void copy(edgesCsv(this.rows, data)).then((done) => {
            copied.textContent = done
              ? `${plural(this.rows.length, 'row')} copied`
              : 'the browser does not allow copying';
          }),
      ),
      button('Download CSV', () => download(edgesCsv(this.rows, data), 'edges.csv')),
      copied,
    );
    const lead =
      data.pairs > data.edges.length
        ? `The same edges as in the graph; the search above filters them. Of ${count(data.pairs)} pairs this page knows the ${count(data.edges.length)} strongest; edges.csv has all.`
        : 'The same edges as in the graph; the search above filters them.';
    return section(
      'edges',
      'Edges',
      lead,
      controls,
      this.note,
      el(
        'div',
        {class: 'table-box', tabindex: 0, role: 'region', 'aria-label': 'Table of edges'},
        el('table', {}, el('thead', {}, this.head), this.body),
      ),
      this.more,
    );
  }

  private drawHead(): void {
    this.head.replaceChildren(
      ...this.columns.map((column) => {
        const mine = this.sorted?.column === column;
        const direction = mine ? (this.sorted!.direction > 0 ? 'ascending' : 'descending') : 'none';
        const sign = mine ? (this.sorted!.direction > 0 ? ' ▲' : ' ▼') : '';
        return el(
          'th',
          {scope: 'col', 'aria-sort': direction, title: column.hint},
          button(column.title + sign, () => this.sort(column), {class: 'sort', 'data-column': column.title}),
        );
      }),
    );
  }

  // First press: largest first, or by the alphabet; second: the other way round.
  private sort(column: Column): void {
    const text = typeof column.value(this.app.data.edges[0]!, this.app.data) === 'string';
    const direction = this.sorted?.column === column ? -this.sorted.direction : text || column.title === 'q' ? 1 : -1;
    this.sorted = {column, direction};
    this.drawHead();
    this.update();
    this.head.querySelector<HTMLElement>(`[data-column="${column.title}"]`)?.focus();
  }

  private update(): void {
    const {data, state} = this.app;
    const wanted = state.now.search.trim().toLowerCase();
    const named = (variable: number) => data.names[variable]!.toLowerCase().includes(wanted);
    this.rows = state.now.visible.filter(
      (edge) =>
        (this.kind === 'all' || edge.kind === this.kind) && (wanted === '' || named(edge.source) || named(edge.target)),
    );
    if (this.sorted) {
      const {column, direction} = this.sorted;
      const values = new Map(this.rows.map((edge) => [edge, column.value(edge, data)]));
      this.rows.sort((a, b) => compare(values.get(a)!, values.get(b)!, direction) || a.rank - b.rank);
    }
    this.limit = AT_ONCE;
    this.draw();
  }

  private draw(): void {
    const {data, state} = this.app;
    this.body.replaceChildren(
      ...this.rows.slice(0, this.limit).map((edge) => {
        const cells = this.columns.map((column, i) =>
          i === 0
            ? el(
                'th',
                {scope: 'row'},
                button(column.cell(edge, data), () => state.set({selection: {edge}}), {
                  class: 'link',
                  title: 'Details of this edge',
                }),
              )
            : el('td', {}, column.cell(edge, data)),
        );
        return el('tr', {'data-rank': edge.rank}, ...cells);
      }),
    );
    this.more.hidden = this.rows.length <= this.limit;
    this.more.textContent = `Show more of the ${count(this.rows.length)} rows`;
    this.note.textContent = plural(this.rows.length, 'edge');
    this.note.dataset['edges'] = String(this.rows.length);
    this.mark();
  }

  private mark(): void {
    const {selectedEdge: chosen} = this.app.state;
    for (const row of this.body.rows) row.classList.toggle('chosen', row.dataset['rank'] === String(chosen?.rank));
  }
}

export function table(app: App): HTMLElement {
  return new EdgesTable(app).element();
}

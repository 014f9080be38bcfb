// The edges as a table: sorted by any column, filtered, copied, downloaded.
import {copy, download, edgesCsv} from './csv';
import type {Edge} from './data';
import {button, el, oncePerFrame, section, select} from './dom';
import {count, num, percent, plural} from './format';
import {nameElement} from './names';
import {SortedTable, type Column} from './sorted_table';
import {namedBy, type App} from './state';
import {edgeLink} from './words';

interface EdgeColumn extends Column<Edge> {
  has?: boolean;
}

function columns({data, state}: App): Column<Edge>[] {
  const known = (member: 'nats' | 'q' | 'stability') => data.edges.some((edge) => Number.isFinite(edge[member]));
  const isTrue = (edge: Edge) => data.truth![edge.target * data.size + edge.source]!;
  const all: EdgeColumn[] = [
    {
      title: 'Source',
      hint: 'the cause',
      value: (e) => data.names[e.source]!,
      cell: (e) => edgeLink(state, e, nameElement(data.names[e.source]!, 28)),
    },
    {
      title: 'Target',
      hint: 'the effect',
      value: (e) => data.names[e.target]!,
      cell: (e) => nameElement(data.names[e.target]!, 28),
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
      rising: true,
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
      has: data.edges.some((edge) => edge.lag > 0),
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
      has: data.edges.some((e) => e.kind !== 'unknown'),
    },
    {title: 'Graph', hint: 'in the final graph', value: (e) => Number(e.found), cell: (e) => (e.found ? 'yes' : 'no')},
    {
      title: 'Truth',
      hint: 'in the true graph',
      value: isTrue,
      cell: (e) => (isTrue(e) ? 'yes' : 'no'),
      has: data.truth !== null,
    },
  ];
  return all.filter((column) => column.has ?? true);
}

class EdgesTable {
  private kind = 'all';
  private readonly table: SortedTable<Edge>;
  private readonly note = el('p', {class: 'quiet', id: 'table-note', 'aria-live': 'polite'});

  constructor(private readonly app: App) {
    const {state} = app;
    this.table = new SortedTable({label: 'Table of edges', columns: columns(app), changed: () => this.mark()});
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
    this.update();
    const copied = el('span', {class: 'quiet', role: 'status'});
    const kinds: [string, string][] = [
      ['all', 'mean and variance'],
      ['mean', 'mean'],
      ['variance', 'variance'],
      ['both', 'both'],
    ];
    const csv = () => edgesCsv(this.table.rows, data);
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
          void copy(csv()).then((done) => {
            copied.textContent = done
              ? `${plural(this.table.rows.length, 'row')} copied`
              : 'the browser does not allow copying';
          }),
      ),
      button('Download CSV', () => download(csv(), 'edges.csv')),
      copied,
    );
    const lead =
      data.pairs > data.edges.length
        ? `The same edges as in the graph; the search above filters them. Of ${count(data.pairs)} pairs this page knows the ${count(data.edges.length)} strongest; edges.csv has all.`
        : 'The same edges as in the graph; the search above filters them.';
    return section('edges', 'Edges', lead, controls, this.note, this.table.element);
  }

  private update(): void {
    const {data, state} = this.app;
    const named = namedBy(data, state.now.search);
    const rows = state.now.visible.filter((edge) => (this.kind === 'all' || edge.kind === this.kind) && named(edge));
    this.table.show(rows);
    this.note.textContent = plural(rows.length, 'edge');
    this.note.dataset['edges'] = String(rows.length);
  }

  private mark(): void {
    const {selectedEdge} = this.app.state;
    this.table.mark((edge) => edge === selectedEdge);
  }
}

export function table(app: App): HTMLElement {
  return new EdgesTable(app).element();
}

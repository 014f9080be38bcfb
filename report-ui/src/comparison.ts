// Edge by method: where the methods that were run on the same data agree.
import type {ComparedMethod, Comparison, Edge, PageData} from './data';
import {el, oncePerFrame, section, select} from './dom';
import {count, duration, num, plural} from './format';
import {short} from './names';
import {SortedTable, type Column} from './sorted_table';
import {namedBy, type App} from './state';
import {agreement, arrow, edgeLink} from './words';

interface Row {
  source: number;
  target: number;
  agree: number;
  meanRank: number;
  views: {rank: number; found: boolean}[]; // of each method
  isTrue: boolean | null; // null: unknown
  edge: Edge | undefined; // what the page knows about it
}

function readRows(data: PageData, comparison: Comparison): Row[] {
  return comparison.source.map((source, i) => {
    const target = comparison.target[i]!;
    const cell = target * data.size + source;
    const truth = comparison.truth ? comparison.truth[i] === '1' : data.truth ? data.truth[cell] === 1 : null;
    return {
      source,
      target,
      agree: comparison.agree[i]!,
      meanRank: comparison.mean_rank[i]!,
      views: comparison.ranks.map((ranks, m) => ({rank: ranks[i]!, found: comparison.found[m]![i] === '1'})),
      isTrue: truth,
      edge: data.edgeIn(cell),
    };
  });
}

function methodColumn(name: string, m: number): Column<Row> {
  return {
    title: name,
    hint: `rank of the edge among all pairs, by ${name}`,
    value: (row) => row.views[m]!.rank,
    cell: (row) => {
      const {rank, found} = row.views[m]!;
      return found
        ? el('span', {}, el('i', {class: 'in'}, '● '), count(rank), el('span', {class: 'unseen'}, ' in its graph'))
        : count(rank);
    },
    kind: (row) => (row.views[m]!.found ? 'rank in-graph' : 'rank'),
    rising: true,
  };
}

function edgeColumns({data, state}: App, comparison: Comparison, rows: Row[]): Column<Row>[] {
  const fitted = comparison.methods.map((method, m) => ({...method, m})).filter((method) => !method.failure);
  const columns: Column<Row>[] = [
    {
      title: 'Edge',
      hint: 'cause and effect',
      value: (row) => `${data.names[row.source]!} → ${data.names[row.target]!}`,
      cell: (row) => {
        const label = arrow(row, data, 20);
        return row.edge ? edgeLink(state, row.edge, label) : label;
      },
    },
    {
      title: 'Agree',
      hint: 'methods that have it in their graph',
      value: (row) => row.agree,
      cell: (row) => `${row.agree} of ${fitted.length}`,
    },
    ...fitted.map(({name, m}) => methodColumn(name, m)),
    {
      title: 'Mean rank',
      hint: 'over the methods',
      value: (row) => row.meanRank,
      cell: (row) => num(row.meanRank),
      rising: true,
    },
  ];
  if (rows.some((row) => row.isTrue !== null))
    columns.push({
      title: 'Truth',
      hint: 'in the true graph',
      value: (row) => Number(row.isTrue),
      cell: (row) => (row.isTrue === null ? '–' : row.isTrue ? 'yes' : 'no'),
    });
  return columns;
}

function methodsTable(methods: ComparedMethod[]): HTMLElement {
  const graded = methods.some((method) => method.auroc !== undefined);
  const figure = (name: 'auroc' | 'auprc', title: string): Column<ComparedMethod> => ({
    title,
    hint: `${title} against the truth`,
    value: (method) => method[name] ?? NaN,
    cell: (method) => num(method[name] ?? NaN),
  });
  const table = new SortedTable<ComparedMethod>({
    label: 'Table of methods',
    columns: [
      {title: 'Method', hint: 'its name', value: (m) => m.name, cell: (m) => m.name},
      {
        title: 'Edges',
        hint: 'in its graph',
        value: (m) => m.edges ?? NaN,
        cell: (m) => (m.edges === undefined ? '–' : count(m.edges)),
      },
      ...(graded ? [figure('auroc', 'AUROC'), figure('auprc', 'AUPRC')] : []),
      {
        title: 'Time',
        hint: 'that it took',
        value: (m) => m.seconds ?? NaN,
        cell: (m) => (m.seconds === undefined ? '–' : duration(m.seconds)),
      },
      {
        title: 'An edge is',
        hint: 'what makes a pair an edge of its graph',
        value: (m) => m.rule ?? '',
        cell: (m) =>
          m.failure === undefined ? m.rule! : el('span', {class: 'failed'}, `failed: ${short(m.failure, 200)}`),
        kind: () => 'wrap',
      },
    ],
  });
  table.show(methods);
  return table.element;
}

const SHOWN: [string, string][] = [
  ['all', 'all pairs'],
  ['every', 'in every graph'],
  ['some', 'in some graphs, not in all'],
];

export function comparison(app: App): HTMLElement | null {
  const {data, state} = app;
  const compared = data.comparison;
  if (!compared) return null;
  const fitted = compared.methods.filter((method) => !method.failure).length;
  const rows = readRows(data, compared);
  let shown = 'all';
  const note = el('p', {class: 'quiet', id: 'comparison-note', 'aria-live': 'polite'});
  const mark = () => {
    const {selectedEdge} = state;
    table.mark((row) => row.edge !== undefined && row.edge === selectedEdge);
  };
  const table = new SortedTable<Row>({
    label: 'Table of edges by method',
    columns: edgeColumns(app, compared, rows),
    changed: () => mark(),
    atOnce: 40,
  });
  const update = () => {
    const named = namedBy(data, state.now.search);
    const wanted = (row: Row) => shown === 'all' || (shown === 'every') === (row.agree === fitted);
    const chosen = rows.filter((row) => named(row) && wanted(row) && (shown === 'all' || row.agree > 0));
    table.show(chosen);
    note.textContent = plural(chosen.length, 'edge');
    note.dataset['edges'] = String(chosen.length);
  };
  const choose = select('Show', SHOWN, shown, (value) => {
    shown = value;
    update();
  });
  state.on(['search'], oncePerFrame(update));
  state.on(['selection'], oncePerFrame(mark));
  update();
  const left = compared.pairs - rows.length;
  const sentence = agreement(compared);
  return section(
    'comparison',
    'Where methods agree',
    `${sentence[0]!.toUpperCase()}${sentence.slice(1)} Each cell is the rank of the edge by that method; ● marks the edges of its graph. The search above filters the rows.${left > 0 ? ` The ${count(left)} least agreed pairs are left out; compare.csv has all.` : ''}`,
    el('div', {class: 'controls'}, choose),
    note,
    table.element,
    el('h3', {}, 'The methods'),
    methodsTable(compared.methods),
  );
}

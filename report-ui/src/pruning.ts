// What forecasters gain, or lose, when they see the causes alone.
import type {PrunedScore, PrunedVariable, Pruning} from './data';
import {button, el, section, svg} from './dom';
import {count, num, plural} from './format';
import {nameElement, short} from './names';
import {SortedTable, type Column} from './sorted_table';
import {matches, type App} from './state';
import {tile} from './summary';

const MOST_NAMED = 6;
const CAUSES_NAMED = 3;

function change(value: number | null): string {
  return value === null ? '–' : `${num(value)} %`.replace('-', '−');
}

// A number of percent and its bar: from `least`, which may be below zero, to `most`.
function barCell(value: number | null, least: number, most: number): HTMLElement {
  const length = Math.min(most, Math.abs(value ?? 0));
  const below = (value ?? 0) < 0;
  return el(
    'span',
    {class: 'bar-cell'},
    el('span', {class: 'figure'}, change(value)),
    svg(
      'svg',
      {
        class: least < 0 ? 'meter signed' : 'meter',
        viewBox: `${least} 0 ${most - least} 10`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      },
      value === null
        ? null
        : svg('rect', {
            class: `bar ${below ? 'variance' : 'mean'}`,
            x: below ? -length : 0,
            width: length,
            y: 1,
            height: 8,
          }),
      svg('line', {class: 'axis', x1: 0, x2: 0, y1: 0, y2: 10}),
    ),
  );
}

function failures(row: PrunedVariable): string[] {
  const of = (score: PrunedScore, inputs: string) =>
    score.failure ? [`${inputs} failed: ${short(score.failure, 120)}`] : [];
  return [...of(row.full, 'with all inputs'), ...of(row.pruned, 'with the causes')];
}

// "5: rain, wind, …"
function causes(all: string[]): HTMLElement {
  const named = all
    .slice(0, CAUSES_NAMED)
    .flatMap((name, i): (Node | string)[] => [i > 0 ? ', ' : ': ', nameElement(name, 14)]);
  return el('span', {class: 'causes'}, count(all.length), ...named, all.length > CAUSES_NAMED ? ', …' : '');
}

function columns({data, state}: App, rows: PrunedVariable[]): Column<PrunedVariable>[] {
  const reach = Math.min(100, Math.max(10, ...rows.map((row) => Math.abs(row.mse_r ?? 0))));
  const all: Column<PrunedVariable>[] = [
    {
      title: 'Variable',
      hint: 'what is forecast',
      value: (row) => data.names[row.place]!,
      cell: (row) =>
        button(nameElement(data.names[row.place]!, 28), () => state.set({selection: {variable: row.place}}), {
          class: 'link',
        }),
    },
    {
      title: 'PR %',
      hint: 'by how much the causes alone reduce the parameters',
      value: (row) => row.pr ?? NaN,
      cell: (row) => barCell(row.pr, 0, 100),
    },
    {
      title: 'MSE-R %',
      hint: 'by how much they reduce the error on the test rows; below zero they forecast worse',
      value: (row) => row.mse_r ?? NaN,
      cell: (row) => barCell(row.mse_r, -reach, reach),
    },
    {
      title: 'Parameters',
      hint: 'with all inputs, and with the causes alone',
      value: (row) => row.full.parameters,
      cell: (row) => `${count(row.full.parameters)} → ${count(row.pruned.parameters)}`,
    },
    {
      title: 'Test MSE',
      hint: "with all inputs, and with the causes alone, in units of the variable's variance",
      value: (row) => row.full.mse ?? NaN,
      cell: (row) => `${num(row.full.mse ?? NaN)} → ${num(row.pruned.mse ?? NaN)}`,
    },
    {
      title: 'Causes',
      hint: 'that the pruned forecaster sees besides the variable itself',
      value: (row) => row.parents.length,
      cell: (row) => causes(row.parents.map((place) => data.names[place]!)),
    },
  ];
  if (rows.some((row) => failures(row).length > 0))
    all.push({
      title: 'Note',
      hint: 'fits that failed',
      value: (row) => failures(row).join('; '),
      cell: (row) => el('span', {class: 'failed'}, failures(row).join('; ')),
      kind: () => 'wrap',
    });
  return all;
}

function names(list: string[]): (Node | string)[] {
  const named = list
    .slice(0, MOST_NAMED)
    .flatMap((name, i): (Node | string)[] => [i > 0 ? ', ' : '', nameElement(name, 24)]);
  return list.length > MOST_NAMED ? [...named, ` and ${list.length - MOST_NAMED} more`] : named;
}

function remarks({data}: App, pruned: Pruning): HTMLElement[] {
  const made: HTMLElement[] = [];
  const failed = pruned.rows.filter((row) => failures(row).length > 0).map((row) => data.names[row.place]!);
  if (failed.length > 0)
    made.push(
      el(
        'p',
        {class: 'warning'},
        `${failed.length} of ${plural(pruned.rows.length, 'variable')} ${failed.length === 1 ? 'has' : 'have'} no error because a fit failed; the mean is of the others: `,
        ...names(failed),
      ),
    );
  if (pruned.excluded.length > 0)
    made.push(
      el(
        'p',
        {class: 'warning'},
        'Left out, because they do not vary over the training rows: ',
        ...names(pruned.excluded),
      ),
    );
  return made;
}

export function pruning(app: App): HTMLElement | null {
  const {data, state} = app;
  const pruned = data.pruning;
  if (!pruned) return null;
  const table = new SortedTable<PrunedVariable>({
    label: 'Table of pruning',
    columns: columns(app, pruned.rows),
    atOnce: 40,
  });
  const update = () => {
    const search = state.now.search.trim();
    const chosen = new Set(matches(data, search));
    table.show(search ? pruned.rows.filter((row) => chosen.has(row.place)) : pruned.rows);
  };
  state.on(['search'], update);
  update();
  return section(
    'pruning',
    'Pruning',
    `The same forecaster (${pruned.model}, ${plural(pruned.lags, 'lag')}) with all variables as inputs, and with the causes in the graph and the variable itself; trained on ${plural(pruned.train_rows, 'row')}, tested on ${count(pruned.test_rows)}.`,
    el(
      'div',
      {class: 'tiles'},
      tile(change(pruned.pr), `PR: parameters ${count(pruned.full_parameters)} → ${count(pruned.pruned_parameters)}`),
      tile(
        change(pruned.mse_r),
        `MSE-R: error on the test rows ${num(pruned.full_mse ?? NaN)} → ${num(pruned.pruned_mse ?? NaN)}`,
      ),
    ),
    ...remarks(app, pruned),
    table.element,
  );
}

// A table that is sorted by any of its columns, and shows many rows bit by bit.
import {button, el} from './dom';
import {count} from './format';

export interface Column<Row> {
  title: string;
  hint: string;
  value: (row: Row) => number | string;
  cell: (row: Row) => Node | string;
  rising?: boolean; // numbers of which the least comes first
  kind?: (row: Row) => string; // class of the cell
}

interface Options<Row> {
  label: string; // what a screen reader says
  columns: Column<Row>[]; // the first names the row
  changed?: () => void; // rows were drawn
  atOnce?: number;
}

// Unknown values stand last, whichever way the column is sorted.
function compare(a: number | string, b: number | string, direction: number): number {
  if (typeof a === 'string' || typeof b === 'string')
    return direction * String(a).localeCompare(String(b), 'en', {numeric: true});
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return direction * (a - b);
}

export class SortedTable<Row> {
  readonly element: HTMLElement;
  private sorted: {column: Column<Row>; direction: number} | null = null;
  private limit: number;
  private given: Row[] = [];
  private arranged: Row[] = [];
  private readonly head = el('tr');
  private readonly body = el('tbody');
  private readonly atOnce: number;
  private readonly more = button(
    '',
    () => {
      this.limit += 5 * this.atOnce;
      this.draw();
    },
    {class: 'more-rows'},
  );

  constructor(private readonly options: Options<Row>) {
    this.atOnce = this.limit = options.atOnce ?? 100;
    this.drawHead();
    this.element = el(
      'div',
      {},
      el(
        'div',
        {class: 'table-box', tabindex: 0, role: 'region', 'aria-label': options.label},
        el('table', {}, el('thead', {}, this.head), this.body),
      ),
      this.more,
    );
  }

  // All of them, as they are sorted now.
  get rows(): readonly Row[] {
    return this.arranged;
  }

  // `rows` in the order that they have until a column is pressed.
  show(rows: Row[]): void {
    this.given = rows;
    this.limit = this.atOnce;
    this.arrange();
  }

  mark(chosen: (row: Row) => boolean): void {
    [...this.body.rows].forEach((row, i) => row.classList.toggle('chosen', chosen(this.arranged[i]!)));
  }

  private arrange(): void {
    this.arranged = [...this.given];
    if (this.sorted) {
      const {column, direction} = this.sorted;
      const values = new Map(this.given.map((row) => [row, column.value(row)]));
      this.arranged.sort((a, b) => compare(values.get(a)!, values.get(b)!, direction)); // equal ones keep their order
    }
    this.draw();
  }

  private drawHead(): void {
    this.head.replaceChildren(
      ...this.options.columns.map((column) => {
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
  private sort(column: Column<Row>): void {
    const text = this.given.length > 0 && typeof column.value(this.given[0]!) === 'string';
    const direction = this.sorted?.column === column ? -this.sorted.direction : text || column.rising ? 1 : -1;
    this.sorted = {column, direction};
    this.drawHead();
    this.limit = this.atOnce;
    this.arrange();
    this.head.querySelectorAll<HTMLElement>('button')[this.options.columns.indexOf(column)]?.focus();
  }

  private draw(): void {
    this.body.replaceChildren(
      ...this.arranged
        .slice(0, this.limit)
        .map((row) =>
          el(
            'tr',
            {},
            ...this.options.columns.map((column, i) =>
              i === 0
                ? el('th', {scope: 'row'}, column.cell(row))
                : el('td', {class: column.kind?.(row) || null}, column.cell(row)),
            ),
          ),
        ),
    );
    this.more.hidden = this.arranged.length <= this.limit;
    this.more.textContent = `Show more of the ${count(this.arranged.length)} rows`;
    this.options.changed?.();
  }
}

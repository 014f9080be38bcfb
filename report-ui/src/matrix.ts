// A square of cells, row = target, column = source, drawn on a canvas: hundreds of variables are a quarter of a million
// cells. Pointer and arrow keys walk over it.
import {edgeCard, hideCard, showCard} from './card';
import {el, oncePerFrame, responsive} from './dom';
import {num} from './format';
import {nameElement, short} from './names';
import type {App} from './state';
import {colour} from './theme';

const MOST_LABELS = 40;
const LABEL_ROOM = 86;
const LABEL_MOST = 12; // letters
const MOST_WIDTH = 620;

export type Rgb = [number, number, number];

export function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export class Matrix {
  readonly canvas = el('canvas', {class: 'matrix', tabindex: 0, role: 'img'});
  private readonly live = el('p', {class: 'unseen', 'aria-live': 'polite'});
  private readonly box = el('div', {class: 'matrix-box'}, this.canvas, this.live);
  private readonly redraw: () => void;
  private order: number[];
  private cursor: [number, number] | null = null; // place of row and column
  private room = 0;
  private side = 0;

  constructor(
    private readonly app: App,
    private readonly paint: () => (cell: number) => Rgb,
    private readonly extra: (cell: number) => string,
  ) {
    const {data, state} = app;
    this.order = data.names.map((_, i) => i);
    this.redraw = responsive(this.box, (width) => this.draw(width));
    this.listen();
    state.on(
      ['visible', 'selection', 'theme'],
      oncePerFrame(() => this.redraw()),
    );
  }

  element(): HTMLElement {
    return this.box;
  }

  arrange(order: number[]): void {
    this.order = order;
    this.redraw();
  }

  name(label: string): void {
    this.canvas.setAttribute('aria-label', `${label} Arrow keys walk over the cells, Enter selects.`);
  }

  private listen(): void {
    this.canvas.addEventListener('mousemove', (event) => {
      const at = this.placeAt(event.offsetX, event.offsetY);
      if (at) this.show(at, event.clientX, event.clientY);
      else hideCard();
    });
    this.canvas.addEventListener('mouseleave', hideCard);
    this.canvas.addEventListener('blur', () => {
      hideCard();
      this.cursor = null;
      this.redraw();
    });
    this.canvas.addEventListener('click', (event) => {
      const at = this.placeAt(event.offsetX, event.offsetY);
      if (at) this.choose(at);
    });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const move = moves[event.key];
    if (event.key === 'Enter' && this.cursor) this.choose(this.cursor);
    if (!move) return;
    event.preventDefault();
    const clamp = (place: number) => Math.max(0, Math.min(this.app.data.size - 1, place));
    this.cursor = this.cursor ? [clamp(this.cursor[0] + move[0]), clamp(this.cursor[1] + move[1])] : [0, 0];
    this.redraw();
    const cell = this.side / this.app.data.size;
    const corner = this.canvas.getBoundingClientRect();
    this.show(
      this.cursor,
      corner.left + this.room + (this.cursor[1] + 1) * cell,
      corner.top + this.room + (this.cursor[0] + 1) * cell,
    );
    this.live.textContent = this.words(this.cell(this.cursor));
  }

  private placeAt(x: number, y: number): [number, number] | null {
    const {size} = this.app.data;
    const row = Math.floor(((y - this.room) / this.side) * size);
    const column = Math.floor(((x - this.room) / this.side) * size);
    return row >= 0 && column >= 0 && row < size && column < size ? [row, column] : null;
  }

  private cell([row, column]: [number, number]): number {
    return this.order[row]! * this.app.data.size + this.order[column]!;
  }

  private words(cell: number): string {
    const {data} = this.app;
    const source = short(data.names[cell % data.size]!);
    return `${source} → ${short(data.names[Math.floor(cell / data.size)]!)}: score ${num(data.scores[cell]!)}. ${this.extra(cell)}`;
  }

  private show(at: [number, number], x: number, y: number): void {
    const {data} = this.app;
    const cell = this.cell(at);
    const edge = data.edgeIn(cell);
    const ends = el(
      'strong',
      {},
      nameElement(data.names[cell % data.size]!),
      ' → ',
      nameElement(data.names[Math.floor(cell / data.size)]!),
    );
    const lines = edge ? edgeCard(edge, data) : [ends, el('div', {}, `score ${num(data.scores[cell]!)}`)];
    const extra = this.extra(cell);
    showCard(extra ? [...lines, el('div', {}, extra)] : lines, x, y);
  }

  private choose(at: [number, number]): void {
    const {data, state} = this.app;
    const edge = data.edgeIn(this.cell(at));
    if (edge) state.set({selection: {edge}});
    else if (at[0] === at[1]) state.set({selection: {variable: this.order[at[0]]!}});
  }

  private draw(width: number): void {
    const {data} = this.app;
    if (data.size === 0) return;
    const letters = Math.max(...data.names.map((name) => short(name, LABEL_MOST).length));
    this.room = data.size <= MOST_LABELS ? Math.min(LABEL_ROOM, 14 + 7 * letters, width / 4) : 18;
    this.side = Math.min(MOST_WIDTH, width) - this.room;
    const scale = window.devicePixelRatio || 1;
    const full = this.side + this.room;
    this.canvas.width = Math.round(full * scale);
    this.canvas.height = Math.round(full * scale);
    this.canvas.style.width = `${full}px`;
    this.canvas.style.height = `${full}px`;
    const context = this.canvas.getContext('2d')!;
    context.scale(scale, scale);
    this.drawCells(context);
    this.drawLabels(context);
    this.drawMarks(context);
  }

  private drawCells(context: CanvasRenderingContext2D): void {
    const {size} = this.app.data;
    const image = new ImageData(size, size);
    const paint = this.paint();
    for (let row = 0, at = 0; row < size; ++row) {
      for (let column = 0; column < size; ++column, at += 4) {
        const [red, green, blue] = paint(this.order[row]! * size + this.order[column]!);
        image.data[at] = red;
        image.data[at + 1] = green;
        image.data[at + 2] = blue;
        image.data[at + 3] = 255;
      }
    }
    const small = document.createElement('canvas');
    small.width = small.height = size;
    small.getContext('2d')!.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = size > 2 * this.side;
    context.drawImage(small, this.room, this.room, this.side, this.side);
    context.strokeStyle = colour('line');
    context.strokeRect(this.room - 0.5, this.room - 0.5, this.side + 1, this.side + 1);
    if (size > MOST_LABELS) return;
    context.strokeStyle = colour('surface');
    for (let i = 1; i < size; ++i) {
      const at = this.room + (i * this.side) / size;
      context.strokeRect(at, this.room, 0, this.side);
      context.strokeRect(this.room, at, this.side, 0);
    }
  }

  private drawLabels(context: CanvasRenderingContext2D): void {
    const {data} = this.app;
    context.fillStyle = colour('quiet');
    const cell = this.side / data.size;
    context.font = `${Math.max(8, Math.min(12, cell * 0.8))}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    if (data.size > MOST_LABELS) {
      context.font = '12px system-ui, sans-serif';
      context.fillText('source →', this.room, this.room / 2);
      context.save();
      context.translate(this.room / 2, this.room + 52);
      context.rotate(-Math.PI / 2);
      context.fillText('← target', 0, 0);
      context.restore();
      return;
    }
    this.order.forEach((variable, place) => {
      const label = short(data.names[variable]!, LABEL_MOST);
      const middle = this.room + (place + 0.5) * cell;
      context.textAlign = 'end';
      context.fillText(label, this.room - 5, middle, this.room - 8);
      context.save();
      context.translate(middle, this.room - 5);
      context.rotate(-Math.PI / 2);
      context.textAlign = 'start';
      context.fillText(label, 0, 0, this.room - 8);
      context.restore();
    });
  }

  // The selected edge or variable, and where the arrow keys are.
  private drawMarks(context: CanvasRenderingContext2D): void {
    const {state, data} = this.app;
    const cell = this.side / data.size;
    context.lineWidth = 2;
    context.strokeStyle = colour('accent');
    const {selectedEdge: edge, selectedVariable: variable} = state;
    const at = (place: number) => this.room + place * cell;
    if (edge) {
      const size = Math.max(cell, 5);
      context.strokeRect(
        at(this.order.indexOf(edge.source)) + (cell - size) / 2,
        at(this.order.indexOf(edge.target)) + (cell - size) / 2,
        size,
        size,
      );
    }
    if (variable !== null) {
      const place = this.order.indexOf(variable);
      context.strokeRect(at(place), this.room, cell, this.side);
      context.strokeRect(this.room, at(place), this.side, cell);
    }
    if (this.cursor) {
      context.strokeStyle = colour('gap');
      context.strokeRect(at(this.cursor[1]), at(this.cursor[0]), Math.max(cell, 4), Math.max(cell, 4));
    }
  }
}

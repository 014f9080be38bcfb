// Small charts as SVG: coloured by the style sheet, named for screen readers, sharp on paper.
import {scaleLinear, type ScaleLinear} from 'd3-scale';
import {area, line} from 'd3-shape';
import {svg} from './dom';
import {num} from './format';

export type Scale = ScaleLinear<number, number>;
type Point = [number, number];

export interface ChartOptions {
  label: string; // what a screen reader says
  width: number;
  height: number;
  x: {domain: [number, number]; label: string; ticks?: number[]};
  y: {domain: [number, number]; label: string; ticks?: number[]; text?: (tick: number) => string};
}

const MARGIN = {top: 10, right: 12, bottom: 36};
const TICK_LETTER = 6.4; // wide

export class Chart {
  readonly root: SVGSVGElement;
  readonly x: Scale;
  readonly y: Scale;
  private readonly left: number;

  constructor(options: ChartOptions) {
    const {width, height} = options;
    this.root = svg('svg', {
      class: 'chart',
      role: 'img',
      'aria-label': options.label,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    });
    this.y = scaleLinear(widened(options.y.domain), [height - MARGIN.bottom, MARGIN.top]).nice(4);
    const ticks = (options.y.ticks ?? this.y.ticks(4)).map((tick): [number, string] => [
      tick,
      (options.y.text ?? num)(tick),
    ]);
    this.left = 26 + TICK_LETTER * Math.max(0, ...ticks.map(([, text]) => text.length));
    this.x = scaleLinear(widened(options.x.domain), [this.left, width - MARGIN.right]);
    this.drawAxes(options, ticks);
  }

  private drawAxes({width, height, x, y}: ChartOptions, ticks: [number, string][]): void {
    const bottom = height - MARGIN.bottom;
    for (const [tick, text] of ticks) {
      const at = this.y(tick);
      this.root.append(
        svg('line', {class: 'grid', x1: this.left, x2: width - MARGIN.right, y1: at, y2: at}),
        svg('text', {class: 'tick', x: this.left - 6, y: at + 4, 'text-anchor': 'end'}, text),
      );
    }
    for (const tick of x.ticks ?? this.x.ticks(Math.max(2, Math.min(6, Math.floor(width / 90))))) {
      const at = this.x(tick);
      this.root.append(
        svg('line', {class: 'axis', x1: at, x2: at, y1: bottom, y2: bottom + 4}),
        svg('text', {class: 'tick', x: at, y: bottom + 16, 'text-anchor': 'middle'}, num(tick)),
      );
    }
    this.root.append(
      svg('line', {class: 'axis', x1: this.left, x2: width - MARGIN.right, y1: bottom, y2: bottom}),
      svg(
        'text',
        {class: 'axis-label', x: (this.left + width - MARGIN.right) / 2, y: height - 4, 'text-anchor': 'middle'},
        x.label,
      ),
      svg(
        'text',
        {
          class: 'axis-label',
          transform: `translate(12 ${(MARGIN.top + bottom) / 2}) rotate(-90)`,
          'text-anchor': 'middle',
        },
        y.label,
      ),
    );
  }

  line(points: Point[], kind: string, title?: string): void {
    const path = line<Point>(
      (p) => this.x(p[0]),
      (p) => this.y(p[1]),
    ).defined((p) => Number.isFinite(p[1]))(points);
    if (path) this.root.append(svg('path', {class: `line ${kind}`, d: path}, title ? svg('title', {}, title) : null));
  }

  band(low: Point[], high: Point[], kind: string): void {
    const path = area<Point>(
      (p) => this.x(p[0]),
      (p) => this.y(p[1]),
      (_, i) => this.y(high[i]![1]),
    )(low);
    if (path) this.root.append(svg('path', {class: `band ${kind}`, d: path}));
  }

  bar(from: number, to: number, value: number, kind: string, title: string): void {
    const base = this.y(Math.max(this.y.domain()[0]!, Math.min(0, this.y.domain()[1]!)));
    const top = this.y(value);
    const left = this.x(from) + 0.5;
    this.root.append(
      svg(
        'rect',
        {
          class: `bar ${kind}`,
          x: left,
          width: Math.max(0.5, this.x(to) - left - 0.5),
          y: Math.min(base, top),
          height: Math.abs(base - top),
        },
        svg('title', {}, title),
      ),
    );
  }

  horizontal(value: number, kind: string): void {
    const at = this.y(value);
    this.root.append(
      svg('line', {class: `rule ${kind}`, x1: this.x.range()[0]!, x2: this.x.range()[1]!, y1: at, y2: at}),
    );
  }

  vertical(value: number, kind: string, text = ''): SVGLineElement {
    const at = this.x(value);
    const rule = svg('line', {class: `rule ${kind}`, x1: at, x2: at, y1: this.y.range()[0]!, y2: this.y.range()[1]!});
    this.root.append(rule);
    if (text) {
      const right = at > (this.x.range()[0]! + this.x.range()[1]!) / 2;
      this.root.append(
        svg(
          'text',
          {class: 'mark', x: at + (right ? -5 : 5), y: this.y.range()[1]! + 10, 'text-anchor': right ? 'end' : 'start'},
          text,
        ),
      );
    }
    return rule;
  }

  dot(x: number, y: number, kind: string, title: string): void {
    this.root.append(
      svg('circle', {class: `dot ${kind}`, cx: this.x(x), cy: this.y(y), r: 4}, svg('title', {}, title)),
    );
  }
}

// A domain that has some width.
function widened([low, high]: [number, number]): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

// The least and the largest of what is finite.
export function extent(values: Iterable<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

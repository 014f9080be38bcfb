// Elements made by hand. Text always goes in as text, never as markup: names of variables are anything.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined>;

const SVG = 'http://www.w3.org/2000/svg';

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function button(label: Child, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', {type: 'button', ...attributes}, label);
  made.addEventListener('click', act);
  return made;
}

// A select with one option for each [value, label].
export function select(label: string, options: [string, string][], chosen: string, act: (value: string) => void) {
  const list = el(
    'select',
    {},
    ...options.map(([value, text]) => el('option', {value, selected: value === chosen}, text)),
  );
  list.addEventListener('change', () => act(list.value));
  return el('label', {class: 'field'}, el('span', {}, label), list);
}

// A part of the page with its heading; the id is where the navigation jumps to.
export function section(id: string, title: string, lead: Child, ...children: Child[]): HTMLElement {
  return el(
    'section',
    {id, 'aria-labelledby': `${id}-title`},
    el('h2', {id: `${id}-title`}, title),
    lead ? el('p', {class: 'lead'}, lead) : null,
    ...children,
  );
}

// Draws into the box at its width: when that changes, and when the returned function is called. What is far from the
// window is drawn when it comes near, or when the page is printed.
export function responsive(box: HTMLElement, draw: (width: number) => void): () => void {
  let width = 0;
  let near = false;
  let stale = true;
  const drawNow = () => {
    if (!stale || width === 0) return;
    stale = false;
    draw(width);
  };
  const redraw = () => {
    stale = true;
    if (near) drawNow();
  };
  new ResizeObserver(() => {
    const now = Math.floor(box.clientWidth);
    if (now === width || now === 0) return;
    width = now;
    redraw();
  }).observe(box);
  new IntersectionObserver(
    (entries) => {
      near = entries[entries.length - 1]!.isIntersecting;
      if (near) drawNow();
    },
    {rootMargin: '400px'},
  ).observe(box);
  box.classList.add('drawn');
  box.addEventListener(DRAW_NOW, drawNow);
  return redraw;
}

const DRAW_NOW = 'draw-now';
window.addEventListener('beforeprint', () => {
  for (const box of document.querySelectorAll('.drawn')) box.dispatchEvent(new Event(DRAW_NOW));
});

// At most one call per frame, however often it is asked for.
export function oncePerFrame(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      act();
    });
  };
}

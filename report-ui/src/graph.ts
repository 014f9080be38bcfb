// The graph: drag, zoom, hover, click. Strongest edges first, so that many variables do not become a hairball.
import cytoscape from 'cytoscape';
import {edgeCard, hideCard, showCard} from './card';
import type {Edge} from './data';
import {button, el, oncePerFrame, select} from './dom';
import {count, plural} from './format';
import {exchangeElements, highlight} from './graph_elements';
import {legend} from './graph_legend';
import {graphStyle, MANY} from './graph_style';
import {circle, neighbourhood, springs, type Places} from './layout';
import {nameElement} from './names';
import type {App, Selection} from './state';

const MOST_EDGES = [50, 100, 200, 400, 800];
const FEW = 14; // variables that stand on a circle

type Layout = 'circle' | 'springs';

class GraphView {
  private readonly box = el('div', {class: 'graph-box', tabindex: 0, role: 'application', 'aria-label': ''});
  private readonly note = el('p', {class: 'quiet', id: 'graph-note'});
  private cy!: cytoscape.Core; // from start() on
  private places: Places = new Map();
  private layout: Layout;
  private most: number;
  private shown: Edge[] = [];
  private nearby = false;
  private tapped = false; // what is being selected was clicked here
  private readonly spacing: number; // between nodes

  constructor(private readonly app: App) {
    this.layout = app.data.size <= FEW ? 'circle' : 'springs';
    this.most = app.data.size <= MANY ? 400 : 200;
    this.spacing = app.data.size <= MANY ? 110 : app.data.size <= 150 ? 64 : 50;
  }

  element(): HTMLElement {
    const layouts: [string, string][] = [
      ['circle', 'on a circle'],
      ['springs', 'by connection'],
    ];
    const counts = MOST_EDGES.map((most): [string, string] => [String(most), `${most} strongest edges`]);
    const controls = el(
      'div',
      {class: 'controls'},
      select('Nodes', layouts, this.layout, (value) => {
        this.layout = value as Layout;
        this.arrange();
      }),
      select('At most', counts, String(this.most), (value) => {
        this.most = Number(value);
        this.update();
      }),
      button('Arrange again', () => this.arrange()),
      button('Fit', () => this.fit()),
      button('+', () => this.zoom(1.3), {'aria-label': 'Zoom in'}),
      button('−', () => this.zoom(1 / 1.3), {'aria-label': 'Zoom out'}),
    );
    return el('div', {class: 'graph'}, controls, this.box, this.note, legend(this.app));
  }

  // Once the element is on the page: Cytoscape.js learns then which scrolling moves it, and how large it is.
  start(): void {
    const {size} = this.app.data;
    this.cy = cytoscape({
      container: this.box,
      style: [],
      elements: [],
      layout: {name: 'preset'},
      minZoom: 0.05,
      maxZoom: 4,
      boxSelectionEnabled: false,
      selectionType: 'single',
      pixelRatio: size > MANY ? 1 : ('auto' as never),
      hideEdgesOnViewport: size > 200,
    });
    this.listen();
    this.restyle();
    this.update();
    this.fit();
    const adapt = () => {
      this.cy.resize();
      this.fit();
    };
    new ResizeObserver(oncePerFrame(adapt)).observe(this.box);
  }

  private listen(): void {
    const {state, data} = this.app;
    state.on(
      ['visible', 'neighbourhood'],
      oncePerFrame(() => this.update()),
    );
    state.on(['selection'], () => this.select());
    state.on(
      ['search'],
      oncePerFrame(() => this.highlight()),
    );
    state.on(['theme'], () => this.restyle());
    const tap = (selection: Selection) => {
      this.tapped = true;
      state.set({selection});
      this.tapped = false;
    };
    this.cy.on('tap', 'node', (event) => tap({variable: event.target.data('variable')}));
    this.cy.on('tap', 'edge', (event) => tap({edge: data.edges[event.target.data('rank')]!}));
    this.cy.on('tap', (event) => {
      if (event.target === this.cy) tap(null);
    });
    this.cy.on('mousemove', 'edge', (event) => {
      const at = event.originalEvent as MouseEvent;
      showCard(edgeCard(data.edges[event.target.data('rank')]!, data), at.clientX, at.clientY);
    });
    this.cy.on('mousemove', 'node', (event) => {
      const at = event.originalEvent as MouseEvent;
      showCard(this.nodeCard(event.target.data('variable')), at.clientX, at.clientY);
    });
    this.cy.on('mouseout grab viewport', hideCard);
    this.cy.on('dragfree', 'node', (event) => {
      if (!this.nearby) this.places.set(event.target.data('variable'), {...event.target.position()});
    });
    this.box.addEventListener('mouseleave', hideCard);
    this.box.addEventListener('keydown', (event) => this.key(event));
  }

  private nodeCard(variable: number): Node[] {
    const causes = this.app.state.now.visible.filter((edge) => edge.target === variable).length;
    const effects = this.app.state.now.visible.filter((edge) => edge.source === variable).length;
    return [
      el('strong', {}, nameElement(this.app.data.names[variable]!)),
      el('div', {}, `${plural(causes, 'cause')}, ${plural(effects, 'effect')}`),
    ];
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [60, 0],
      ArrowRight: [-60, 0],
      ArrowUp: [0, 60],
      ArrowDown: [0, -60],
    };
    const move = moves[event.key];
    if (move) this.cy.panBy({x: move[0], y: move[1]});
    else if (event.key === '+' || event.key === '=') this.zoom(1.3);
    else if (event.key === '-') this.zoom(1 / 1.3);
    else if (event.key === '0') this.fit();
    else if (event.key === 'Escape') this.app.state.set({selection: null});
    else return;
    event.preventDefault();
  }

  private zoom(factor: number): void {
    const centre = {x: this.cy.width() / 2, y: this.cy.height() / 2};
    this.cy.zoom({level: this.cy.zoom() * factor, renderedPosition: centre});
  }

  private fit(): void {
    this.cy.fit(undefined, 24);
    if (this.cy.zoom() > 1.4) {
      this.cy.zoom(1.4);
      this.cy.center();
    }
  }

  private restyle(): void {
    this.cy.style(graphStyle(this.app.data.size > MANY));
  }

  // Which variables are drawn: all where there are few, else those that have an edge.
  private variables(): number[] {
    if (this.app.data.size <= MANY && !this.nearby) return this.app.data.names.map((_, i) => i);
    const ends = new Set(this.shown.flatMap((edge) => [edge.source, edge.target]));
    const chosen = this.app.state.selectedVariable;
    if (chosen !== null && this.nearby) ends.add(chosen);
    return [...ends].sort((a, b) => a - b);
  }

  private update(): void {
    const {state} = this.app;
    const centre = state.now.neighbourhood ? state.selectedVariable : null;
    const wasNearby = this.nearby;
    this.nearby = centre !== null;
    const pool =
      centre === null
        ? state.now.visible
        : state.now.visible.filter((edge) => edge.source === centre || edge.target === centre);
    this.shown = pool.slice(0, this.most);
    const variables = this.variables();
    exchangeElements(this.cy, variables, this.shown, this.app.data);
    this.put(centre === null ? this.placesFor(variables) : neighbourhood(centre, this.shown, this.spacing));
    if (this.nearby || wasNearby) this.fit();
    this.highlight();
    this.tell(pool.length, variables.length);
  }

  private placesFor(variables: number[]): Places {
    const fresh = variables.some((variable) => !this.places.has(variable));
    if (fresh) {
      const found =
        this.layout === 'circle'
          ? circle(variables, this.spacing)
          : springs(variables, this.shown, this.spacing, this.places, this.nodeWidth);
      for (const [variable, place] of found) this.places.set(variable, place);
    }
    return this.places;
  }

  private readonly nodeWidth = (variable: number): number =>
    this.app.data.size > MANY ? 0 : Number(this.cy.getElementById(`n${variable}`).data('width'));

  private arrange(): void {
    this.places = new Map();
    if (this.app.state.now.neighbourhood) this.app.state.set({neighbourhood: false});
    this.update();
    this.fit();
  }

  private put(places: Places): void {
    this.cy.batch(() =>
      this.cy.nodes().forEach((node) => {
        const place = places.get(node.data('variable'));
        const now = node.position();
        if (place && (place.x !== now.x || place.y !== now.y)) node.position({...place});
      }),
    );
  }

  private select(): void {
    if (this.app.state.now.neighbourhood) this.update();
    else this.highlight();
    if (!this.tapped) this.reveal();
  }

  // What was selected elsewhere is brought into view where it would be hard to find.
  private reveal(): void {
    const {selectedVariable: variable, selectedEdge: edge} = this.app.state;
    if (this.app.data.size <= MANY || this.nearby) return;
    const chosen = edge ? this.cy.getElementById(`e${edge.rank}`) : this.cy.getElementById(`n${variable ?? -1}`);
    if (chosen.empty()) {
      this.app.state.set({neighbourhood: variable !== null}); // it is not drawn among the others
      return;
    }
    const near = edge ? chosen.union(chosen.connectedNodes()) : chosen.closedNeighborhood();
    this.cy.fit(near, 120);
    if (this.cy.zoom() > 1) this.cy.zoom({level: 1, position: near.nodes()[0]!.position()});
  }

  private highlight(): void {
    highlight(this.cy, this.app);
  }

  private tell(possible: number, drawn: number): void {
    const {data} = this.app;
    const cut = this.shown.length < possible ? ` (the strongest of ${count(possible)})` : '';
    const hidden = this.nearby ? 0 : data.size - drawn;
    const text =
      `${plural(this.shown.length, 'edge')}${cut} between ${plural(drawn, 'variable')}` +
      (hidden > 0 ? `; ${count(hidden)} without one of these are not drawn` : '');
    this.note.textContent = `${text}. Drag nodes, scroll to zoom, click a node or an edge.`;
    this.note.dataset['edges'] = String(this.shown.length);
    this.box.setAttribute(
      'aria-label',
      `Graph: ${text}. Arrow keys move, plus and minus zoom, 0 fits. The table below has the same edges.`,
    );
  }
}

export function graphView(app: App): {element: HTMLElement; start: () => void} {
  const view = new GraphView(app);
  return {element: view.element(), start: () => view.start()};
}

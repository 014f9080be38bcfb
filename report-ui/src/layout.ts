// Where the nodes of the graph stand.
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import type {Edge} from './data';

export interface Point {
  x: number;
  y: number;
}
export type Places = Map<number, Point>;
interface Body extends SimulationNodeDatum {
  variable: number;
}

export function circle(variables: number[], spacing: number): Places {
  const radius = Math.max(90, (spacing * variables.length) / (2 * Math.PI));
  return new Map(
    variables.map((variable, i) => {
      const angle = (2 * Math.PI * i) / variables.length - Math.PI / 2;
      return [variable, {x: radius * Math.cos(angle), y: radius * Math.sin(angle)}];
    }),
  );
}

// Springs along edges, nodes that repel each other. Nodes that have a place keep it; the others find theirs among them.
// `width` is that of a node. The same edges always give the same picture: nothing here is random.
export function springs(
  variables: number[],
  edges: Edge[],
  spacing: number,
  old: Places,
  width: (variable: number) => number,
): Places {
  const start = circle(variables, spacing / 2);
  const bodies = variables.map((variable): Body => {
    const kept = old.get(variable);
    return kept ? {variable, ...kept, fx: kept.x, fy: kept.y} : {variable, ...start.get(variable)!};
  });
  const place = new Map(bodies.map((body, i) => [body.variable, i]));
  const links = edges.map((edge) => ({source: place.get(edge.source)!, target: place.get(edge.target)!}));
  const simulation = forceSimulation(bodies)
    .force('links', forceLink(links).distance(spacing).strength(0.35))
    .force(
      'repel',
      forceManyBody()
        .strength(-4 * spacing)
        .distanceMax(8 * spacing),
    )
    .force(
      'apart',
      forceCollide<Body>((body) => Math.max(0.42 * spacing, 0.55 * width(body.variable))),
    )
    .force('x', forceX(0).strength(0.04))
    .force('y', forceY(0).strength(0.06))
    .stop();
  simulation.tick(variables.length > 200 ? 120 : 250);
  return new Map(bodies.map((body) => [body.variable, {x: body.x ?? 0, y: body.y ?? 0}]));
}

function column(variables: number[], x: number, spacing: number): [number, Point][] {
  return variables.map((variable, i) => [variable, {x, y: (i - (variables.length - 1) / 2) * spacing}]);
}

// Causes on the left, effects on the right, what is both above.
export function neighbourhood(centre: number, edges: Edge[], spacing: number): Places {
  const causes = new Set(edges.filter((edge) => edge.target === centre).map((edge) => edge.source));
  const effects = new Set(edges.filter((edge) => edge.source === centre).map((edge) => edge.target));
  const both = [...causes].filter((variable) => effects.has(variable));
  const left = [...causes].filter((variable) => !effects.has(variable));
  const right = [...effects].filter((variable) => !causes.has(variable));
  const away = Math.max(2.4 * spacing, 0.6 * spacing * Math.sqrt(Math.max(left.length, right.length)));
  const row = 0.7 * spacing;
  const above = both.map((variable, i): [number, Point] => [
    variable,
    {
      x: (i - (both.length - 1) / 2) * 1.2 * spacing,
      y: -Math.max(2 * spacing, (Math.max(left.length, right.length) / 4) * row),
    },
  ]);
  return new Map<number, Point>([
    [centre, {x: 0, y: 0}],
    ...column(left, -away, row),
    ...column(right, away, row),
    ...above,
  ]);
}

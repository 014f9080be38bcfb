// How nodes and edges look, in the colours of the page.
import type cytoscape from 'cytoscape';
import type {Edge, PageData} from './data';
import {short} from './names';
import {colour} from './theme';
import {unsure} from './words';

const LABEL_MOST = 18;
export const MANY = 40; // nodes: from here on they are small, with their labels below

const ARROWS = {'+': 'triangle', '-': 'tee', mixed: 'vee', '': 'triangle'} as const;

let ruler: CanvasRenderingContext2D | null | undefined;
function textWidth(text: string): number {
  if (ruler === undefined) ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) return 8 * text.length;
  ruler.font = '13px system-ui, sans-serif';
  return ruler.measureText(text).width;
}

export function nodeData(variable: number, data: PageData): cytoscape.NodeDataDefinition {
  const label = short(data.names[variable]!, LABEL_MOST);
  return {id: `n${variable}`, variable, label, width: Math.max(34, textWidth(label) + 18)};
}

export function edgeData(edge: Edge, strength: number, data: PageData): cytoscape.EdgeDataDefinition {
  return {
    id: `e${edge.rank}`,
    rank: edge.rank,
    source: `n${edge.source}`,
    target: `n${edge.target}`,
    width: 1 + 4 * strength,
    kind: edge.kind,
    arrow: ARROWS[edge.sign],
    dashes: unsure(edge, data.fdr) ? 'dashed' : 'solid',
  };
}

function edgeColours(): cytoscape.StylesheetJson {
  return (['mean', 'variance', 'both', 'unknown'] as const).map((kind) => {
    const value = colour(kind);
    return {selector: `edge[kind = "${kind}"]`, style: {'line-color': value, 'target-arrow-color': value}};
  });
}

export function graphStyle(many: boolean): cytoscape.StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        'font-size': many ? 12 : 13,
        'font-family': 'system-ui, sans-serif',
        color: colour('ink'),
        'background-color': colour('node'),
        'border-width': 1.5,
        'border-color': colour('node-edge'),
        'text-valign': many ? 'bottom' : 'center',
        'text-margin-y': many ? 3 : 0,
        'min-zoomed-font-size': many ? 6.5 : 0,
        width: many ? 14 : 'data(width)',
        height: many ? 14 : 30,
        shape: many ? 'ellipse' : 'round-rectangle',
        'text-outline-color': colour('surface'),
        'text-outline-width': many ? 2 : 0,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 'data(width)',
        'curve-style': 'bezier',
        'control-point-step-size': 28,
        'target-arrow-shape': 'data(arrow)' as never,
        'arrow-scale': many ? 0.8 : 1,
        'line-style': 'data(dashes)' as never,
        'line-dash-pattern': [6, 4],
        opacity: 0.85,
        'overlay-opacity': 0,
      },
    },
    ...edgeColours(),
    {selector: '.faded', style: {opacity: 0.16}},
    {selector: 'node.near', style: {'border-width': 2.5, 'border-color': colour('accent')}},
    {
      selector: 'node.chosen',
      style: {
        'background-color': colour('accent'),
        'border-color': colour('accent'),
        color: colour(many ? 'ink' : 'on-accent'),
      },
    },
    {
      selector: 'edge.chosen',
      style: {'underlay-color': colour('accent'), 'underlay-opacity': 0.35, 'underlay-padding': 5, opacity: 1},
    },
    {selector: 'node.match', style: {'border-width': 3, 'border-color': colour('accent')}},
  ];
}

// The nodes and edges that Cytoscape.js holds, kept in step with what is shown and what is selected.
import type cytoscape from 'cytoscape';
import type {Edge, PageData} from './data';
import {edgeData, nodeData} from './graph_style';
import {matches, type App} from './state';
import {strengthOf} from './words';

// Takes away what is no longer shown and adds what is new; the rest stays as it is.
export function exchangeElements(cy: cytoscape.Core, variables: number[], shown: Edge[], data: PageData): void {
  const strength = strengthOf(shown);
  const largest = Math.max(...shown.map(strength), 1e-12);
  const nodes = new Set(variables.map((variable) => `n${variable}`));
  const edges = new Map(shown.map((edge) => [`e${edge.rank}`, edge]));
  const has = (id: string) => cy.getElementById(id).nonempty();
  cy.batch(() => {
    cy.remove(cy.edges().filter((edge) => !edges.has(edge.id())));
    cy.remove(cy.nodes().filter((node) => !nodes.has(node.id())));
    cy.add(variables.filter((v) => !has(`n${v}`)).map((v) => ({group: 'nodes', data: nodeData(v, data)})));
    for (const [id, edge] of edges) {
      const fresh = edgeData(edge, strength(edge) / largest, data);
      if (has(id)) cy.getElementById(id).data('width', fresh['width']);
      else cy.add({group: 'edges', data: fresh});
    }
  });
}

// What is searched for, and the selected edge, or the selected variable among its causes and effects.
export function highlight(cy: cytoscape.Core, {data, state}: App): void {
  const {selectedVariable: variable, selectedEdge: edge} = state;
  cy.batch(() => {
    cy.elements().removeClass('faded near chosen match');
    for (const match of matches(data, state.now.search)) cy.getElementById(`n${match}`).addClass('match');
    if (edge) cy.getElementById(`e${edge.rank}`).addClass('chosen');
    const node = cy.getElementById(`n${variable ?? -1}`);
    if (node.empty()) return;
    const near = node.closedNeighborhood();
    cy.elements().difference(near).addClass('faded');
    near.nodes().difference(node).addClass('near');
    node.addClass('chosen');
  });
}

// How the networks learned: loss of each member, loss on held-out data, and the gates A over time.
import {Chart, extent} from './chart';
import type {Curve, HeldOutRun, PageData} from './data';
import {el, responsive, section} from './dom';
import {num} from './format';
import {short} from './names';

type Point = [number, number];

function points(curve: Curve): Point[] {
  return curve.values.map((value, i) => [(i + 1) * curve.every, value ?? NaN]);
}

function lossChart(label: string, lines: {points: Point[]; kind: string; title: string}[], height = 230): HTMLElement {
  const box = el('div', {class: 'chart-box'});
  const all = lines.flatMap((line) => line.points);
  responsive(box, (width) => {
    const chart = new Chart({
      label,
      width,
      height,
      x: {domain: [1, Math.max(2, ...all.map((p) => p[0]))], label: 'epoch'},
      y: {domain: extent(all.map((p) => p[1])), label: 'loss'},
    });
    for (const line of lines) chart.line(line.points, line.kind, line.title);
    box.replaceChildren(chart.root);
  });
  return box;
}

function memberFigure(members: Curve[]): HTMLElement {
  const last = members.map((curve) => num(curve.values[curve.values.length - 1] ?? NaN)).join(', ');
  return el(
    'figure',
    {},
    el('figcaption', {}, `Loss of ${members.length === 1 ? 'the member' : `each of ${members.length} members`}`),
    lossChart(
      `Training loss of each member by epoch; at the end ${last}`,
      members.map((curve, i) => ({points: points(curve), kind: 'thin', title: `member ${i + 1}`})),
    ),
    el('p', {class: 'quiet small'}, 'On what they train on, with the penalty on edges.'),
  );
}

function heldOutFigure(runs: HeldOutRun[]): HTMLElement {
  const lines = runs.flatMap((run) => [
    {points: points(run.losses), kind: 'faint dashed', title: `${run.network}, on what it trained on`},
    {
      points: points(run.held_out),
      kind: run.network === 'scout' ? 'thin variance' : 'thin mean',
      title: `${run.network}, on what it held out`,
    },
  ]);
  const scout = runs.some((run) => run.network === 'scout');
  const judges = runs.some((run) => run.network.startsWith('judge'));
  const names = [judges ? 'judges' : '', scout ? 'scout' : ''].filter(Boolean).join(' and ');
  return el(
    'figure',
    {},
    el('figcaption', {}, 'Loss on held-out data'),
    lossChart(`Loss of ${names} on the part of the data that each did not train on`, lines),
    el(
      'ul',
      {class: 'legend'},
      judges ? el('li', {}, el('i', {class: 'swatch mean'}), 'judges: they measure each edge') : null,
      scout ? el('li', {}, el('i', {class: 'swatch variance'}), 'scout: it tells how long to train') : null,
      el('li', {}, el('i', {class: 'swatch dashes'}), 'on what they trained on'),
    ),
  );
}

function gatesFigure(data: PageData): HTMLElement {
  const gates = data.training.gates!;
  const box = el('div', {class: 'chart-box'});
  const found = new Set(data.edges.filter((edge) => edge.found).map((edge) => edge.target * data.size + edge.source));
  const at = (i: number): Point[] => gates.epochs.map((epoch, moment) => [epoch, gates.quantiles[moment]![i] ?? NaN]);
  responsive(box, (width) => {
    const chart = new Chart({
      label: `Gates of the ${gates.lines.length} strongest edges while training, and of all pairs`,
      width,
      height: 230,
      x: {domain: [0, Math.max(1, ...gates.epochs)], label: 'epoch'},
      y: {domain: [0, 1], label: 'A'},
    });
    chart.band(at(0), at(4), '');
    chart.band(at(1), at(3), '');
    chart.line(at(2), 'unknown');
    for (const [source, target, values] of gates.lines) {
      const kind = found.has(target * data.size + source) ? 'faint mean' : 'faint variance';
      chart.line(
        values.map((value, i) => [gates.epochs[i]!, value]),
        kind,
        `${short(data.names[source]!)} → ${short(data.names[target]!)}`,
      );
    }
    box.replaceChildren(chart.root);
  });
  return el(
    'figure',
    {},
    el('figcaption', {}, 'A over time'),
    box,
    el(
      'ul',
      {class: 'legend'},
      el(
        'li',
        {},
        el('i', {class: 'swatch mean'}),
        `gates of the ${gates.lines.length} strongest edges, averaged over the members`,
      ),
      gates.lines.some(([source, target]) => !found.has(target * data.size + source))
        ? el('li', {}, el('i', {class: 'swatch variance'}), 'of these not in the graph')
        : null,
      el('li', {}, 'grey: middle half, and nine tenths, of all pairs'),
    ),
  );
}

export function training(data: PageData): HTMLElement | null {
  const {members, held_out: runs, gates} = data.training;
  if (members.length === 0) return null;
  const figures = [memberFigure(members)];
  if (runs.length > 0) figures.push(heldOutFigure(runs));
  if (gates) figures.push(gatesFigure(data));
  return section(
    'training',
    'Training',
    'Curves that have become flat are a good sign; a held-out loss that rises again while the other falls is not.',
    el('div', {class: 'charts'}, ...figures),
  );
}

// Results to draw: a result.json as the program writes it, of any size, the same at every run.

export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const rounded = (value) => Number(value.toPrecision(4));

function madeEdges(names, random, perVariable, lags) {
  const edges = [];
  const truth = names.map(() => names.map(() => 0));
  for (let source = 0; source < names.length; ++source) {
    for (let target = 0; target < names.length; ++target) {
      if (source === target) continue;
      const near = (target - source + names.length) % names.length;
      const found = near >= 1 && near <= perVariable;
      const score = rounded(found ? 0.5 + 0.5 * random() : 0.3 * random());
      if (found) truth[target][source] = 1;
      const nats = rounded(found ? 0.02 + 0.3 * random() : 0.005 * random());
      const sign = [1, -1, 0][Math.floor(3 * random())];
      edges.push({
        source: names[source],
        target: names[target],
        score,
        found,
        lag: 1 + Math.floor(lags * random()),
        sign,
        ...(sign === 0 ? {sign_varies: true} : {}),
        p: found ? 1e-6 * random() : random(),
        q: found ? 1e-4 * random() : random(),
        nats,
        nats_low: rounded(nats * 0.6),
        nats_high: rounded(nats * 1.4),
        stability: found && random() < 0.7 ? 1 : Math.floor(9 * random()) / 9,
        kind: ['mean', 'variance', 'both'][Math.floor(3 * random())],
        kind_confidence: rounded(0.5 + 0.5 * random()),
      });
    }
  }
  edges.sort((a, b) => b.score - a.score);
  return {edges, truth};
}

function madeSeries(random, buckets, missing) {
  let level = 0;
  const low = Array.from({length: buckets}, () => rounded((level = 0.8 * level + random() - 0.5)));
  const gaps = low.map(() => 0);
  if (missing) gaps.fill(3, 10, 14);
  return {
    low,
    high: low.map((value) => rounded(value + random())),
    ...(missing ? {missing: gaps} : {}),
    mean: 0.1,
    sd: 1.2,
  };
}

const curve = (length, from, to) =>
  Array.from({length}, (_, i) => rounded(to + (from - to) * Math.exp((-4 * i) / length)));

export function madeResult({names, size = names?.length, perVariable = 2, lags = 3, truth = true, seed = 1} = {}) {
  const random = randomNumbers(seed);
  names ??= Array.from({length: size}, (_, i) => `v${i + 1}`);
  const made = madeEdges(names, random, perVariable, lags);
  const place = new Map(names.map((name, i) => [name, i]));
  const scores = names.map(() => names.map(() => 0));
  for (const edge of made.edges) scores[place.get(edge.target)][place.get(edge.source)] = edge.score;
  const matrix = () => names.map(() => names.map(() => rounded(random() - 0.5)));
  const moments = [0, 10, 20, 30, 40];
  return {
    schema: 1,
    version: '0.0.0',
    command: `mask2cause discover 'made data.csv' --seed ${seed}`,
    options: {method: 'm2c', lags, seed, fdr: 0.1, objective: 'nll'},
    data: {source: 'made data.csv', fingerprint: '0123456789abcdef', rows: 1000, trajectories: 1, missing: 12},
    seconds: 12.5,
    steps: 4000,
    networks: 9,
    warnings: ['a warning to be read'],
    choices: [{option: 'lags', value: String(lags), reason: 'because the data say so'}],
    checks: [{name: 'unit-root', variables: [names[0]], finding: 'it wanders', remedy: 'try --difference'}],
    graph_rule: 'q at most 0.1, picked by at least half of the networks',
    split: {threshold: 0.4, low_centre: 0.15, high_centre: 0.75, gap: 0.2, above: perVariable * size, two_humped: true},
    names,
    scores,
    edges: made.edges,
    lag_coefficients: Array.from({length: lags}, matrix),
    ...(truth ? {truth: made.truth} : {}),
    epoch_losses: [curve(40, 1, 0.2), curve(40, 1.1, 0.21)],
    held_out_runs: [
      {network: 'scout', losses: curve(30, 1, 0.3), held_out_losses: curve(30, 1.2, 0.4), best_epoch: 28},
      {network: 'judge 1', losses: curve(40, 1, 0.2), held_out_losses: curve(40, 1.2, 0.3), best_epoch: 40},
    ],
    gates: {
      epochs: moments,
      quantiles: moments.map((_, i) => [0.02, 0.05, 0.1, 0.2, 0.3 + i / 10]),
      lines: made.edges
        .slice(0, 20)
        .map((edge) => ({
          source: place.get(edge.source),
          target: place.get(edge.target),
          gates: moments.map((_, i) => 0.3 + i / 8),
        })),
    },
    picture: {
      rows: 1000,
      starts: [0],
      series: names.map((_, i) => madeSeries(random, Math.max(60, Math.min(500, Math.floor(20000 / size))), i === 1)),
    },
  };
}

// What compare, forecast and prune would write about a made result, the same at every run: {flag of report: content}.
import {randomNumbers, rounded} from './made_result.mjs';

export const METHODS = ['m2c', 'var', 'pcmci'];
export const FAILURE = 'too few rows for pcmci';

// Each method but the last ranks the pairs of the result a bit differently and takes a bit fewer into its graph; the last
// one fails.
function madeComparison({names, edges, truth}, methods, failure, random) {
  const place = new Map(names.map((name, i) => [name, i]));
  const fitted = methods.slice(0, -1);
  const found = edges.filter((edge) => edge.found).length;
  const views = edges.map(() => ({}));
  fitted.forEach((method, m) => {
    const order = edges
      .map((edge, i) => ({i, score: edge.score + 0.1 * m * random()}))
      .sort((a, b) => b.score - a.score);
    order.forEach(({i, score}, rank) => {
      Object.defineProperty(views[i], method, {
        value: {rank: rank + 1, score, found: rank < found - 3 * m},
        enumerable: true,
      });
    });
  });
  const rows = edges.map(({source, target}, i) => {
    const seen = Object.values(views[i]);
    return {
      source,
      target,
      agree: seen.filter((view) => view.found).length,
      mean_rank: seen.reduce((sum, view) => sum + view.rank, 0) / fitted.length,
      ...(truth ? {truth: truth[place.get(target)][place.get(source)] === 1} : {}),
      methods: views[i],
    };
  });
  rows.sort((a, b) => b.agree - a.agree || a.mean_rank - b.mean_rank);
  return {
    names,
    methods: methods.map((method, m) =>
      m < fitted.length
        ? {
            method,
            edges: found - 3 * m,
            graph_rule: `rule of ${method}`,
            lags: 2,
            seconds: m + 0.5,
            auroc: 0.9,
            auprc: 0.8,
          }
        : {method, failure},
    ),
    edges: rows,
  };
}

// Wider with each step.
function madeForecast(names, random, steps) {
  const levels = [0.05, 0.25, 0.5, 0.75, 0.95];
  const shifts = [-1.6, -0.7, 0, 0.7, 1.6];
  const rows = [];
  for (let step = 1; step <= steps; ++step) {
    for (const variable of names) {
      const mean = rounded(random() - 0.5);
      const sd = rounded(0.2 * Math.sqrt(step));
      rows.push({step, variable, mean, sd, quantiles: shifts.map((shift) => rounded(mean + shift * sd))});
    }
  }
  return {
    data: 'made data.csv',
    names,
    objective: 'nll',
    members: 3,
    last_row: 1000,
    steps,
    paths: 1000,
    quantile_levels: levels,
    warnings: [],
    rows,
    recent: Array.from({length: 40}, (_, r) =>
      names.map((_, v) => (r === 20 && v === 1 ? null : rounded(random() - 0.5))),
    ),
  };
}

function madeBacktest(names, random) {
  const score = () => ({mse: rounded(random()), mae: rounded(random()), mase: 0.8, crps: 0.5, coverage: 0.9});
  const forecaster = () => ({mean: score(), rows: names.map((variable) => ({variable, ...score()}))});
  return {
    data: 'made data.csv',
    series: 'levels',
    train_rows: 800,
    test_rows: 200,
    interval: 0.9,
    model: forecaster(),
    naive: forecaster(),
    var: forecaster(),
  };
}

// The fit of the second variable failed.
function madePruning({names, edges}, failure, random) {
  const n = names.length;
  const rows = names.map((variable, v) => {
    const parents = edges.filter((edge) => edge.found && edge.target === variable).map((edge) => edge.source);
    const mse = rounded(0.3 + random());
    const reduction = v === 1 ? null : rounded(60 * random() - 20);
    return {
      variable,
      parents,
      full: {inputs: n, parameters: n + 1, mse},
      pruned: {
        inputs: parents.length + 1,
        parameters: parents.length + 2,
        mse: v === 1 ? null : mse * (1 - reduction / 100),
        ...(v === 1 ? {failure} : {}),
      },
      parameter_reduction_percent: rounded((100 * (n - 1 - parents.length)) / (n + 1)),
      mse_reduction_percent: reduction,
    };
  });
  return {
    model: 'linear',
    options: {lags: 1, train: 0.8},
    data: 'made data.csv',
    train_rows: 799,
    test_rows: 200,
    excluded: [],
    failed: 1,
    full_parameters: n * (n + 1),
    pruned_parameters: 4 * n,
    full_mse: 0.8,
    pruned_mse: 0.9,
    parameter_reduction_percent: 63.6,
    mse_reduction_percent: -12.5,
    rows,
  };
}

export function madePanels(result, {methods = METHODS, failure = FAILURE, steps = 10} = {}) {
  const random = randomNumbers(7);
  return {
    compare: madeComparison(result, methods, failure, random),
    forecast: madeForecast(result.names, random, steps),
    backtest: madeBacktest(result.names, random),
    pruning: madePruning(result, failure, random),
  };
}

// What the program put into the page, read once. The shape is that of src/report/page_data.cc.

export type Kind = 'unknown' | 'mean' | 'variance' | 'both';
export type Sign = '+' | '-' | 'mixed' | '';

export interface Edge {
  rank: number; // 0: the strongest
  source: number;
  target: number;
  score: number;
  found: boolean;
  lag: number; // 0: unknown
  sign: Sign;
  kind: Kind;
  nats: number; // NaN: unknown, as in all that follow
  natsLow: number;
  natsHigh: number;
  p: number;
  q: number;
  stability: number;
  kindConfidence: number;
}

export interface Curve {
  every: number;
  values: (number | null)[];
}
export interface HeldOutRun {
  network: string;
  losses: Curve;
  held_out: Curve;
  best: number;
}
export interface Gates {
  epochs: number[];
  quantiles: number[][];
  lines: [number, number, number[]][];
}
export interface Series {
  least: number | null;
  largest: number | null;
  mean: number | null;
  sd: number | null;
  low: number[];
  high?: number[]; // steps of 1/999 of the way from least to largest; -1: nothing observed
  missing?: number[];
}
export interface Decision {
  threshold: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
  shd: number;
}
export interface Metrics {
  pairs: number;
  edges: number;
  auroc: number | null;
  auprc: number | null;
  average_precision: number | null;
  at_true_density: Decision;
  at_fixed: Decision;
  at_split: Decision;
}

// What several methods say about the same pairs, most agreed first.
export interface ComparedMethod {
  name: string;
  failure?: string; // and nothing else
  edges?: number; // in its graph
  rule?: string;
  seconds?: number;
  auroc?: number | null;
  auprc?: number | null;
}
export interface Comparison {
  pairs: number; // also those that are not here
  in_every: number; // graph of a method that could be fitted
  in_some: number; // but not in every one
  methods: ComparedMethod[];
  source: number[];
  target: number[];
  agree: number[];
  mean_rank: number[];
  ranks: number[][]; // (methods, rows); 0: the method failed
  found: string[]; // (methods), a digit for each row
  truth?: string;
}
// Values by step; quantiles (levels, steps).
export interface ForecastVariable {
  place: number;
  recent: (number | null)[];
  mean: number[];
  quantiles: number[][];
}
export interface Forecast {
  source: string;
  members: number;
  paths: number;
  last_row: number; // from 1; the last of `recent`
  levels: number[];
  warnings: string[];
  variables: ForecastVariable[];
}
export type BacktestScore = [
  mse: number | null,
  mae: number | null,
  mase: number | null,
  crps: number | null,
  coverage: number | null,
];
export interface Backtest {
  series: string;
  train_rows: number;
  test_rows: number;
  interval: number;
  places: number[];
  forecasters: {name: string; mean: BacktestScore; rows: BacktestScore[]}[];
}
export interface PrunedScore {
  inputs: number;
  parameters: number;
  mse: number | null;
  failure?: string;
}
export interface PrunedVariable {
  place: number;
  parents: number[];
  full: PrunedScore;
  pruned: PrunedScore;
  pr: number | null; // percent, as mse_r
  mse_r: number | null;
}
export interface Pruning {
  model: string;
  lags: number;
  train_rows: number;
  test_rows: number;
  excluded: string[];
  failed: number;
  full_parameters: number;
  pruned_parameters: number;
  full_mse: number | null;
  pruned_mse: number | null;
  pr: number | null;
  mse_r: number | null;
  rows: PrunedVariable[];
}

type Column = (number | null)[];
interface Raw {
  version: string;
  method: string;
  command: string;
  seconds: number;
  steps: number;
  networks: number;
  members: number;
  fdr: number;
  rule: string;
  options: [string, string, boolean][];
  choices: [string, string, string][];
  warnings: string[];
  source: string;
  fingerprint: string;
  rows: number;
  trajectories: number;
  missing: number;
  left_out: number;
  time_column: string;
  excluded: string[];
  checks: {name: string; variables: string[]; finding: string; remedy: string}[];
  names: string[];
  pairs: number;
  split: {threshold: number; low_centre: number; high_centre: number; above: number; two_humped: boolean};
  scores: {low: number; step: number; packed: string};
  edges: {
    source: number[];
    target: number[];
    score: Column;
    found: number[];
    lag: number[];
    sign: number[];
    kind: number[];
    nats?: Column;
    nats_low?: Column;
    nats_high?: Column;
    p?: Column;
    q?: Column;
    stability?: Column;
    kind_confidence?: Column;
    lags?: number;
    profiles?: Column;
  };
  truth?: string;
  metrics?: {off_diagonal: Metrics; full: Metrics};
  training: {members: Curve[]; held_out: HeldOutRun[]; gates?: Gates};
  series?: {rows: number; buckets: number; starts: number[]; variables: Series[]};
  comparison?: Comparison;
  forecast?: Forecast;
  backtest?: Backtest;
  pruning?: Pruning;
}

export interface PageData extends Omit<Raw, 'scores' | 'edges' | 'truth'> {
  size: number;
  edges: Edge[]; // strongest first; of very many only the strongest and those of the final graph
  scores: Float32Array; // (N, N) [target][source]
  levels: Uint16Array; // (N, N) the same as steps from the least, 0 .. 65535
  truth: Uint8Array | null; // (N, N) 0/1
  tested: boolean; // there are q-values
  isolated: boolean[]; // variables that were left out of the fit
  lagProfile(edge: Edge): number[] | null;
  edgeIn(cell: number): Edge | undefined; // target * size + source; undefined: none that the page knows
}

const KINDS: Kind[] = ['unknown', 'mean', 'variance', 'both'];
const SIGNS: Record<string, Sign> = {'1': '+', '-1': '-', '2': 'mixed'};

function at(column: Column | undefined, i: number): number {
  const value = column?.[i];
  return value === null || value === undefined ? NaN : value;
}

function readEdges(raw: Raw['edges']): Edge[] {
  return raw.source.map((source, i) => ({
    rank: i,
    source,
    target: raw.target[i]!,
    score: at(raw.score, i),
    found: raw.found[i] === 1,
    lag: raw.lag[i]!,
    sign: SIGNS[String(raw.sign[i])] ?? '',
    kind: KINDS[raw.kind[i]!] ?? 'unknown',
    nats: at(raw.nats, i),
    natsLow: at(raw.nats_low, i),
    natsHigh: at(raw.nats_high, i),
    p: at(raw.p, i),
    q: at(raw.q, i),
    stability: at(raw.stability, i),
    kindConfidence: at(raw.kind_confidence, i),
  }));
}

function unpackLevels(packed: string, cells: number): Uint16Array {
  const bytes = atob(packed);
  const levels = new Uint16Array(cells);
  for (let c = 0; c < cells; ++c) levels[c] = bytes.charCodeAt(2 * c) + 256 * bytes.charCodeAt(2 * c + 1);
  return levels;
}

export function readData(text: string): PageData {
  const raw = JSON.parse(text) as Raw;
  const size = raw.names.length;
  const edges = readEdges(raw.edges);
  const lags = raw.edges.lags ?? 0;
  const profiles = raw.edges.profiles ?? [];
  const excluded = new Set(raw.excluded);
  const levels = unpackLevels(raw.scores.packed, size * size);
  const ranks = new Int32Array(size * size).fill(-1);
  for (const edge of edges) ranks[edge.target * size + edge.source] = edge.rank;
  return {
    ...raw,
    size,
    edges,
    scores: Float32Array.from(levels, (level) => raw.scores.low + raw.scores.step * level),
    levels,
    truth: raw.truth ? Uint8Array.from(raw.truth, (digit) => (digit === '1' ? 1 : 0)) : null,
    tested: edges.some((edge) => Number.isFinite(edge.q)),
    isolated: raw.names.map((name) => excluded.has(name)),
    edgeIn: (cell) => edges[ranks[cell]!],
    lagProfile: (edge) => {
      const first = edge.rank * lags;
      return lags > 0 && first + lags <= profiles.length
        ? profiles.slice(first, first + lags).map((v) => v ?? NaN)
        : null;
    },
  };
}

// In which order a matrix shows its variables: as the data have them, by name, or so that likes stand together.
import type {PageData} from './data';

export type Order = 'file' | 'name' | 'cluster';

function byName(data: PageData): number[] {
  const compare = new Intl.Collator('en', {numeric: true}).compare;
  return data.names
    .map((_, i) => i)
    .sort((a, b) => compare(data.names[a]!.slice(0, 200), data.names[b]!.slice(0, 200)) || a - b);
}

// Squared distances between what the variables drive and what drives them.
function distances({scores, size}: PageData): Float64Array {
  const profiles = new Float64Array(2 * size * size);
  for (let i = 0; i < size; ++i) {
    for (let j = 0; j < size; ++j) {
      if (i === j) continue;
      profiles[2 * size * i + j] = scores[size * i + j]!;
      profiles[2 * size * i + size + j] = scores[size * j + i]!;
    }
  }
  const found = new Float64Array(size * size);
  for (let a = 0; a < size; ++a) {
    for (let b = a + 1; b < size; ++b) {
      let sum = 0;
      for (let k = 0; k < 2 * size; ++k) sum += (profiles[2 * size * a + k]! - profiles[2 * size * b + k]!) ** 2;
      found[size * a + b] = found[size * b + a] = sum;
    }
  }
  return found;
}

// Average linkage by chains of nearest neighbours; the order is that of the leaves.
function byCluster(data: PageData): number[] {
  const size = data.size;
  const distance = distances(data);
  const leaves = data.names.map((_, i) => [i]);
  const alive = new Set(leaves.keys());
  const chain: number[] = [];
  while (alive.size > 1) {
    if (chain.length === 0) chain.push(alive.values().next().value!);
    const top = chain[chain.length - 1]!;
    const before = chain[chain.length - 2];
    let nearest = before ?? -1;
    for (const other of alive) {
      if (other !== top && (nearest < 0 || distance[size * top + other]! < distance[size * top + nearest]!))
        nearest = other;
    }
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merge(top, nearest, leaves, alive, distance, size);
  }
  return leaves[alive.values().next().value!]!;
}

function merge(
  a: number,
  b: number,
  leaves: number[][],
  alive: Set<number>,
  distance: Float64Array,
  size: number,
): void {
  const [weightA, weightB] = [leaves[a]!.length, leaves[b]!.length];
  for (const other of alive) {
    const mean = (weightA * distance[size * a + other]! + weightB * distance[size * b + other]!) / (weightA + weightB);
    distance[size * a + other] = distance[size * other + a] = mean;
  }
  leaves[a] = [...leaves[a]!, ...leaves[b]!];
  alive.delete(b);
}

export function ordered(data: PageData, order: Order): number[] {
  if (order === 'name') return byName(data);
  if (order === 'cluster' && data.size > 2) return byCluster(data);
  return data.names.map((_, i) => i);
}

// Numbers as people read them.

export function num(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) return value.toExponential(1).replace('e+', 'e');
  return String(Number(value.toPrecision(digits)));
}

// A probability in a sentence.
export function probability(name: string, value: number): string {
  return value < 0.001 ? `${name} < 0.001` : `${name} = ${num(value, 2)}`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 || value === 0 ? Math.round(value) : num(value, 2)} %`;
}

export function duration(seconds: number): string {
  if (seconds < 0.1) return 'less than 0.1 seconds';
  if (seconds < 120) return `${num(seconds, 2)} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return `${num(seconds / 3600, 2)} hours`;
}

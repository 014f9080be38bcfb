// Edges as CSV, by copy or download.
import type {Edge, PageData} from './data';

const COLUMNS = [
  'source',
  'target',
  'score',
  'found',
  'nats',
  'nats_low',
  'nats_high',
  'p',
  'q',
  'stability',
  'lag',
  'sign',
  'kind',
  'kind_confidence',
];

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function number(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

export function edgesCsv(edges: readonly Edge[], data: PageData): string {
  const lines = edges.map((edge) =>
    [
      field(data.names[edge.source]!),
      field(data.names[edge.target]!),
      number(edge.score),
      edge.found ? '1' : '0',
      number(edge.nats),
      number(edge.natsLow),
      number(edge.natsHigh),
      number(edge.p),
      number(edge.q),
      number(edge.stability),
      edge.lag > 0 ? String(edge.lag) : '',
      edge.sign === '+' ? '1' : edge.sign === '-' ? '-1' : edge.sign,
      edge.kind === 'unknown' ? '' : edge.kind,
      number(edge.kindConfidence),
    ].join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// True when the text is on the clipboard.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

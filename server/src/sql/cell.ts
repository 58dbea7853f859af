import type { EngineCell } from '../engine/engine.js';

/** A cell as the API shows it: text or null, by the contract's rules for each type. */
export function formatCell(type: string, cell: EngineCell): string | null {
  if (cell === null) return null;
  const bare = bareType(type);
  if (typeof cell === 'string') return bare.startsWith('DateTime') ? formatTime(cell) : cell;
  if (typeof cell === 'object') return JSON.stringify(jsonOf(bare, cell));
  return String(cell);
}

/** The type inside `Nullable(…)` and `LowCardinality(…)`, in either order. */
function bareType(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  return inner === undefined ? type : bareType(inner);
}

/** Fractions are shown to the millisecond, and only where there are any. */
function formatTime(text: string): string {
  const [seconds = '', fraction = ''] = text.split('.');
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return milliseconds === '000' ? seconds : `${seconds}.${milliseconds}`;
}

const quotedInteger = /^(?:U?Int(?:64|128|256)|Decimal)/;

/** Inside arrays the engine quotes wide integers to keep them exact; as JSON text they are numbers again. */
function jsonOf(type: string, cell: EngineCell): unknown {
  const element = /^Array\((.*)\)$/.exec(type)?.[1];
  if (element === undefined || !Array.isArray(cell)) return cell;
  const bare = bareType(element);
  if (!quotedInteger.test(bare)) return cell.map((item) => jsonOf(bare, item as EngineCell));
  return cell.map((item) => (typeof item === 'string' ? rawNumber(item) : item));
}

/** Past 2^53 it stays quoted: a reader's JSON parser would round it. */
function rawNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

import { type Answer, canonicalJson, type PostgresAnswer } from './sides.js';

/** What is different between the two answers; null when nothing is. */
export function difference(text: string, ours: Answer, theirs: PostgresAnswer): string | null {
  const names = (answer: Answer) => answer.columns.map(({ name }) => name).join(', ');
  if (names(ours) !== names(theirs)) return `columns: ${names(ours)} instead of ${names(theirs)}`;
  const types = (answer: Answer) => answer.columns.map(({ type }) => type).join(', ');
  if (types(ours) !== types(theirs)) return `types: ${types(ours)} instead of ${types(theirs)}`;
  if (ours.rows.length !== theirs.rows.length)
    return `${ours.rows.length} rows instead of ${theirs.rows.length}`;
  const isOrdered = /\border by\b(?![^(]*\))/i.test(lastLevel(text));
  const left = ours.rows.map((row) => row.map((cell, index) => shown(ours, cell, index)));
  const right = theirs.rows.map((row) => row.map((cell, index) => shown(theirs, cell, index)));
  if (!isOrdered) {
    left.sort(byText);
    right.sort(byText);
  }
  for (const [index, row] of left.entries()) {
    const other = right[index] ?? [];
    const place = row.findIndex(
      (cell, column) => !sameCell(cell, other[column] ?? null, ours.open?.[column] === true),
    );
    if (place >= 0)
      return `row ${index + 1}, ${theirs.columns[place]?.name}: ${row[place]} instead of ${other[place]}`;
  }
  return null;
}

/** The text without what stands in brackets: an ORDER BY there orders nothing here. */
function lastLevel(text: string): string {
  let depth = 0;
  let out = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (depth === 0) out += character;
    if (character === ')') depth -= 1;
  }
  return out;
}

function shown(answer: Answer, cell: string | null, index: number): string | null {
  if (cell === null) return null;
  if (answer.columns[index]?.type === 'JSON') return canonicalJson(cell);
  return cell === '-0' ? '0' : cell;
}

const byText = (a: readonly unknown[], b: readonly unknown[]) => {
  const [x, y] = [sortKey(a), sortKey(b)];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** Numerics sort by their first digits, so that trailing ones do not part equal rows. */
const sortKey = (row: readonly unknown[]) =>
  JSON.stringify(
    row.map((cell) =>
      typeof cell === 'string' && /^-?\d+\.\d+$/.test(cell) ? Number(cell).toPrecision(12) : cell,
    ),
  );

/** A numeric without a fixed number of decimals is the same when it has every digit that PostgreSQL shows. */
function sameCell(ours: string | null, theirs: string | null, isOpen: boolean): boolean {
  if (ours === theirs) return true;
  if (ours === null || theirs === null || !isOpen) return false;
  const decimals = theirs.split('.')[1]?.length ?? 0;
  return rounded(ours, decimals) === rounded(theirs, decimals);
}

/** Half away from zero, in exact arithmetic. */
function rounded(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = fraction.padEnd(decimals + 1, '0');
  const kept = BigInt(whole + digits.slice(0, decimals));
  const up = Number(digits[decimals] ?? '0') >= 5 ? 1n : 0n;
  return (text.startsWith('-') ? -1n : 1n) * (kept + up);
}

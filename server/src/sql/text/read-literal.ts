import type { Literal } from '../term/literal.js';

export const nullLiteral: Literal = { type: 'null', text: 'NULL' };

export function booleanLiteral(value: boolean): Literal {
  return { type: 'boolean', text: String(value) };
}

export function stringLiteralOf(text: string): Literal {
  return { type: 'string', text };
}

const decimal = /^([+-]?)(\d+)?(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const based = /^([+-]?)(0[xXbBoO][\da-fA-F]+)$/;
const int256Digits = 76;

/** A number in exact decimal text, from any notation of either dialect; null when it is none. */
export function numberLiteralOf(written: string): Literal | null {
  const text = written.trim().replaceAll('_', '');
  const other = based.exec(text);
  if (other !== null) return integer(other[1] === '-', BigInt(other[2] ?? '0'));
  const [whole, sign, digits = '', fraction, exponent] = decimal.exec(text) ?? [];
  if (whole === undefined || (digits === '' && (fraction ?? '') === '')) return null;
  if (fraction === undefined && exponent === undefined) return integer(sign === '-', BigInt(digits));
  const minus = sign === '-' ? '-' : '';
  const power = exponent === undefined ? '' : `e${Number(exponent)}`;
  const number = `${minus}${digits === '' ? '0' : digits}.${(fraction ?? '') === '' ? '0' : fraction}${power}`;
  return Number.isFinite(Number(number)) ? { type: 'number', text: number } : null;
}

function integer(negative: boolean, value: bigint): Literal | null {
  const text = `${negative && value !== 0n ? '-' : ''}${value}`;
  return text.length > int256Digits ? null : { type: 'integer', text };
}

const time =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** A date or timestamp in ISO 8601 or SQL notation, UTC unless it says otherwise; null when it is none. */
export function timestampLiteralOf(written: string): Literal | null {
  const match = time.exec(written.trim());
  if (match === null) return null;
  const [, date = '', clock = '00:00', second = '00', fraction = '', offset] = match;
  const instant = Date.parse(`${date}T${clock}:${second}Z`);
  // Date.parse takes 30 February for 1 March.
  if (Number.isNaN(instant) || new Date(instant).getUTCDate() !== Number(date.slice(-2))) return null;
  const utc =
    offset === undefined
      ? `${date} ${clock}:${second}`
      : new Date(instant - offsetMilliseconds(offset)).toISOString().slice(0, 19).replace('T', ' ');
  return { type: 'timestamp', text: `${utc}.${fraction.padEnd(3, '0')}` };
}

function offsetMilliseconds(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const milliseconds = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -milliseconds : milliseconds;
}

/** The date of a date or timestamp; a time of day is dropped, as PostgreSQL does. */
export function dateLiteralOf(written: string): Literal | null {
  const timestamp = timestampLiteralOf(written);
  return timestamp === null ? null : { type: 'date', text: timestamp.text.slice(0, 10) };
}

const booleans: Readonly<Record<string, boolean>> = { true: true, t: true, false: false, f: false };

export function booleanLiteralOf(written: string): Literal | null {
  const key = written.trim().toLowerCase();
  return Object.hasOwn(booleans, key) ? booleanLiteral(booleans[key] === true) : null;
}

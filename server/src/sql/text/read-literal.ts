import { IsoTime } from '../../base/iso-time.js';
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

/** Reads a number in any notation of either dialect as exact decimal text. Returns null if it is not a number. */
export function numberLiteralOf(written: string): Literal | null {
  const text = written.trim().replaceAll('_', '');
  const other = based.exec(text);
  if (other !== null) return integer(other[1] === '-', BigInt(other[2] ?? '0'));
  const [whole, sign, digits = '', fraction, exponent] = decimal.exec(text) ?? [];
  if (whole === undefined || (digits === '' && (fraction ?? '') === '')) return null;
  if (fraction === undefined && exponent === undefined) return integer(sign === '-', BigInt(digits));
  const minus = sign === '-' ? '-' : '';
  const power = exponent === undefined ? '' : `e${Number(exponent)}`;
  // 1e-7 has seven decimals, and 1.0e-7 has eight.
  const decimals = (fraction ?? '') !== '' ? `.${fraction}` : power === '' ? '.0' : '';
  const number = `${minus}${digits === '' ? '0' : digits}${decimals}${power}`;
  return Number.isFinite(Number(number)) ? { type: 'number', text: number } : null;
}

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;
/** The engine's decimals have 76 digits, some of which computations need. */
const decimalDigitsMax = 70;

/** A number without an exponent: `1.5e3` is 1500, with its decimals as they are written. Null if it has too many digits. */
export function plainDecimalOf(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = plainDecimal.exec(text) ?? [];
  const shift = Number(exponent);
  if (whole === '' || Math.abs(shift) > decimalDigitsMax) return null;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const decimals = padded.slice(at);
  const plain = `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`;
  return plain.length > decimalDigitsMax ? null : plain;
}

/** A column has no more digits, before or after the point, and the engine fails to compare it with many more. */
const comparedDigitsMax = 38;

/** A number as an exact one. One with more digits than any DECIMAL stays as it is. */
export function decimalLiteralOf(number: Literal): Literal {
  if (number.type !== 'number') return number;
  const text = plainDecimalOf(number.text);
  if (
    text === null ||
    text
      .replace('-', '')
      .split('.')
      .some(({ length }) => length > comparedDigitsMax)
  )
    return number;
  return text.includes('.') ? { type: 'decimal', text } : { type: 'integer', text };
}

function integer(negative: boolean, value: bigint): Literal | null {
  const text = `${negative && value !== 0n ? '-' : ''}${value}`;
  return text.length > int256Digits ? null : { type: 'integer', text };
}

const offsetAtEnd = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
const fractionDigitsMax = 9;

/** Reads a date or timestamp in ISO 8601 or SQL notation, in UTC unless it has an offset. Returns null on failure. */
export function timestampLiteralOf(written: string): Literal | null {
  const trimmed = written.trim();
  const [offset = ''] = offsetAtEnd.exec(trimmed) ?? [];
  const clock = trimmed.slice(0, trimmed.length - offset.length);
  // SQL allows a space between the time of day and its offset.
  const text = clock.includes(':') ? clock.trimEnd() + offset : trimmed;
  const time = new IsoTime();
  const bytes = Buffer.from(text);
  if (text.includes(',') || time.read(bytes, 0, bytes.length) !== 'read') return null;
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  if (fraction.length > fractionDigitsMax) return null;
  const date = new Date(Date.UTC(2000, time.month - 1, time.day, time.hour, time.minute, time.second));
  // Date.UTC maps the years 0 to 99 to the 1900s; setUTCFullYear does not.
  date.setUTCFullYear(time.year, time.month - 1, time.day);
  const utc = new Date(date.getTime() - time.offsetMinutes * 60_000).toISOString();
  // Before the year 0 and after 9999, years have a sign.
  if (!/^\d/.test(utc)) return null;
  return { type: 'timestamp', text: `${utc.slice(0, 19).replace('T', ' ')}.${fraction.padEnd(3, '0')}` };
}

/** Reads the date of a date or timestamp. Like PostgreSQL, it drops the time of day. */
export function dateLiteralOf(written: string): Literal | null {
  const timestamp = timestampLiteralOf(written);
  return timestamp === null ? null : { type: 'date', text: timestamp.text.slice(0, 10) };
}

const booleans: Readonly<Record<string, boolean>> = { true: true, t: true, false: false, f: false };

export function booleanLiteralOf(written: string): Literal | null {
  const key = written.trim().toLowerCase();
  return Object.hasOwn(booleans, key) ? booleanLiteral(booleans[key] === true) : null;
}

import type { EngineCell } from '../engine/engine.js';
import { readEngineType, withoutWrappers } from './engine-type.js';

/** How a column's numbers are shown, where that is not as they are. */
export type CellStyle = 'without ending zeros' | 'sum';

/**
 * Formats a cell for the API, as text or null. It needs the engine's type name, because the engine's JSON writes
 * timestamps and 64-bit integers as strings.
 */
export function formatCell(type: string, cell: EngineCell, style?: CellStyle): string | null {
  if (cell === null) return null;
  // Fast path: most cells are text or numbers of a plain type, and need no parsing of the type name.
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? String(style === 'sum' ? nearSum(cell) : cell) : null;
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'string' && style === 'without ending zeros') return withoutEndingZeros(cell);
  if (typeof cell === 'string') return type.includes('DateTime') ? formatText(type, cell) : cell;
  return jsonText(type, cell, style);
}

/** A decimal without zeros at its end: `2.50` is `2.5`, and `2.00` is `2`. */
const withoutEndingZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** The digits that every double of a decimal number with so many keeps. */
const sumDigits = 15;
/** How far the sum of many doubles may be from the sum of the numbers that they stand for, as a share of it. */
const sumErrorMax = 1e-15;

/** The number of 15 digits that a sum of doubles stands for, if it is that close: 1562187.17 for 1562187.1699999995. */
function nearSum(sum: number): number {
  if (Number.isInteger(sum)) return sum;
  const near = Number(sum.toPrecision(sumDigits));
  return Math.abs(near - sum) <= Math.abs(sum) * sumErrorMax ? near : sum;
}

function formatText(type: string, cell: string): string {
  return withoutWrappers(type).type.name.startsWith('DateTime') ? timestamp(cell) : cell;
}

const zeroFraction = /\.0+$/;
/** Matches the digits beyond milliseconds, whose trailing zeros are dropped. */
const beyondMilliseconds = /(\.\d{3})(?:(\d{3})\d*)?0*$/;

function timestamp(text: string): string {
  const plain = text.replace(zeroFraction, '');
  if (!plain.includes('.')) return plain;
  const padded = plain.replace(/\.(\d{1,2})$/, (_, digits: string) => `.${digits.padEnd(3, '0')}`);
  return padded.replace(beyondMilliseconds, (whole, milliseconds: string, more: string | undefined) =>
    more === undefined || /^0*$/.test(more) ? milliseconds : whole.replace(/0+$/, '').padEnd(7, '0'),
  );
}

const integers = /^U?Int(8|16|32|64|128|256)$/;
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Formats arrays, tuples, maps and JSON as JSON text. Integers that the engine quoted become numbers again. */
function jsonText(type: string, value: unknown, style?: CellStyle): string {
  if (value === null || value === undefined) return 'null';
  const { type: inner } = withoutWrappers(type);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'string') return jsonOfString(inner.name, value, style);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => jsonText(elementType(inner.name, inner.args, index), item, style)).join(',')}]`;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([key, item], index) => {
      return `${JSON.stringify(key)}:${jsonText(fieldType(inner.name, inner.args, key, index), item, style)}`;
    });
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value);
}

function jsonOfString(name: string, value: string, style: CellStyle | undefined): string {
  if ((integers.test(name) || name === 'Decimal') && jsonNumber.test(value))
    return style === 'without ending zeros' ? withoutEndingZeros(value) : value;
  return JSON.stringify(name.startsWith('DateTime') ? timestamp(value) : value);
}

function elementType(name: string, args: readonly string[], index: number): string {
  if (name === 'Array') return args[0] ?? '';
  return name === 'Tuple' ? withoutFieldName(args[index] ?? '') : '';
}

function fieldType(name: string, args: readonly string[], key: string, index: number): string {
  if (name === 'Map') return args[1] ?? '';
  if (name !== 'Tuple') return '';
  const named = args.find((arg) => arg.startsWith(`${key} `) || arg.startsWith(`\`${key}\` `));
  return withoutFieldName(named ?? args[index] ?? '');
}

/** Removes the field name from `a Int64` in a named tuple. A type without a field name has no space before its bracket. */
export function withoutFieldName(arg: string): string {
  const { name } = readEngineType(arg);
  const blank = name.lastIndexOf(' ');
  return blank < 0 ? arg : arg.slice(blank + 1);
}

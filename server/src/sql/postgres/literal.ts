import { bool, call, cast, int, stringValue, text } from '../term/build-term.js';
import { isDate32, type Literal } from '../term/literal.js';
import type { Term } from '../term/term.js';
import { numberLiteralOf, plainDecimalOf, timestampLiteralOf } from '../text/read-literal.js';
import { isTimeZone } from '../text/time-zone-name.js';
import type { Context } from './context.js';
import { intervalOfText } from './interval.js';
import { dayMs } from './time-reach.js';
import { ofZone } from './time-zone.js';
import type { Typed } from './typed.js';
import {
  computed,
  dateType,
  engineType,
  int4Type,
  int8Type,
  nameOf,
  numeric,
  type PgType,
  timestampType,
  unknownType,
} from './types.js';

const int4Max = 2n ** 31n - 1n;
const int8Max = 2n ** 63n - 1n;

export const unknownLiteral = (value: string, at: number): Typed => ({
  term: stringValue(value),
  type: unknownType,
  nullable: false,
  at,
  literal: value,
});

/** An integer that the grammar parsed, which it does only if the value fits into 32 bits. */
export const integerLiteral = (value: number, at: number): Typed => wholeNumber(String(value), int4Type, at);

/** A number literal: an integer type if it fits, numeric otherwise. */
export function numberLiteral(context: Context, written: string, at: number): Typed {
  const literal = numberLiteralOf(written);
  if (literal === null) throw context.refuse(at, 'This number is out of range.');
  if (literal.type === 'integer') {
    const value = BigInt(literal.text);
    if (value <= int4Max && value >= -int4Max - 1n) return wholeNumber(literal.text, int4Type, at);
    if (value <= int8Max && value >= -int8Max - 1n) return wholeNumber(literal.text, int8Type, at);
  }
  return numericLiteral(context, literal.text, at);
}

function wholeNumber(text: string, type: PgType, at: number): Typed {
  return { term: { kind: 'value', type: 'Int64', text }, type, nullable: false, at, literal: text };
}

/** Versions of PostgreSQL read `0x1F` as an error, as 31, or as 0 with the alias x1F; `1_000` likewise. */
const otherNotation = /_|^\s*[+-]?0[xob]/i;

function numberOfText(written: string): Literal | null {
  return otherNotation.test(written) ? null : numberLiteralOf(written);
}

/** Refuses a number that is not in decimal notation. The parse tree does not show the notation, so this reads the text. */
export function checkNotation(context: Context, at: number): void {
  const [, written = ''] = /^[-+\s]*([\w.]*)/.exec(context.source.text.slice(at)) ?? [];
  if (otherNotation.test(written))
    throw context.refuseOther(at, `${written} is not supported. Write the number in decimal digits.`);
}

const literalScaleMax = 38;

function numericLiteral(context: Context, written: string, at: number): Typed {
  const text = plainDecimalOf(written);
  const scale = text?.split('.')[1]?.length ?? 0;
  if (text === null || scale > literalScaleMax) {
    throw context.refuse(at, 'This number has too many digits.');
  }
  const type = numeric(scale, true, (text.replace('-', '').split('.')[0] ?? '').length);
  return { term: cast(stringValue(text), engineType(type, false)), type, nullable: false, at, literal: text };
}

/** Converts a quoted literal to the type that its context needs. */
export function literalAs(context: Context, value: Typed, wanted: PgType): Typed {
  const written = value.literal ?? '';
  const { at } = value;
  if (wanted.name === 'interval') return intervalOfText(context, written, null, at);
  // It may have more digits than a stored column.
  const type = wanted.name === 'numeric' ? computed(wanted) : wanted;
  const term = literalTerm(context, written, type, at);
  if (term === null) {
    throw context.refuse(at, `${JSON.stringify(written)} is not valid for the type ${nameOf(wanted)}.`);
  }
  return { term, type, nullable: false, at };
}

function literalTerm(context: Context, written: string, wanted: PgType, at: number): Term | null {
  switch (wanted.name) {
    case 'text':
      return stringValue(written);
    case 'bytea':
      return written.includes('\\') ? null : stringValue(written);
    case 'bool': {
      const found = booleanOf(written);
      return found === null ? null : bool(found);
    }
    case 'int2':
    case 'int4':
    case 'int8': {
      const literal = numberOfText(written);
      if (literal?.type !== 'integer' || !fits(BigInt(literal.text), wanted.name)) return null;
      return { kind: 'value', type: 'Int64', text: literal.text };
    }
    case 'float4':
    case 'float8': {
      const literal = numberOfText(written);
      if (literal === null || !isFloatText(literal.text, wanted.name)) return null;
      const number: Term = { kind: 'value', type: 'Float64', text: literal.text };
      return wanted.name === 'float8' ? number : cast(number, engineType(wanted, false));
    }
    case 'numeric': {
      const literal = numberOfText(written);
      if (literal === null) return null;
      const exact = numericLiteral(context, literal.text, at);
      const scale = exact.type.name === 'numeric' ? exact.type.scale : 0;
      return scale > wanted.scale ? null : cast(exact.term, engineType(wanted, false));
    }
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return (
        namedTime(written, wanted) ??
        zonedTime(context, written, wanted, at) ??
        timeTerm(written, wanted, context.expression !== null)
      );
    case 'json':
      return jsonTerm(context, written, at);
    default:
      return null;
  }
}

/** Whether a number neither overflows the type nor underflows to zero. */
export function isFloatText(text: string, type: 'float4' | 'float8'): boolean {
  const value = type === 'float4' ? Math.fround(Number(text)) : Number(text);
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.split(/e/i)[0] ?? ''));
}

/** A quoted numeric, with the scale of its text. */
export function numericOfText(context: Context, written: string, at: number): Typed {
  const literal = numberOfText(written);
  if (literal === null) throw context.refuse(at, `${JSON.stringify(written)} is not valid for numeric.`);
  return numericLiteral(context, literal.text, at);
}

const widths = { int2: 15n, int4: 31n, int8: 63n } as const;

function fits(value: bigint, type: keyof typeof widths): boolean {
  const max = 2n ** widths[type] - 1n;
  return value <= max && value >= -max - 1n;
}

const spaces = '[ \\t\\n\\v\\f\\r]*';

/** What PostgreSQL reads as a boolean, in lower case: also the beginning of a word, unless it is ambiguous. */
export const booleanWords = {
  true: `^${spaces}(t|tr|tru|true|y|ye|yes|on|1)${spaces}$`,
  false: `^${spaces}(f|fa|fal|fals|false|n|no|of|off|0)${spaces}$`,
};

function booleanOf(written: string): boolean | null {
  const key = written.toLowerCase();
  if (new RegExp(booleanWords.true).test(key)) return true;
  return new RegExp(booleanWords.false).test(key) ? false : null;
}

const daysFromToday: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** `epoch`, `now`, `today`, `tomorrow` and `yesterday`. */
function namedTime(written: string, wanted: PgType): Term | null {
  const name = written.trim().toLowerCase();
  const type = engineType(wanted, false);
  if (name === 'epoch')
    return cast(stringValue('1970-01-01 00:00:00'.slice(0, wanted.name === 'date' ? 10 : 19)), type);
  const now = call('now64', int(6), text('UTC'));
  if (name === 'now') return cast(now, type);
  const days = Object.hasOwn(daysFromToday, name) ? daysFromToday[name] : undefined;
  if (days === undefined) return null;
  return cast(call('addDays', cast(now, engineType(dateType, false)), int(days)), type);
}

const zoneAtEnd = /^(.*\d)\s*([A-Za-z]+(?:\/[A-Za-z_]+)+)$/;

/** `2026-01-31 10:00 Europe/Madrid`: an instant as timestamptz, and without its zone in other types. */
function zonedTime(context: Context, written: string, wanted: PgType, at: number): Term | null {
  const [, local, zone] = zoneAtEnd.exec(written.trim()) ?? [];
  if (local === undefined || zone === undefined || !isTimeZone(zone)) return null;
  const clock = timeTerm(local, wanted.name === 'date' ? wanted : timestampType, false);
  if (clock === null || wanted.name !== 'timestamptz') return clock;
  return ofZone(context, { term: clock, type: timestampType, nullable: false, at }, zone).term;
}

const offsetInText = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Reads times in ISO form. As in PostgreSQL, an offset applies to timestamptz and is ignored for other types. In an
 * expression it also applies to timestamps: a client that sends `2026-01-31T10:00:00+02:00` means that instant.
 */
function timeTerm(written: string, wanted: PgType, isExpression: boolean): Term | null {
  const trimmed = written.trim().replace(/^(\d{4})(\d{2})(\d{2})(?=$|[ T]\d)/, '$1-$2-$3');
  const hasClock = trimmed.length > 'yyyy-mm-dd'.length;
  const isInstant = wanted.name === 'timestamptz' || (isExpression && wanted.name === 'timestamp');
  const local = hasClock && !isInstant ? trimmed.replace(offsetInText, '') : trimmed;
  const literal = timestampLiteralOf(local);
  if (literal === null || /\.\d{7,}$/.test(literal.text)) return null;
  // PostgreSQL has no year 0.
  if (literal.text.startsWith('0000')) return null;
  if (wanted.name === 'date') return dateTerm(literal.text.slice(0, 10));
  return { kind: 'value', type: "DateTime64(6, 'UTC')", text: literal.text };
}

/** The engine clips a Date32 literal outside its range, but addDays can reach such a date. */
function dateTerm(day: string): Term {
  const near: Term = { kind: 'value', type: 'Date32', text: isDate32(day) ? day : '1970-01-01' };
  return isDate32(day) ? near : call('addDays', near, int(Date.parse(day) / dayMs));
}

const keyText = /"(?:[^"\\]|\\.)*"\s*(:?)/g;
/** Escapes that PostgreSQL's text cannot hold: NUL and lone surrogates. */
const noCharacter = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function jsonTerm(context: Context, written: string, at: number): Term | null {
  try {
    const value: unknown = JSON.parse(written);
    if (noCharacter.test(JSON.stringify(value))) return null;
    const keys = [...written.matchAll(keyText)].filter(([, colon]) => colon === ':');
    if (keys.length === keysIn(value)) return stringValue(written);
  } catch {
    return null;
  }
  // Of duplicate keys, PostgreSQL keeps the last value and the engine the first.
  throw context.refuse(at, 'JSON documents with duplicate keys are not supported.');
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((count: number, item) => count + keysIn(item), own);
}

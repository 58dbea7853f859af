import { columnRules } from '@weir/client';
import { isHeaderPath, isReservedName, type TypeFields } from '../../format/column-rules.js';
import { isContainer, jsonText, LongNumber, type SampleEvent, type SampleValue } from './sample.js';

/**
 * Infers columns from sample events: every key, nested keys as dotted paths, with a type that fits all values. The user can
 * edit the result.
 */
export interface InferredColumn extends TypeFields {
  readonly name: string;
  readonly jsonProperty: string;
  /** The first value, as an example. */
  readonly example: string;
  /** Whether it is selected initially: plain values are, objects and arrays are not. */
  readonly chosen: boolean;
  /** All but nulls. */
  readonly values: readonly SampleValue[];
  /** How many events have no value. */
  readonly missing: number;
}

const pathDepthMax = 6;
const arrayItemsMax = 3;
export const inferredColumnsMax = 200;
const exampleCharactersMax = 60;
/** Leaves space for the number that makes duplicate names unique. */
const nameCharactersMax = columnRules.nameCharactersMax - 4;

interface Seen {
  readonly path: readonly string[];
  readonly values: SampleValue[];
}

export interface Inference {
  readonly columns: readonly InferredColumn[];
  /** How many keys became no column, because there are too many. */
  readonly omitted: number;
}

export function inferColumns(events: readonly SampleEvent[]): Inference {
  const seen = new Map<string, Seen>();
  for (const event of events) collect(event, [], seen);
  const taken = new Set<string>();
  const columns = [...seen.values()].slice(0, inferredColumnsMax).map(({ path, values }) => {
    const present = values.filter((value) => value !== null);
    const example = present[0] ?? null;
    const jsonProperty = path.join('.');
    return {
      name: columnName(path, taken),
      jsonProperty,
      ...typeOf(present, path.at(-1) ?? ''),
      example: exampleText(example),
      chosen:
        !isContainer(example) && !path.some((step) => /^\d+$/.test(step)) && isPossiblePath(jsonProperty),
      values: present,
      missing: events.length - present.length,
    };
  });
  return { columns, omitted: seen.size - columns.length };
}

/** A key that begins like the path of a header cannot be named. */
const isPossiblePath = (path: string) =>
  path.length <= columnRules.jsonPropertyCharactersMax && !isHeaderPath(path);

function collect(value: SampleValue, path: readonly string[], seen: Map<string, Seen>): void {
  if (path.length > 0) {
    const key = path.join('.');
    const entry = seen.get(key) ?? { path, values: [] };
    entry.values.push(value);
    seen.set(key, entry);
  }
  if (!isContainer(value) || path.length >= pathDepthMax) return;
  const children = Array.isArray(value)
    ? value.slice(0, arrayItemsMax).map((item, index) => [String(index), item] as const)
    : Object.entries(value);
  for (const [key, child] of children) if (key !== '') collect(child, [...path, key], seen);
}

function columnName(path: readonly string[], taken: Set<string>): string {
  const plain = path.join('_').replace(/[^\p{L}\p{N}_$]+/gu, '_');
  const legal = /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
  const base = (isReservedName(legal) ? `event${legal}` : legal).slice(0, nameCharactersMax);
  let name = base;
  for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${base}_${copy}`;
  taken.add(name.toLowerCase());
  return name;
}

/** As the intake takes them: see `IsoTime` of the service. */
const instantText =
  /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?([Zz]|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/;
const dateText = /^\d{4}-\d\d-\d\d$/;
const epochText = /^\d{9,20}$/;
const timeWord = /(^|_)(at|on|time|timestamp|ts|date|created|updated|occurred)$/i;
const timeEnding = /[a-z](At|Time|Timestamp|Date)$/;

/** Numbers are times only if their key says so. */
const isTimeKey = (key: string) => timeWord.test(key) || timeEnding.test(key);

const { precisionDefault, scaleDefault, moneyScale, moneyNamePattern, moneyPattern } = columnRules.decimal;
const moneyWord = new RegExp(moneyNamePattern);

/** `totalPrice` and `unit_price` have the word price. */
const isMoneyKey = (key: string) => moneyWord.test(key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());

function typeOf(values: readonly SampleValue[], key: string): TypeFields {
  const type = plainTypeOf(values, key);
  if ((type !== 'DOUBLE' && type !== 'STRING') || !isMoneyKey(key)) return { type };
  const decimals = values.map(moneyDecimals).filter((count) => count !== undefined);
  const most = Math.max(0, ...decimals);
  // Whole numbers are as likely to be cents, or points.
  if (decimals.length < values.length || most === 0) return { type };
  const scale = most > moneyScale ? scaleDefault : moneyScale;
  return { type: 'DECIMAL', precision: precisionDefault, scale };
}

const plainNumber = new RegExp(moneyPattern);

/** How many decimals an amount has; undefined if it may be something else, or has too many digits. */
function moneyDecimals(value: SampleValue): number | undefined {
  const text = typeof value === 'string' ? value : isNumber(value) ? jsonText(value) : '';
  const [whole, , fraction = ''] = plainNumber.exec(text) ?? [];
  return whole === undefined ? undefined : fraction.length;
}

function plainTypeOf(values: readonly SampleValue[], key: string): TypeFields['type'] {
  if (values.length === 0) return 'STRING';
  if (values.every((value) => typeof value === 'boolean')) return 'BOOLEAN';
  if (values.every(isNumber))
    return isTimeKey(key) && values.every(isEpoch) ? 'TIMESTAMP' : numberType(values);
  if (values.every((value) => typeof value === 'string')) return textType(values, key);
  return values.some(isContainer) ? 'JSON' : 'STRING';
}

function textType(texts: readonly string[], key: string): TypeFields['type'] {
  if (texts.every((text) => dateText.test(text) && exists(text))) return 'DATE';
  if (texts.every((text) => (dateText.test(text) || instantText.test(text)) && exists(text)))
    return 'TIMESTAMP';
  const isEpochText = (text: string) => epochText.test(text) && isEpoch(Number(text));
  return isTimeKey(key) && texts.every(isEpochText) ? 'TIMESTAMP' : 'STRING';
}

const yearMin = 1900;
const yearMax = 2299;

/** Whether the calendar has the day, and columns can store it: `2026-02-30` and `0001-01-01` look like dates too. */
function exists(text: string): boolean {
  const day = text.slice(0, 10);
  const year = Number(day.slice(0, 4));
  if (year < yearMin || year > yearMax) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

type JsonNumber = number | LongNumber;

const isNumber = (value: SampleValue): value is JsonNumber =>
  typeof value === 'number' || value instanceof LongNumber;

/** Whole numbers too large for any integer type are most likely identifiers, and a DOUBLE could make two of them equal. */
function numberType(numbers: readonly JsonNumber[]): TypeFields['type'] {
  if (numbers.every(isInt64)) return 'INT64';
  return numbers.every((number) => isInt64(number) || isDigits(number)) ? 'STRING' : 'DOUBLE';
}

function isInt64(number: JsonNumber): boolean {
  if (typeof number === 'number') return Number.isInteger(number) && Math.abs(number) < 2 ** 63;
  return isDigits(number) && BigInt.asIntN(64, BigInt(number.text)) === BigInt(number.text);
}

const isDigits = (number: JsonNumber) => number instanceof LongNumber && /^-?\d+$/.test(number.text);

/** Seconds, milliseconds, microseconds or nanoseconds between the years 2001 and 2100. */
function isEpoch(number: JsonNumber): boolean {
  const value = typeof number === 'number' ? number : Number(number.text);
  return [1, 1e3, 1e6, 1e9].some((unit) => value / unit >= 978_307_200 && value / unit <= 4_102_444_800);
}

function exampleText(value: SampleValue): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  return text.length > exampleCharactersMax ? `${text.slice(0, exampleCharactersMax)}…` : text;
}

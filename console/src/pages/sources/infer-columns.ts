import { type ColumnType, columnRules } from '@weir/client';
import { isReservedName } from '../../format/column-rules.js';
import { isJson } from '../../format/json-layout.js';

/**
 * Infers columns from sample events: every key, nested keys as dotted paths, with a type that fits all values. The user can
 * edit the result.
 */
export interface InferredColumn {
  readonly name: string;
  readonly jsonProperty: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The first value, as an example. */
  readonly example: string;
  /** Whether it is selected initially: plain values are, objects and arrays are not. */
  readonly chosen: boolean;
}

export class SampleError extends Error {}

/** A number with more digits than a double can hold. */
class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Json = null | boolean | number | LongNumber | string | Json[] | { [key: string]: Json };

const pathDepthMax = 6;
const arrayItemsMax = 3;
const columnsMax = 200;
const exampleCharactersMax = 60;
/** Leaves space for the number that makes duplicate names unique. */
const nameCharactersMax = columnRules.nameCharactersMax - 4;

/** One object, an array of objects, or one object per line. */
export function parseSample(text: string): readonly Record<string, Json>[] {
  const events = parseAny(text.trim());
  if (events.length === 0) throw new SampleError('The sample is empty. Paste at least one JSON object.');
  for (const event of events) {
    if (typeof event !== 'object' || event === null || Array.isArray(event))
      throw new SampleError('Each event must be a JSON object, such as {"price": 12.5}');
  }
  return events as Record<string, Json>[];
}

/** The sample as unparsed JSON text: parsing would round numbers past 2^53. */
export function sampleJson(text: string): string {
  parseSample(text);
  return isJson(text) ? text : `[${linesOf(text).join(',')}]`;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Numbers up to this length survive parsing exactly. */
const exactCharactersMax = 15;
const longMark = '\u0000long number ';

/** Parses JSON with long numbers replaced by marked strings. */
function parseExactly(text: string): Json {
  JSON.parse(text);
  const marked = text.replace(textOrNumber, (found) =>
    found.startsWith('"') || found.length <= exactCharactersMax ? found : JSON.stringify(longMark + found),
  );
  return JSON.parse(marked, (_, value: Json) =>
    typeof value === 'string' && value.startsWith(longMark)
      ? new LongNumber(value.slice(longMark.length))
      : value,
  ) as Json;
}

function parseAny(text: string): Json[] {
  try {
    const parsed = parseExactly(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch (whole) {
    const lines = linesOf(text);
    try {
      if (lines.length > 1) return lines.map(parseExactly);
    } catch {
      // Then it is not one event a line either; the first complaint is the better one.
    }
    throw new SampleError(`The sample is not valid JSON: ${(whole as Error).message}`);
  }
}

interface Seen {
  readonly path: readonly string[];
  readonly values: Json[];
}

export function inferColumns(events: readonly Record<string, Json>[]): InferredColumn[] {
  const seen = new Map<string, Seen>();
  for (const event of events) collect(event, [], seen);
  const taken = new Set<string>();
  return [...seen.values()].slice(0, columnsMax).map(({ path, values }) => {
    const present = values.filter((value) => value !== null);
    const example = present[0] ?? null;
    return {
      name: columnName(path, taken),
      jsonProperty: path.join('.'),
      type: typeOf(present, path.at(-1) ?? ''),
      nullable: present.length < events.length,
      example: exampleText(example),
      chosen: !isContainer(example) && !path.some((step) => /^\d+$/.test(step)),
    };
  });
}

function collect(value: Json, path: readonly string[], seen: Map<string, Seen>): void {
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

const isContainer = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !(value instanceof LongNumber);

function columnName(path: readonly string[], taken: Set<string>): string {
  const plain = path.join('_').replace(/[^\p{L}\p{N}_$]+/gu, '_');
  const legal = /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
  const base = (isReservedName(legal) ? `event${legal}` : legal).slice(0, nameCharactersMax);
  let name = base;
  for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${base}_${copy}`;
  taken.add(name.toLowerCase());
  return name;
}

const instantText = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?$/;
const dateText = /^\d{4}-\d\d-\d\d$/;
const timeName = /(^|_)(at|on|time|timestamp|ts|date|created|updated|occurred)$|(At|Time|Timestamp|Date)$/;

function typeOf(values: readonly Json[], key: string): ColumnType {
  if (values.length === 0) return 'STRING';
  const every = (test: (value: Json) => boolean) => values.every(test);
  if (every((value) => typeof value === 'boolean')) return 'BOOLEAN';
  if (every(isNumber)) {
    const numbers = values.filter(isNumber);
    if (timeName.test(key) && numbers.every(isEpoch)) return 'TIMESTAMP';
    return numberType(numbers);
  }
  if (every((value) => typeof value === 'string')) {
    if (every((value) => instantText.test(value as string))) return 'TIMESTAMP';
    if (every((value) => dateText.test(value as string))) return 'DATE';
    return 'STRING';
  }
  return values.some(isContainer) ? 'JSON' : 'STRING';
}

type JsonNumber = number | LongNumber;

const isNumber = (value: Json): value is JsonNumber =>
  typeof value === 'number' || value instanceof LongNumber;

/** Whole numbers too large for any integer type are most likely identifiers, and a DOUBLE could make two of them equal. */
function numberType(numbers: readonly JsonNumber[]): ColumnType {
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

function exampleText(value: Json): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  return text.length > exampleCharactersMax ? `${text.slice(0, exampleCharactersMax)}…` : text;
}

/** The original text, except for white space. */
function jsonText(value: Json): string {
  if (value instanceof LongNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`;
}

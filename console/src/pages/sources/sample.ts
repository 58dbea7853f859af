import { parseTree } from 'jsonc-parser';
import { countText, formatBytes } from '../../format/format.js';
import { isJson } from '../../format/json-layout.js';
import { jsonProblem } from '../../format/json-problem.js';

export class SampleError extends Error {}

/** A number with more digits than a double can hold. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type SampleValue =
  | null
  | boolean
  | number
  | LongNumber
  | string
  | SampleValue[]
  | { [key: string]: SampleValue };

export type SampleEvent = Readonly<Record<string, SampleValue>>;

export const sampleBytesMax = 1_000_000;
export const sampleEventsMax = 1_000;

/** What to do with more than a sample may have. */
export const loadAdvice =
  'Paste some of the events to create the source, then load the whole file under "Load" of its Data Pool.';

/** One object, an array of objects, or one object per line. */
export function parseSample(text: string): readonly SampleEvent[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > sampleBytesMax)
    throw new SampleError(
      `The sample has ${formatBytes(bytes)}; at most ${formatBytes(sampleBytesMax)} are sent from here. ${loadAdvice}`,
    );
  const events = text.trim() === '' ? [] : parseAny(text);
  if (events.length === 0) throw new SampleError('The sample is empty. Paste at least one JSON object.');
  if (events.length > sampleEventsMax)
    throw new SampleError(
      `The sample has ${countText(events.length, 'event')}; at most ${countText(sampleEventsMax, 'event')} are sent from here. ${loadAdvice}`,
    );
  const wrong = events.findIndex((event) => !isContainer(event) || Array.isArray(event));
  if (wrong >= 0)
    throw new SampleError(
      `Event ${wrong} is ${jsonText(events[wrong] ?? null).slice(0, 40)}. Each event must be a JSON object, such as {"price": 12.5}.`,
    );
  return events as SampleEvent[];
}

/** The text of each event as it was written: parsing would round numbers past 2^53. */
export function sampleTexts(text: string): readonly string[] {
  parseSample(text);
  const tree = isJson(text) ? parseTree(text) : undefined;
  if (!tree) return linesOf(text).map((line) => line.text);
  const events = tree.type === 'array' ? (tree.children ?? []) : [tree];
  return events.map(({ offset, length }) => text.slice(offset, offset + length));
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ text: line, number: index + 1 }))
    .filter((line) => line.text.trim() !== '');

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Numbers up to this length survive parsing exactly. */
const exactCharactersMax = 15;
const longMark = '\u0000long number ';

/** Parses JSON with long numbers replaced by marked strings. */
function parseExactly(text: string): SampleValue {
  const marked = text.replace(textOrNumber, (found) =>
    found.startsWith('"') || found.length <= exactCharactersMax ? found : JSON.stringify(longMark + found),
  );
  return JSON.parse(marked, (_, value: SampleValue) =>
    typeof value === 'string' && value.startsWith(longMark)
      ? new LongNumber(value.slice(longMark.length))
      : value,
  ) as SampleValue;
}

function parseAny(text: string): SampleValue[] {
  if (isJson(text)) {
    const parsed = parseExactly(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  }
  const lines = linesOf(text);
  // Otherwise the lines are parts of one value.
  const isByLine = lines.length > 1 && isJson(lines[0]?.text ?? '');
  if (!isByLine) throw new SampleError(`Not valid JSON at ${jsonProblem(text)}.`);
  return lines.map((line) => {
    if (!isJson(line.text))
      throw new SampleError(`Not valid JSON at ${jsonProblem(line.text, line.number)}.`);
    return parseExactly(line.text);
  });
}

export const isContainer = (value: SampleValue): value is SampleValue[] | { [key: string]: SampleValue } =>
  typeof value === 'object' && value !== null && !(value instanceof LongNumber);

/** The original text, except for white space. */
export function jsonText(value: SampleValue): string {
  if (value instanceof LongNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join(',')}}`;
}

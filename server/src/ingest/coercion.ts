import { BACKSLASH, QUOTE } from '../base/json-bytes.js';
import type { EventErrorReason } from './refusal.js';
import type { RowWriter } from './row-writer.js';

/**
 * A coercion writes one value in the form that the engine reads exactly, or returns why it cannot. It never changes a
 * value to make it fit.
 */
export type Coercion = (value: JsonValue, out: RowWriter) => Complaint | null;

export interface Complaint {
  readonly reason: EventErrorReason;
  readonly message: string;
}

const nothing = Buffer.alloc(0);

/** A value of an event, as a slice of the body. One object is reused for all values. */
export class JsonValue {
  source: Buffer = nothing;
  start = 0;
  end = 0;
  /** The text to coerce: the content of a string, or the JSON of any other value. */
  text: Buffer = this.source;
  textStart = 0;
  textEnd = 0;
  isString = false;

  point(source: Buffer, start: number, end: number): void {
    this.source = source;
    this.start = start;
    this.end = end;
    this.isString = source[start] === QUOTE;
    this.text = source;
    this.textStart = this.isString ? start + 1 : start;
    this.textEnd = this.isString ? end - 1 : end;
  }

  isNull(): boolean {
    return this.source[this.start] === 0x6e;
  }

  /** Sets `text` to the string's content. Only strings with escapes need another buffer. */
  unescape(): void {
    if (!this.isString || !this.hasEscape()) {
      return;
    }
    const said: string = JSON.parse(this.source.toString('utf8', this.start, this.end));
    this.text = Buffer.from(said);
    this.textStart = 0;
    this.textEnd = this.text.length;
  }

  private hasEscape(): boolean {
    for (let at = this.textStart; at < this.textEnd; at++) {
      if (this.source[at] === BACKSLASH) {
        return true;
      }
    }
    return false;
  }

  /** The text as a string, for text that is known to be ASCII or is about to be matched against ASCII. */
  latin1(): string {
    return this.text.toString('latin1', this.textStart, this.textEnd);
  }
}

const shownValueBytesMax = 80;

/** A value for a message: its JSON, truncated. */
export function showValue(value: JsonValue): string {
  const { source, start, end } = value;
  if (end - start <= shownValueBytesMax) {
    return source.toString('utf8', start, end);
  }
  let cut = start + shownValueBytesMax;
  while (cut > start && ((source[cut] ?? 0) & 0xc0) === 0x80) {
    cut--;
  }
  return `${source.toString('utf8', start, cut)}…`;
}

export function wrongType(value: JsonValue, expected: string): Complaint {
  return { reason: 'wrong_type', message: `${showValue(value)} is not ${expected}` };
}

export function outOfRange(value: JsonValue, range: string): Complaint {
  return { reason: 'out_of_range', message: `${showValue(value)} is not within ${range}` };
}

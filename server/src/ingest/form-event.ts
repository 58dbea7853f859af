import * as json from '../base/json-bytes.js';
import type { DecodeLimits } from './decode-limits.js';
import { BodyRefusal } from './refusal.js';
import { RowWriter } from './row-writer.js';

/**
 * A form body -> one event as JSON. The event is an object of the fields, all strings; a repeated field is an array. A
 * form that has only the field `payload` with JSON in it, as GitHub sends, is that JSON.
 *
 * Works on bytes: nothing is decoded into strings that could replace invalid UTF-8, which the event decoder refuses.
 */
export class FormEvent {
  private readonly out: RowWriter;
  /** The values of each field as offsets in `out`, by the field's name in JSON, a character per byte. */
  private readonly fields = new Map<string, Range[]>();
  private fieldCount = 0;
  private event: Buffer = nothing;

  constructor(
    private readonly body: Buffer,
    private readonly limits: Pick<DecodeLimits, 'keysPerObjectMax' | 'formBytesMax'>,
  ) {
    this.out = new RowWriter(body.length, limits.formBytesMax);
  }

  get json(): Buffer {
    return this.event;
  }

  /** Pauses often, so that a large form can be read in slices. */
  *read(): Generator<void, void> {
    const { body } = this;
    if (isPayload(body)) {
      yield* this.decode(this.out, payloadPrefix.length, body.length, false);
      this.event = this.out.finish();
      return;
    }
    for (let start = 0; start < body.length; ) {
      const separator = body.indexOf(ampersand, start);
      const end = separator === -1 ? body.length : separator;
      if (end > start) yield* this.readField(start, end);
      else if ((start & pauseMask) === 0) yield;
      start = end + 1;
    }
    yield* this.assemble();
  }

  private *readField(start: number, end: number): Generator<void, void> {
    this.fieldCount += 1;
    const { keysPerObjectMax } = this.limits;
    if (this.fieldCount > keysPerObjectMax) {
      throw new BodyRefusal('too_many_fields', start, `More than ${keysPerObjectMax} fields in the form`);
    }
    const sign = this.body.subarray(start, end).indexOf(equals);
    const nameEnd = sign === -1 ? end : start + sign;
    const name = new RowWriter(nameEnd - start);
    yield* this.quote(name, start, nameEnd);
    const value = yield* this.quote(this.out, Math.min(nameEnd + 1, end), end);
    const key = name.finish().toString('latin1');
    const values = this.fields.get(key);
    if (values) values.push(value);
    else this.fields.set(key, [value]);
  }

  private *quote(out: RowWriter, start: number, end: number): Generator<void, Range> {
    const from = out.length;
    out.byte(json.QUOTE);
    yield* this.decode(out, start, end, true);
    out.byte(json.QUOTE);
    return { start: from, end: out.length };
  }

  /** Decodes `+` and `%41`. What only looks like an escape stays as it is, as in browsers. */
  private *decode(out: RowWriter, start: number, end: number, isQuoted: boolean): Generator<void, void> {
    const { body } = this;
    for (let at = start; at < end; at++) {
      let byte = body[at] as number;
      if (byte === plus) {
        byte = json.SPACE;
      } else if (byte === percent && at + 2 < end) {
        const high = hexDigit(body[at + 1] as number);
        const low = hexDigit(body[at + 2] as number);
        if (high !== -1 && low !== -1) {
          byte = high * 16 + low;
          at += 2;
        }
      }
      if (isQuoted && (byte === json.QUOTE || byte === json.BACKSLASH)) out.byte(json.BACKSLASH);
      if (isQuoted && byte < json.SPACE) out.ascii(`\\u${byte.toString(16).padStart(4, '0')}`);
      else out.byte(byte);
      if ((at & pauseMask) === 0) yield;
    }
  }

  private *assemble(): Generator<void, void> {
    if (this.fields.size === 0) return;
    const values = this.out.finish();
    const event = new RowWriter(values.length + this.fieldCount * 4, this.limits.formBytesMax);
    let separator = json.OPEN_BRACE;
    for (const [key, ranges] of this.fields) {
      event.byte(separator);
      separator = json.COMMA;
      event.ascii(key);
      event.byte(json.COLON);
      if (ranges.length > 1) event.byte(json.OPEN_BRACKET);
      for (const [index, { start, end }] of ranges.entries()) {
        if (index > 0) event.byte(json.COMMA);
        event.bytes(values, start, end);
        yield;
      }
      if (ranges.length > 1) event.byte(json.CLOSE_BRACKET);
    }
    event.byte(json.CLOSE_BRACE);
    this.event = event.finish();
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const nothing = Buffer.alloc(0);
const ampersand = 0x26;
const equals = 0x3d;
const plus = 0x2b;
const percent = 0x25;
/** Pauses about every 16 KB of the body. */
const pauseMask = 0x3fff;
const payloadPrefix = Buffer.from('payload=');
/** `{`, `[` and their escapes. */
const payloadStart = /^(?:[{[]|%7b|%5b)/i;

function isPayload(body: Buffer): boolean {
  if (!body.subarray(0, payloadPrefix.length).equals(payloadPrefix) || body.includes(ampersand)) return false;
  return payloadStart.test(body.toString('latin1', payloadPrefix.length, payloadPrefix.length + 3));
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

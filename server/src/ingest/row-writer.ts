import * as json from '../base/json-bytes.js';
import { RowsTooLarge } from './refusal.js';

/** Up to this many bytes, a loop is faster than the call into native code. */
const shortCopyBytesMax = 48;
const initialBytesMin = 256;

/** A growing buffer of rows. `rewind` removes what a refused event wrote. */
export class RowWriter {
  private buffer: Buffer;
  private used = 0;
  private readonly bytesMax: number;

  constructor(expectedBytes: number, bytesMax = Number.POSITIVE_INFINITY) {
    this.buffer = Buffer.allocUnsafe(Math.max(Math.min(expectedBytes, bytesMax), initialBytesMin));
    this.bytesMax = bytesMax;
  }

  get length(): number {
    return this.used;
  }

  rewind(length: number): void {
    this.used = length;
  }

  /** A view of the written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  /** What was written since, until the next write. */
  since(length: number): Buffer {
    return this.buffer.subarray(length, this.used);
  }

  bytes(source: Buffer, start: number, end: number): void {
    const length = end - start;
    this.reserve(length);
    const to = this.used;
    if (length <= shortCopyBytesMax) {
      const out = this.buffer;
      for (let at = 0; at < length; at++) {
        out[to + at] = source[start + at] as number;
      }
    } else {
      source.copy(this.buffer, to, start, end);
    }
    this.used = to + length;
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.used++] = value;
  }

  ascii(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) {
      this.buffer[this.used + at] = text.charCodeAt(at);
    }
    this.used += text.length;
  }

  /** Writes a non-negative number with a fixed count of digits. */
  digits(value: number, count: number): void {
    this.reserve(count);
    let rest = value;
    for (let at = this.used + count - 1; at >= this.used; at--) {
      this.buffer[at] = json.ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.used += count;
  }

  /**
   * Writes JSON text as a JSON string. Valid JSON has no control characters inside strings, so without white space between
   * tokens only quotes and backslashes need escaping.
   */
  quotedTight(source: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2 + 2);
    const out = this.buffer;
    let to = this.used;
    out[to++] = json.QUOTE;
    for (let at = start; at < end; at++) {
      const byte = source[at] as number;
      if (byte === json.QUOTE || byte === json.BACKSLASH) {
        out[to++] = json.BACKSLASH;
      }
      out[to++] = byte;
    }
    out[to++] = json.QUOTE;
    this.used = to;
  }

  /** Like `quotedTight`, but drops the white space between tokens. */
  quotedCompact(source: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2 + 2);
    const out = this.buffer;
    let to = this.used;
    let inString = false;
    out[to++] = json.QUOTE;
    for (let at = start; at < end; at++) {
      let byte = source[at] as number;
      if (byte === json.QUOTE) {
        inString = !inString;
        out[to++] = json.BACKSLASH;
      } else if (byte === json.BACKSLASH) {
        out[to++] = json.BACKSLASH;
        out[to++] = json.BACKSLASH;
        byte = source[++at] as number;
        if (byte === json.QUOTE || byte === json.BACKSLASH) {
          out[to++] = json.BACKSLASH;
        }
      } else if (byte <= json.SPACE && !inString) {
        continue;
      }
      out[to++] = byte;
    }
    out[to++] = json.QUOTE;
    this.used = to;
  }

  /** Writes any bytes as a JSON string, from which the engine reads the same bytes. */
  quotedBytes(source: Buffer, start: number, end: number): void {
    this.byte(json.QUOTE);
    for (let at = start; at < end; at++) {
      const byte = source[at] as number;
      if (byte < json.SPACE) {
        this.ascii(`\\u00${byte.toString(16).padStart(2, '0')}`);
        continue;
      }
      if (byte === json.QUOTE || byte === json.BACKSLASH) this.byte(json.BACKSLASH);
      this.byte(byte);
    }
    this.byte(json.QUOTE);
  }

  private reserve(extra: number): void {
    const needed = this.used + extra;
    if (needed > this.buffer.length) {
      if (needed > this.bytesMax) throw new RowsTooLarge(this.bytesMax);
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(this.buffer.length * 2, this.bytesMax)));
      this.buffer.copy(larger, 0, 0, this.used);
      this.buffer = larger;
    }
  }
}

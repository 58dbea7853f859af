import * as json from '../base/json-bytes.js';
import { hashByte, hashKey, hashSeed } from './key-bytes.js';
import { BodyRefusal, type EventErrorReason, type EventFault } from './refusal.js';

/** A number shorter than this without an exponent cannot exceed the largest double. */
const alwaysFiniteCharsMax = 300;

/**
 * Reads JSON tokens strictly by the grammar of RFC 8259. A syntax error throws. A valid token that cannot be stored
 * exactly (a lone surrogate, a number beyond the range of doubles) is noted as the event's fault, and reading continues,
 * because other events may be valid.
 *
 * UTF-8 is validated beforehand, natively and in one pass, so bytes past ASCII need no checks here.
 */
export class TokenScanner {
  protected bytes: Buffer = Buffer.alloc(0);
  protected end = 0;
  /** The first fault of the current event. */
  fault: EventFault | null = null;
  /** Whether white space was skipped since this was last set to false. */
  sawSpace = false;

  /** The last key, unescaped: its buffer, offsets and hash. */
  protected keySource: Buffer = this.bytes;
  protected keyStart = 0;
  protected keyEnd = 0;
  protected keyHash = 0;

  /** Sets the bytes to scan, up to `end`. */
  attach(bytes: Buffer, end: number): void {
    this.bytes = bytes;
    this.keySource = bytes;
    this.end = end;
  }

  /** The byte at an offset, or -1 past the end. */
  peek(at: number): number {
    return at < this.end ? (this.bytes[at] as number) : -1;
  }

  skipSpace(at: number): number {
    return this.peek(at) > json.SPACE ? at : this.skipSpaceFrom(at);
  }

  private skipSpaceFrom(at: number): number {
    let p = at;
    while (json.isJsonSpace(this.peek(p))) {
      p++;
    }
    if (p !== at) {
      this.sawSpace = true;
    }
    return p;
  }

  unexpected(at: number, expected: string): BodyRefusal {
    const found = at < this.end ? `Unexpected ${showByte(this.peek(at))}` : 'Unexpected end';
    return new BodyRefusal('not_json', at, `${found}, expected ${expected}`);
  }

  protected note(reason: EventErrorReason, at: number, problem: string): void {
    this.fault ??= { reason, message: `${problem} at byte ${at}` };
  }

  /** Scans from after the opening quote to the closing quote. */
  protected scanString(at: number): number {
    const bytes = this.bytes;
    const end = this.end;
    let p = at;
    while (p < end) {
      const byte = bytes[p] as number;
      if (byte === json.QUOTE) {
        return p;
      }
      if (byte === json.BACKSLASH) {
        p = this.scanEscape(p);
      } else if (byte < json.SPACE) {
        throw this.unexpected(p, 'control characters in strings to be escaped');
      } else {
        p++;
      }
    }
    throw this.unexpected(p, 'the closing quote of a string');
  }

  /** Like `scanString`, and sets the key's unescaped bytes and hash. */
  protected scanKey(at: number): number {
    const bytes = this.bytes;
    const end = this.end;
    let hash = hashSeed;
    let p = at;
    while (p < end) {
      const byte = bytes[p] as number;
      if (byte === json.QUOTE) {
        if (this.keySource !== bytes) {
          // Comparing first is cheaper: storing a reference costs a write barrier of the garbage collector.
          this.keySource = bytes;
        }
        this.keyStart = at;
        this.keyEnd = p;
        this.keyHash = hash;
        return p;
      }
      if (byte === json.BACKSLASH || byte < json.SPACE) {
        return this.scanEscapedKey(at);
      }
      hash = hashByte(hash, byte);
      p++;
    }
    throw this.unexpected(p, 'the closing quote of a key');
  }

  private scanEscapedKey(at: number): number {
    const p = this.scanString(at);
    const key: string = JSON.parse(this.bytes.toString('utf8', at - 1, p + 1));
    // With the leading quote, because the key ledger includes it.
    this.keySource = Buffer.from(`"${key}`);
    this.keyStart = 1;
    this.keyEnd = this.keySource.length;
    this.keyHash = hashKey(this.keySource, this.keyStart, this.keyEnd);
    return p;
  }

  private scanEscape(at: number): number {
    switch (this.peek(at + 1)) {
      case json.QUOTE:
      case json.BACKSLASH:
      case 0x2f: // /
      case 0x62: // b
      case 0x66: // f
      case 0x6e: // n
      case 0x72: // r
      case 0x74: // t
        return at + 2;
      case 0x75: // u
        return this.scanUnicodeEscape(at);
      default:
        throw this.unexpected(at + 1, 'one of "\\/bfnrtu after a backslash');
    }
  }

  private scanUnicodeEscape(at: number): number {
    const unit = this.readHexUnit(at + 2);
    if (unit < 0xd800 || unit > 0xdfff) {
      return at + 6;
    }
    if (unit <= 0xdbff && this.peek(at + 6) === json.BACKSLASH && this.peek(at + 7) === 0x75) {
      const low = this.readHexUnit(at + 8);
      if (low >= 0xdc00 && low <= 0xdfff) {
        return at + 12;
      }
    }
    this.note('lone_surrogate', at, 'A lone surrogate (half of a character)');
    return at + 6;
  }

  private readHexUnit(at: number): number {
    let unit = 0;
    for (let p = at; p < at + 4; p++) {
      const digit = hexDigit(this.peek(p));
      if (digit < 0) {
        throw this.unexpected(p, 'four hexadecimal digits after \\u');
      }
      unit = unit * 16 + digit;
    }
    return unit;
  }

  protected scanNumber(at: number): number {
    let p = this.peek(at) === json.MINUS ? at + 1 : at;
    p = this.peek(p) === json.ZERO ? p + 1 : this.scanDigits(p);
    if (this.peek(p) === json.POINT) {
      p = this.scanDigits(p + 1);
    }
    const mark = this.peek(p);
    const hasExponent = mark === json.LOWER_E || mark === json.UPPER_E;
    if (hasExponent) {
      const sign = this.peek(p + 1);
      p = this.scanDigits(sign === json.PLUS || sign === json.MINUS ? p + 2 : p + 1);
    }
    if (hasExponent || p - at > alwaysFiniteCharsMax) {
      if (!Number.isFinite(Number(this.bytes.toString('latin1', at, p)))) {
        this.note('non_finite_number', at, 'A number beyond the largest finite double (about 1.8e308)');
      }
    }
    return p;
  }

  private scanDigits(at: number): number {
    let p = at;
    while (json.isDigit(this.peek(p))) {
      p++;
    }
    if (p === at) {
      throw this.unexpected(at, 'a digit');
    }
    return p;
  }

  protected scanWord(at: number, word: string): number {
    for (let index = 0; index < word.length; index++) {
      if (this.peek(at + index) !== word.charCodeAt(index)) {
        throw this.unexpected(at + index, `"${word}"`);
      }
    }
    return at + word.length;
  }
}

function hexDigit(byte: number): number {
  if (json.isDigit(byte)) {
    return byte - json.ZERO;
  }
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

function showByte(byte: number): string {
  const hex = `0x${byte.toString(16).padStart(2, '0')}`;
  return byte > json.SPACE && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `byte ${hex}`;
}

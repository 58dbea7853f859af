import * as json from '../../base/json-bytes.js';
import { hashKey } from '../../ingest/key-bytes.js';
import { TokenScanner } from '../../ingest/token-scanner.js';

/** One member of an object, by offsets. */
export interface Member {
  readonly name: string;
  /** The end of the member before it; its own start if it is the first. */
  readonly before: number;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** Names with their hashes, to pass over other members fast. */
export interface MemberNames {
  readonly names: ReadonlySet<string>;
  readonly hashes: ReadonlySet<number>;
}

export function memberNames(given: Iterable<string>): MemberNames {
  const names = new Set(given);
  const hashOf = (name: Buffer) => hashKey(name, 0, name.length);
  return { names, hashes: new Set(Array.from(names, (name) => hashOf(Buffer.from(name)))) };
}

/** A pause after so many bytes, for large bodies. */
const pauseBytes = 16 * 1024;

/**
 * Finds the members of objects and the elements of arrays without reading their values, which the event decoder validates
 * later. The generators yield undefined for a pause.
 */
export class MemberScanner extends TokenScanner {
  /** The offset after the object that was read to its end last. */
  objectEnd = 0;

  constructor(bytes: Buffer) {
    super();
    this.attach(bytes, bytes.length);
  }

  /** The members of the object at an offset with one of the names, or all. */
  *members(at: number, wanted?: MemberNames): Generator<Member | undefined, void> {
    let p = this.skipSpace(at + 1);
    let before = p;
    let paused = at;
    for (let isFirst = true; this.peek(p) !== json.CLOSE_BRACE; isFirst = false) {
      const start = isFirst ? p : this.afterComma(p, "',' or '}'");
      if (this.peek(start) !== json.QUOTE) throw this.unexpected(start, 'a key in double quotes');
      p = this.skipSpace(this.scanKey(start + 1) + 1);
      if (this.peek(p) !== json.COLON) throw this.unexpected(p, "':' after a key");
      const name = this.keyAmong(wanted);
      const valueStart = this.skipSpace(p + 1);
      const isArray = this.peek(valueStart) === json.OPEN_BRACKET;
      const end = isArray ? yield* this.skipArray(valueStart) : this.skipValue(valueStart);
      if (name !== undefined) yield { name, before, start, valueStart, end };
      if (end - paused > pauseBytes) {
        paused = end;
        yield undefined;
      }
      before = end;
      p = this.skipSpace(end);
    }
    this.objectEnd = p + 1;
  }

  /** The offset of the first element of the array at an offset; undefined when it is empty. */
  firstElement(at: number): number | undefined {
    const p = this.skipSpace(at + 1);
    return this.peek(p) === json.CLOSE_BRACKET ? undefined : p;
  }

  /** The offset of the element after one that ends at an offset; undefined when it was the last. */
  nextElement(end: number): number | undefined {
    const p = this.skipSpace(end);
    return this.peek(p) === json.CLOSE_BRACKET ? undefined : this.afterComma(p, "',' or ']'");
  }

  /** The offset of what comes after a member that ends at an offset: another one, or the end of the object. */
  afterMember(end: number): number {
    const p = this.skipSpace(end);
    return this.peek(p) === json.COMMA ? this.skipSpace(p + 1) : p;
  }

  /** Returns the offset after the value. Objects and arrays are skipped by counting brackets, so no depth is too much. */
  skipValue(at: number): number {
    let open = 0;
    for (let p = at; ; p++) {
      const byte = this.peek(p);
      if (byte === json.OPEN_BRACE || byte === json.OPEN_BRACKET) open++;
      else if (byte === json.QUOTE) p = this.scanString(p + 1);
      else if (open === 0) return this.skipScalar(p);
      else if (byte === json.CLOSE_BRACE || byte === json.CLOSE_BRACKET) open--;
      else if (byte === -1) throw this.unexpected(p, 'the end of an object or array');
      if (open === 0) return p + 1;
    }
  }

  isNull({ valueStart, end }: Member): boolean {
    return end - valueStart === 4 && this.bytes.toString('latin1', valueStart, end) === 'null';
  }

  /** Pauses between the elements, because a batch is long. */
  private *skipArray(at: number): Generator<undefined, number> {
    let end = at + 1;
    let paused = at;
    for (let p = this.firstElement(at); p !== undefined; p = this.nextElement(end)) {
      end = this.skipValue(p);
      if (end - paused <= pauseBytes) continue;
      paused = end;
      yield;
    }
    return this.skipSpace(end) + 1;
  }

  /** The last key, if it is wanted. */
  private keyAmong(wanted: MemberNames | undefined): string | undefined {
    const { keySource, keyStart, keyEnd, keyHash } = this;
    if (wanted && !wanted.hashes.has(keyHash)) return undefined;
    const key = keySource.toString('utf8', keyStart, keyEnd);
    return !wanted || wanted.names.has(key) ? key : undefined;
  }

  private afterComma(at: number, expected: string): number {
    if (this.peek(at) !== json.COMMA) throw this.unexpected(at, expected);
    return this.skipSpace(at + 1);
  }

  /** A number, true, false or null. */
  private skipScalar(at: number): number {
    let p = at;
    while (isScalarByte(this.peek(p))) p++;
    if (p === at) throw this.unexpected(p, 'a JSON value');
    return p;
  }
}

function isScalarByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (
    json.isDigit(byte) ||
    (letter >= 0x61 && letter <= 0x7a) ||
    byte === json.MINUS ||
    byte === json.PLUS ||
    byte === json.POINT
  );
}

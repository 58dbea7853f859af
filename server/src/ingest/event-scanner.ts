import * as json from '../base/json-bytes.js';
import type { CellTable } from './cell-table.js';
import type { DecodeLimits } from './decode-limits.js';
import { KeyLedger } from './key-ledger.js';
import { findEdge, type PathEdge, type PathNode } from './path-plan.js';
import { TokenScanner } from './token-scanner.js';

const shownKeyCharsMax = 64;
const emptyBody = Buffer.alloc(0);

/**
 * Reads one event in one pass: validates its JSON, finds duplicate keys, and records the offsets of the values that the
 * columns need. It recurses, but never deeper than `nestingDepthMax`.
 */
export class EventScanner extends TokenScanner {
  private readonly limits: DecodeLimits;
  private readonly keys: KeyLedger;
  private readonly cells: CellTable;

  constructor(limits: DecodeLimits, cells: CellTable) {
    super();
    this.limits = limits;
    this.keys = new KeyLedger(limits.nestingDepthMax, limits.keysPerObjectMax);
    this.cells = cells;
  }

  /** Drops the reference to the body, which the scanner outlives. */
  release(): void {
    this.attach(emptyBody, 0);
    this.keys.release();
  }

  /** Scans the value at an offset and returns the offset after it. Findings are in the fields. */
  scanEvent(at: number, paths: PathNode): number {
    this.keys.reset();
    this.fault = null;
    this.sawSpace = false;
    if (this.peek(at) === json.OPEN_BRACE) {
      return this.scanObject(at, 1, paths, 0);
    }
    const end = this.scanValue(at, 0, null, 0);
    this.fault = { reason: 'not_an_object', message: `An event must be a JSON object, at byte ${at}` };
    return end;
  }

  private scanValue(at: number, depth: number, node: PathNode | null, rank: number): number {
    switch (this.peek(at)) {
      case json.QUOTE:
        return this.scanString(at + 1) + 1;
      case json.OPEN_BRACE:
        return this.scanObject(at, depth + 1, node, rank);
      case json.OPEN_BRACKET:
        return this.scanArray(at, depth + 1, node, rank);
      case 0x74:
        return this.scanWord(at, 'true');
      case 0x66:
        return this.scanWord(at, 'false');
      case 0x6e:
        return this.scanWord(at, 'null');
      default:
        if (this.peek(at) === json.MINUS || json.isDigit(this.peek(at))) {
          return this.scanNumber(at);
        }
        throw this.unexpected(at, 'a JSON value');
    }
  }

  private scanObject(at: number, depth: number, node: PathNode | null, rank: number): number {
    if (depth > this.limits.nestingDepthMax) {
      return this.skipTooDeep(at);
    }
    let p = this.skipSpace(at + 1);
    if (this.peek(p) === json.CLOSE_BRACE) {
      return p + 1;
    }
    this.keys.open(depth);
    for (;;) {
      if (this.peek(p) !== json.QUOTE) {
        throw this.unexpected(p, 'a key in double quotes');
      }
      const keyAt = p;
      p = this.skipSpace(this.scanKey(p + 1) + 1);
      const edge = this.takeKey(depth, keyAt, node);
      if (this.peek(p) !== json.COLON) {
        throw this.unexpected(p, "':' after a key");
      }
      p = this.scanMember(this.skipSpace(p + 1), depth, edge, rank);
      const next = this.peek(p);
      if (next === json.CLOSE_BRACE) {
        this.keys.close(depth);
        return p + 1;
      }
      if (next !== json.COMMA) {
        throw this.unexpected(p, "',' or '}'");
      }
      p = this.skipSpace(p + 1);
    }
  }

  private scanArray(at: number, depth: number, node: PathNode | null, rank: number): number {
    if (depth > this.limits.nestingDepthMax) {
      return this.skipTooDeep(at);
    }
    let p = this.skipSpace(at + 1);
    if (this.peek(p) === json.CLOSE_BRACKET) {
      return p + 1;
    }
    const wanted = node === null ? null : node.elements;
    for (let index = 0; ; index++) {
      const edge = wanted === null ? null : (wanted.get(index) ?? null);
      p = this.scanMember(p, depth, edge, rank);
      const next = this.peek(p);
      if (next === json.CLOSE_BRACKET) {
        return p + 1;
      }
      if (next !== json.COMMA) {
        throw this.unexpected(p, "',' or ']'");
      }
      p = this.skipSpace(p + 1);
    }
  }

  /** A member's value and the white space after it. */
  private scanMember(at: number, depth: number, edge: PathEdge | null, rank: number): number {
    if (edge === null) {
      return this.skipSpace(this.scanValue(at, depth, null, 0));
    }
    const end = this.scanValue(at, depth, edge.child, rank + edge.rankStep);
    this.cells.record(edge, at, end, rank);
    return this.skipSpace(end);
  }

  /** Registers the key just read and returns its edge, if a column needs it. */
  private takeKey(depth: number, keyAt: number, node: PathNode | null): PathEdge | null {
    const { keySource, keyStart, keyEnd, keyHash } = this;
    // An event with one fault is not checked further: it may have a hundred thousand.
    if (this.fault === null) this.checkKey(depth, keyAt);
    return node === null ? null : findEdge(node, keySource, keyStart, keyEnd, keyHash);
  }

  private checkKey(depth: number, keyAt: number): void {
    const { keySource, keyStart, keyEnd, keyHash } = this;
    const count = this.keys.add(depth, keySource, keyStart, keyEnd, keyHash);
    if (count === -1) {
      this.note('duplicate_key', keyAt, `Duplicate key ${this.showKey()}`);
    } else if (count > this.limits.keysPerObjectMax) {
      this.note('too_many_keys', keyAt, `More than ${this.limits.keysPerObjectMax} keys in one object`);
    }
  }

  private showKey(): string {
    const key = this.keySource.toString('utf8', this.keyStart, this.keyEnd);
    return JSON.stringify(key.length > shownKeyCharsMax ? `${key.slice(0, shownKeyCharsMax)}…` : key);
  }

  /**
   * Past the depth limit the event is refused in any case, so the rest of the container is only skipped, counting brackets
   * outside strings, to reach the next events.
   */
  private skipTooDeep(at: number): number {
    const { nestingDepthMax } = this.limits;
    this.note('too_deep', at, `Objects and arrays nested more than ${nestingDepthMax} deep`);
    let open = 0;
    let p = at;
    for (; p < this.end; p++) {
      const byte = this.peek(p);
      if (byte === json.QUOTE) {
        p = this.scanString(p + 1);
      } else if (byte === json.OPEN_BRACE || byte === json.OPEN_BRACKET) {
        open++;
      } else if (byte === json.CLOSE_BRACE || byte === json.CLOSE_BRACKET) {
        open--;
        if (open === 0) {
          return p + 1;
        }
      }
    }
    throw this.unexpected(p, 'the end of an object or array');
  }
}

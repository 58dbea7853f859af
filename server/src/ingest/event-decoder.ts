import { isUtf8 } from 'node:buffer';
import { inSlices } from '../base/in-slices.js';
import * as json from '../base/json-bytes.js';
import { CellTable } from './cell-table.js';
import { type DecodeLimits, defaultDecodeLimits, nestingDepthCeiling } from './decode-limits.js';
import { EventScanner } from './event-scanner.js';
import { findInvalidUtf8 } from './invalid-utf8.js';
import type { PathNode } from './path-plan.js';
import { BodyRefusal, type EventFault } from './refusal.js';
import type { RowPlan } from './row-plan.js';

/**
 * Bytes of a request body -> events, each as a slice of the body, with the offsets of the values that the columns need.
 * Nothing is parsed into objects: `JSON.parse` loses digits of numbers and all but the last value of a duplicate key.
 * Running it first for validation, with a lighter scan after it, would not be faster: it alone takes as long as this whole
 * pass (measured).
 *
 * A JSON syntax error refuses the whole body (`BodyRefusal`, with the byte offset). A problem within one event is recorded
 * as that event's fault, so that the others can still be stored. In NDJSON every line is independent, so a line that is
 * not JSON is a fault of that event too.
 */
export type EventSyntax = 'json' | 'ndjson';

export interface DecodedEvents {
  readonly body: Buffer;
  readonly cells: CellTable;
  readonly count: number;
  /** Why events cannot be stored, by the event's index. */
  readonly faults: ReadonlyMap<number, EventFault>;
}

/**
 * Reused for each body, because it holds scratch space; decoding is synchronous, so one instance is enough. Decoded events
 * are valid until it decodes the next body.
 */
export class EventDecoder {
  private readonly limits: DecodeLimits;
  private readonly cells = new CellTable();
  private readonly scanner: EventScanner;

  constructor(limits: DecodeLimits = defaultDecodeLimits) {
    if (limits.nestingDepthMax > nestingDepthCeiling) {
      throw new RangeError(`nestingDepthMax is at most ${nestingDepthCeiling}`);
    }
    this.limits = limits;
    this.scanner = new EventScanner(limits, this.cells);
  }

  decode(body: Buffer, syntax: EventSyntax, plan: RowPlan): DecodedEvents {
    const run = this.begin(body, plan);
    try {
      for (const _ of run.read(syntax));
    } finally {
      this.scanner.release();
    }
    return run.decoded();
  }

  /** For a body that would block the event loop. Nothing else may be decoded until its rows are encoded. */
  async decodeInSlices(body: Buffer, syntax: EventSyntax, plan: RowPlan): Promise<DecodedEvents> {
    const run = this.begin(body, plan);
    try {
      await inSlices(run.read(syntax), () => undefined);
    } finally {
      this.scanner.release();
    }
    return run.decoded();
  }

  private begin(body: Buffer, plan: RowPlan): DecodeRun {
    const { cells, scanner, limits } = this;
    cells.reset(plan.columns.length);
    return new DecodeRun(body, scanner, plan.paths, cells, limits);
  }
}

class DecodeRun {
  private readonly faults = new Map<number, EventFault>();

  constructor(
    private readonly bytes: Buffer,
    private readonly scanner: EventScanner,
    private readonly paths: PathNode,
    private readonly cells: CellTable,
    private readonly limits: DecodeLimits,
  ) {}

  /** Pauses after each event. */
  read(syntax: EventSyntax): Generator<void, void> {
    return syntax === 'json' ? this.readJson() : this.readLines();
  }

  decoded(): DecodedEvents {
    const { bytes, cells, faults } = this;
    return { body: bytes, cells, count: cells.count, faults };
  }

  private *readJson(): Generator<void, void> {
    const { bytes, scanner } = this;
    if (!isUtf8(bytes)) {
      throw new BodyRefusal('invalid_utf8', findInvalidUtf8(bytes, 0, bytes.length), 'Invalid UTF-8');
    }
    scanner.attach(bytes, bytes.length);
    let p = scanner.skipSpace(afterByteOrderMark(bytes));
    if (scanner.peek(p) === json.OPEN_BRACKET) {
      p = yield* this.readArray(p);
    } else if (scanner.peek(p) === json.OPEN_BRACE) {
      p = this.readEvent(p);
    } else {
      throw scanner.unexpected(p, 'an array of events or one event, which is an object');
    }
    p = scanner.skipSpace(p);
    if (p < bytes.length) {
      throw scanner.unexpected(p, 'the end of the body (events on lines are application/x-ndjson)');
    }
  }

  private *readArray(at: number): Generator<void, number> {
    const { scanner } = this;
    let p = scanner.skipSpace(at + 1);
    if (scanner.peek(p) === json.CLOSE_BRACKET) {
      return p + 1;
    }
    for (;;) {
      p = scanner.skipSpace(this.readEvent(p));
      yield;
      const next = scanner.peek(p);
      if (next === json.CLOSE_BRACKET) {
        return p + 1;
      }
      if (next !== json.COMMA) {
        throw scanner.unexpected(p, "',' or ']' after an event");
      }
      p = scanner.skipSpace(p + 1);
    }
  }

  /** Lines end at LF or CR LF. Empty lines are skipped; the last one usually is empty. */
  private *readLines(): Generator<void, void> {
    const { bytes, scanner } = this;
    const allUtf8 = isUtf8(bytes);
    let start = afterByteOrderMark(bytes);
    while (start < bytes.length) {
      const newline = bytes.indexOf(json.NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline;
      scanner.attach(bytes, end);
      const first = scanner.skipSpace(start);
      if (first < end) {
        this.readLine(first, end, allUtf8);
      }
      yield;
      start = end + 1;
    }
  }

  private readLine(start: number, end: number, allUtf8: boolean): void {
    const { scanner, cells } = this;
    const index = cells.count;
    if (!allUtf8 && !isUtf8(this.bytes.subarray(start, end))) {
      this.admit(start);
      const at = findInvalidUtf8(this.bytes, start, end);
      this.refuse(index, start, end, { reason: 'invalid_utf8', message: `Invalid UTF-8 at byte ${at}` });
      return;
    }
    try {
      const after = scanner.skipSpace(this.readEvent(start));
      if (after < end) {
        const { message } = scanner.unexpected(after, 'one event on a line');
        this.faults.set(index, { reason: 'not_json', message });
      }
    } catch (error) {
      if (!(error instanceof BodyRefusal) || error.reason !== 'not_json') {
        throw error;
      }
      this.refuse(index, start, end, { reason: 'not_json', message: error.message });
    }
  }

  private readEvent(at: number): number {
    const { scanner, cells } = this;
    this.admit(at);
    const end = scanner.scanEvent(at, this.paths);
    if (scanner.fault !== null) {
      this.faults.set(cells.count, scanner.fault);
    }
    cells.closeEvent(at, end, scanner.sawSpace);
    return end;
  }

  private admit(at: number): void {
    const { eventsMax } = this.limits;
    if (this.cells.count >= eventsMax) {
      throw new BodyRefusal('too_many_events', at, `More than ${eventsMax} events in one request`);
    }
    this.cells.openEvent();
  }

  private refuse(index: number, start: number, end: number, fault: EventFault): void {
    this.faults.set(index, fault);
    this.cells.closeEvent(start, end, true);
  }
}

/** RFC 8259 allows readers to skip a byte order mark at the start. */
function afterByteOrderMark(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

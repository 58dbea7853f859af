import { setImmediate } from 'node:timers/promises';
import type { Column } from '../catalog/column.js';
import { JsonValue } from './coercion.js';
import { defaultDecodeLimits, nestingDepthCeiling } from './decode-limits.js';
import { EventDecoder } from './event-decoder.js';
import { compileRowPlan, type PlannedColumn } from './row-plan.js';
import { RowWriter } from './row-writer.js';

/** What one column would hold for one event. */
export type ColumnOutcome =
  /** The value as JSON, in the form that the engine reads exactly. */
  | { readonly kind: 'fits'; readonly source: string; readonly json: string }
  /** Null, or not there at all. */
  | { readonly kind: 'empty'; readonly source: string | null }
  | { readonly kind: 'misfits'; readonly source: string | null; readonly reason: string };

/** Stored events were within the limits when they arrived. The limits may have changed, so they are not applied again. */
const limits = {
  ...defaultDecodeLimits,
  nestingDepthMax: nestingDepthCeiling,
  eventsMax: Number.MAX_SAFE_INTEGER,
  keysPerObjectMax: Number.MAX_SAFE_INTEGER,
};

/** Few enough that reading them does not delay requests noticeably. */
const payloadsAtOnceMax = 500;

/** Reads one column of stored events, with the same code that the intake uses. */
export class ColumnReader {
  readonly #plan;
  /** Undefined when a header fills the column. Headers are not stored with the events. */
  readonly #column: PlannedColumn | undefined;
  readonly #decoder = new EventDecoder(limits);
  readonly #value = new JsonValue();

  constructor(column: Column & { readonly jsonProperty: string }) {
    this.#plan = compileRowPlan([column]);
    this.#column = this.#plan.columns[0];
  }

  /** One outcome per payload, in order. Yields to other requests in between. */
  async read(payloads: readonly string[]): Promise<ColumnOutcome[]> {
    const column = this.#column;
    if (!column) return payloads.map(() => ({ kind: 'empty', source: null }));
    const outcomes: ColumnOutcome[] = [];
    for (let from = 0; from < payloads.length; from += payloadsAtOnceMax) {
      await setImmediate();
      outcomes.push(...this.#readSome(column, payloads.slice(from, from + payloadsAtOnceMax)));
    }
    return outcomes;
  }

  /** A stored payload contains no line breaks, so payloads can be read as NDJSON. */
  #readSome(column: PlannedColumn, payloads: readonly string[]): ColumnOutcome[] {
    const events = this.#decoder.decode(Buffer.from(payloads.join('\n')), 'ndjson', this.#plan);
    if (events.count !== payloads.length) throw new Error('A stored payload is not exactly one event');
    return payloads.map((_, index) => {
      const fault = events.faults.get(index);
      if (fault) return { kind: 'misfits', source: null, reason: fault.message };
      const end = events.cells.cellEnd(index, 0);
      if (end === 0) return { kind: 'empty', source: null };
      return this.#coerce(column, events.body, events.cells.cellStart(index, 0), end);
    });
  }

  #coerce(column: PlannedColumn, body: Buffer, start: number, end: number): ColumnOutcome {
    const source = body.toString('utf8', start, end);
    this.#value.point(body, start, end);
    if (this.#value.isNull()) return { kind: 'empty', source };
    const out = new RowWriter(end - start);
    const complaint = column.coerce(this.#value, out);
    return complaint === null
      ? { kind: 'fits', source, json: out.finish().toString('utf8') }
      : { kind: 'misfits', source, reason: complaint.message };
  }
}

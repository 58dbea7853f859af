import { badRequest } from '../base/errors.js';
import { OPEN_BRACE, SPACE } from '../base/json-bytes.js';
import type { DataPool } from '../catalog/definitions.js';
import { type CommitRequest, type Commits, commitAll } from './commit-request.js';
import { BodyRefusal, type EventError } from './refusal.js';
import type { ReplayTurns } from './replay-turns.js';
import type { RequestId } from './row-id.js';
import { compileRowPlan, type RowPlan } from './row-plan.js';
import type { RowReader } from './row-reader.js';

/** An event that was received earlier. */
export interface KeptEvent {
  /** The ID of its row. */
  readonly id: string;
  readonly receivedAtMs: number;
  readonly payload: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** An event as a row of a Data Pool. */
export interface ReplayableEvent {
  readonly event: KeptEvent;
  readonly row: Buffer;
}

export type EventReading = ReplayableEvent | { readonly errors: readonly EventError[] };

/** Most reasons of one event. */
const errorsMax = 20;
const idDigits = 32;
const requestIdDigits = 24;

export interface EventReplayOptions {
  readonly rows: RowReader;
  readonly commits: Commits;
  readonly turns: ReplayTurns;
  readonly nodeId: string;
}

/**
 * Stores events again that were received earlier: in quarantine, or as records of another Data Pool. An event keeps the ID of
 * its row and the time when it was received, so that storing it twice stores it once.
 */
export class EventReplay {
  readonly #options: EventReplayOptions;
  /** By definition object: another version of a definition is another object. */
  readonly #plans = new WeakMap<DataPool, RowPlan>();

  constructor(options: EventReplayOptions) {
    this.#options = options;
  }

  /** Runs one piece of work on a quarantine at a time, so that no event is stored by two at once. */
  exclusively<T>(dataPoolId: string, work: () => Promise<T>): Promise<T> {
    return this.#options.turns.inTurn(dataPoolId, work);
  }

  async read(pool: DataPool, event: KeptEvent): Promise<EventReading> {
    const { receivedAtMs, payload, headers } = event;
    const id = event.id.replaceAll('-', '');
    if (id.length !== idDigits) throw badRequest(`"${event.id}" is not the ID of an event`);
    try {
      if (!startsAnObject(payload)) return { errors: [notAnObject] };
      const { rows, rowCount, errors } = await this.#options.rows.read(payload, 'json', this.#plan(pool), {
        receivedAtMs,
        requestId: id.slice(0, requestIdDigits) as RequestId,
        firstIndex: Number.parseInt(id.slice(requestIdDigits), 16),
        headers,
        errorsMax,
      });
      return rowCount === 1 ? { event, row: rows } : { errors };
    } catch (error) {
      if (!(error instanceof BodyRefusal)) throw error;
      return { errors: [{ index: 0, column: null, reason: 'not_json', message: error.message }] };
    }
  }

  /** Resolves when the Data Pool contains all of them, once each. */
  async store(pool: DataPool, events: readonly ReplayableEvent[]): Promise<void> {
    const { commits, nodeId } = this.#options;
    const requests = new Map<string, ReplayableEvent[]>();
    for (const replayable of events) {
      const requestId = replayable.event.id.replaceAll('-', '').slice(0, requestIdDigits);
      requests.set(requestId, [...(requests.get(requestId) ?? []), replayable]);
    }
    await commitAll(
      commits,
      [...requests].map(
        ([requestId, own]): CommitRequest => ({
          pool,
          requestId: requestId as RequestId,
          rows: Buffer.concat(own.map(({ row }) => row)),
          rowCount: own.length,
          // Looks the rows up first: an earlier replay may have stored them.
          earlier: { nodeId, sinceMs: Math.min(...own.map(({ event }) => event.receivedAtMs)) },
        }),
      ),
    );
  }

  #plan(pool: DataPool): RowPlan {
    const known = this.#plans.get(pool) ?? compileRowPlan(pool.columns);
    this.#plans.set(pool, known);
    return known;
  }
}

const notAnObject: EventError = {
  index: 0,
  column: null,
  reason: 'not_an_object',
  message: 'The event is not an object',
};

/** An array would be read as several events. */
function startsAnObject(payload: Buffer): boolean {
  let at = 0;
  while (at < payload.length && (payload[at] as number) <= SPACE) at++;
  return payload[at] === OPEN_BRACE;
}

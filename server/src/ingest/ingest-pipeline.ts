import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { notFound, unavailable } from '../base/errors.js';
import type { DataPool, DataSource } from '../catalog/definitions.js';
import type { Commits } from './commit-request.js';
import type { BodyKind } from './event-decoder.js';
import { idempotencyKey } from './idempotency-key.js';
import type { KeyedCommit } from './keyed-commit.js';
import { keyedRequestId, newRequestId } from './row-id.js';
import { compileRowPlan, type RowPlan } from './row-plan.js';
import type { ReadRows, RowReader } from './row-reader.js';

/**
 * Bytes -> events -> rows -> commit. When `ingest` resolves, the rows of the good events are durable and every later
 * query sees them, or `isStored` is false and nothing was stored.
 */
export interface IngestPipelineOptions {
  readonly findDataPool: (dataSource: DataSource) => Promise<DataPool | undefined>;
  readonly rows: RowReader;
  readonly commits: Commits;
  readonly keyed: Pick<KeyedCommit, 'commit'>;
  readonly budget: Pick<ByteBudget, 'bytesMax'>;
  readonly clock: Clock;
  /** Called for what is stored anew, not for repetitions of it. */
  readonly onStored: (events: number, bodyBytes: number) => void;
}

export interface EventsBody {
  readonly bytes: Buffer;
  readonly kind: BodyKind;
  /** Whether good events are stored beside bad ones. */
  readonly isPartial: boolean;
  /** Bodies with the same key are stored once. */
  readonly key: string | undefined;
}

export interface IngestOutcome extends Pick<ReadRows, 'eventCount' | 'failed' | 'errors'> {
  readonly isStored: boolean;
}

const errorsShownMax = 100;
/** Each bad event of a partial request has a message of its own; these many are told in full. */
const partialErrorsMax = 10_000;

export class IngestPipeline {
  readonly #options: IngestPipelineOptions;
  /** By the definition itself: another version of it is another object. */
  readonly #plans = new WeakMap<DataPool, RowPlan>();
  /** Bodies whose definition has been looked up and that are not stored yet. */
  readonly #storing = new Set<Promise<IngestOutcome>>();

  constructor(options: IngestPipelineOptions) {
    this.#options = options;
  }

  /** The Data Pool that a Data Source fills; throws unless it takes events now. */
  async destination(dataSource: DataSource | undefined): Promise<DataPool> {
    const pool = dataSource && (await this.#options.findDataPool(dataSource));
    // Nothing of the key is repeated: it is a capability, and answers end up in logs.
    if (!pool || pool.status === 'DELETING') throw notFound('Webhook', 'with this key');
    if (pool.status !== 'LIVE') {
      throw unavailable('The Data Pool is not ready to store events', { details: { reason: 'not_live' } });
    }
    return pool;
  }

  async ingest(dataSource: DataSource, body: EventsBody): Promise<IngestOutcome> {
    const stored = this.#store(dataSource, body);
    this.#storing.add(stored);
    try {
      return await stored;
    } finally {
      this.#storing.delete(stored);
    }
  }

  /** Resolves when every body is done with that may be stored by an earlier definition of its Data Pool. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  /** The definition is looked up here once more: while the body came in, a column may have been added. */
  async #store(dataSource: DataSource, { bytes, kind, isPartial, key }: EventsBody): Promise<IngestOutcome> {
    const { rows, commits, keyed, budget, clock, onStored } = this.#options;
    const pool = await this.destination(dataSource);
    const idempotency =
      key === undefined ? undefined : idempotencyKey(pool.id, key, bytes, `${kind} ${isPartial}`);
    const requestId = idempotency
      ? keyedRequestId(pool.id, idempotency.keyDigest, idempotency.bodyDigest)
      : newRequestId();
    const reading = rows.read(bytes, kind, this.#plan(pool), {
      receivedAtMs: clock.now(),
      requestId,
      errorsMax: isPartial ? partialErrorsMax : errorsShownMax,
      // The body is held as long as its rows: more than this there will never be room for.
      rowBytesMax: budget.bytesMax - bytes.length,
    });
    const encoded = reading instanceof Promise ? await reading : reading;
    const { rowCount, eventCount, failed, errors } = encoded;
    if (failed.length > 0 && !isPartial) return { isStored: false, eventCount, failed, errors };
    if (rowCount > 0) {
      const request = { pool, requestId, rows: encoded.rows, rowCount };
      let isNew = true;
      if (idempotency) isNew = await keyed.commit(idempotency, request);
      else await commits.commit(request);
      if (isNew) onStored(rowCount, bytes.length);
    }
    return { isStored: true, eventCount, failed, errors };
  }

  #plan(pool: DataPool): RowPlan {
    const known = this.#plans.get(pool);
    if (known) return known;
    const plan = compileRowPlan(pool.columns);
    this.#plans.set(pool, plan);
    return plan;
  }
}

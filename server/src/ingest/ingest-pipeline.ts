import type { IncomingHttpHeaders } from 'node:http';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { notFound, unavailable } from '../base/errors.js';
import type { DataPool, DataSource } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import { type Commits, commitAll } from './commit-request.js';
import { idempotencyKey } from './idempotency-key.js';
import type { KeyedCommit } from './keyed-commit.js';
import { keyedRequestId, newRequestId, type RequestId } from './row-id.js';
import { compileRowPlan, type RowPlan } from './row-plan.js';
import type { BodyKind, ReadRows, RowReader } from './row-reader.js';

/**
 * Bytes -> events -> rows -> commit. When `ingest` resolves, the rows of the valid events are durable and every later query
 * sees them, or `isStored` is false and nothing was stored.
 */
export interface IngestPipelineOptions {
  readonly findDataPool: (dataSource: DataSource) => Promise<DataPool | undefined>;
  readonly rows: RowReader;
  readonly commits: Commits;
  readonly keyed: Pick<KeyedCommit, 'commit'>;
  readonly budget: Pick<ByteBudget, 'bytesMax'>;
  readonly clock: Clock;
  /** Called for newly stored events, not for repeated requests. */
  readonly onStored: (events: number, bodyBytes: number) => void;
  /** Called for newly quarantined events. */
  readonly onQuarantined: (pool: DataPool, events: number, bytes: number) => void;
}

export interface EventsBody {
  readonly bytes: Buffer;
  readonly kind: BodyKind;
  /** Whether valid events are stored when others are invalid. */
  readonly isPartial: boolean;
  /** Bodies with the same key are stored once. */
  readonly key: string | undefined;
  /** Whether the key alone identifies the events, so that a repetition may differ in other bytes. */
  readonly isKeyEnough?: boolean;
  /** Of the request, for the columns that headers fill. */
  readonly headers: IncomingHttpHeaders;
}

export interface IngestOutcome
  extends Pick<ReadRows, 'eventCount' | 'failed' | 'firstFailed' | 'errors' | 'uniqueIds'> {
  readonly isStored: boolean;
  /** Whether the invalid events are in the quarantine. */
  readonly isQuarantined: boolean;
  /** Part of the ID of each of its rows. */
  readonly requestId: RequestId;
  /** Whether an earlier request with the same idempotency key had stored the events. */
  readonly isRepeated: boolean;
}

const errorsShownMax = 100;
/** Each invalid event of a partial request has its own message; this many are reported. */
const partialErrorsMax = 10_000;
const nothing = Buffer.alloc(0);

export class IngestPipeline {
  readonly #options: IngestPipelineOptions;
  /** By definition object: another version of a definition is another object. */
  readonly #plans = new WeakMap<DataPool, RowPlan>();
  /** Bodies that are being stored, with a definition that has been looked up already. */
  readonly #storing = new Set<Promise<IngestOutcome>>();

  constructor(options: IngestPipelineOptions) {
    this.#options = options;
  }

  /** The Data Pool that a Data Source fills; throws unless it can store events now. */
  async destination(dataSource: DataSource | undefined): Promise<DataPool> {
    const pool = dataSource && (await this.#options.findDataPool(dataSource));
    // The key is not repeated: it is a capability, and responses end up in logs.
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

  /** Resolves when all bodies that may use an earlier definition of their Data Pool are stored. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  /** Looks up the definition again, because a column may have been added while the body arrived. */
  async #store(dataSource: DataSource, body: EventsBody): Promise<IngestOutcome> {
    const { bytes, kind, isPartial, key, isKeyEnough, headers } = body;
    const { rows, commits, keyed, budget, clock, onStored, onQuarantined } = this.#options;
    const pool = await this.destination(dataSource);
    const quarantines = dataSource.type === 'WEBHOOK' && dataSource.settings.errorHandling === 'QUARANTINE';
    const compared = isKeyEnough ? nothing : bytes;
    const idempotency =
      key === undefined ? undefined : idempotencyKey(pool.id, key, compared, `${kind} ${isPartial}`);
    const requestId = idempotency
      ? keyedRequestId(pool.id, idempotency.keyDigest, idempotency.bodyDigest)
      : newRequestId();
    const reading = rows.read(bytes, kind, this.#plan(pool), {
      receivedAtMs: clock.now(),
      requestId,
      headers,
      quarantines,
      errorsMax: isPartial || quarantines ? partialErrorsMax : errorsShownMax,
      // The body is held together with its rows, so larger rows can never fit into the budget.
      rowBytesMax: budget.bytesMax - bytes.length,
    });
    const encoded = reading instanceof Promise ? await reading : reading;
    const { rowCount, eventCount, failed, firstFailed, errors, uniqueIds } = encoded;
    const isQuarantined = quarantines && failed.length > 0;
    const read = { eventCount, failed, firstFailed, errors, uniqueIds };
    const outcome = { ...read, requestId, isQuarantined, isRepeated: false };
    if (failed.length > 0 && !isPartial && !quarantines) return { ...outcome, isStored: false };
    let isRepeated = false;
    const requests = [
      { pool, requestId, rows: encoded.rows, rowCount },
      {
        pool: quarantineOf(pool),
        requestId,
        rows: encoded.quarantined,
        rowCount: isQuarantined ? failed.length : 0,
      },
    ].filter((request) => request.rowCount > 0);
    if (requests.length > 0) {
      if (idempotency) isRepeated = !(await keyed.commit(idempotency, requests));
      else await commitAll(commits, requests);
      if (!isRepeated) onStored(rowCount, bytes.length);
      if (!isRepeated && isQuarantined) onQuarantined(pool, failed.length, encoded.quarantined.length);
    }
    return { ...outcome, isStored: true, isRepeated };
  }

  #plan(pool: DataPool): RowPlan {
    const known = this.#plans.get(pool);
    if (known) return known;
    const plan = compileRowPlan(pool.columns, pool.uniqueId);
    this.#plans.set(pool, plan);
    return plan;
  }
}

import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { notFound, unavailable, WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { readBody } from '../base/read-body.js';
import type { BasicAuth, DataPool, DataSource } from '../catalog/definitions.js';
import type { Commits } from '../ingest/commit-request.js';
import type { EncodedRows } from '../ingest/encode-rows.js';
import type { BodyKind } from '../ingest/event-decoder.js';
import type { KeyedCommit } from '../ingest/keyed-commit.js';
import { BodyRefusal, RowsTooLarge } from '../ingest/refusal.js';
import { keyedRequestId, newRequestId } from '../ingest/row-id.js';
import { compileRowPlan, type RowPlan } from '../ingest/row-plan.js';
import type { RowReader } from '../ingest/row-reader.js';
import { partlyStored, refused } from './answer.js';
import { bodyKind } from './body-kind.js';
import { idempotencyKey, idempotencyKeyHeader } from './idempotency-key.js';
import type { IntakeMetrics } from './intake-metrics.js';

/**
 * One webhook request from its headers to its answer: whose it is, whether it may send, the body within
 * its limits, the events decoded and checked, the rows committed. A 200 is given only after the commit.
 */
export type Authorize = (
  basicAuth: BasicAuth | undefined,
  webhookKey: string,
  authorization: string | undefined,
  address: string,
) => Promise<void>;

export interface IntakeOptions {
  readonly findDataSource: (webhookKey: string) => Promise<DataSource | undefined>;
  readonly findDataPool: (dataSource: DataSource) => Promise<DataPool | undefined>;
  /** Throws unless the sender may send; takes as long for a Data Source that does not exist. */
  readonly authorize: Authorize;
  readonly rows: RowReader;
  readonly commits: Commits;
  readonly keyed: Pick<KeyedCommit, 'commit'>;
  readonly budget: ByteBudget;
  readonly metrics: IntakeMetrics;
  readonly clock: Clock;
  readonly bodyBytesMax: number;
}

export interface Delivery {
  readonly webhookKey: string;
  readonly partial: string | string[] | undefined;
  readonly address: string;
  readonly message: IncomingMessage;
  /** Called when the answer must say which credentials are wanted. */
  readonly challenge: () => void;
}

export interface Answer {
  readonly status: 200 | 400;
  readonly body: string;
}

const errorsShownMax = 100;
/** Each bad event of a partial request has a message of its own; these many are told in full. */
const partialErrorsMax = 10_000;

export class Intake {
  readonly #options: IntakeOptions;
  /** By the definition itself: another version of it is another object. */
  readonly #plans = new WeakMap<DataPool, RowPlan>();
  /** Requests whose definition has been looked up and that are not answered yet. */
  readonly #storing = new Set<Promise<Answer>>();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  async receive(delivery: Delivery): Promise<Answer> {
    let dataPoolId: string | undefined;
    try {
      const { dataSource, pool } = await this.#destination(delivery);
      dataPoolId = pool.id;
      return await this.#receiveInto(dataSource, delivery);
    } catch (thrown) {
      const error =
        thrown instanceof RowsTooLarge ? new HttpRefusal(413, 'too_large', thrown.message) : thrown;
      const { metrics } = this.#options;
      const fields = dataPoolId === undefined ? {} : { dataPoolId };
      metrics.refused(
        reasonOf(error),
        error instanceof WeirError ? { ...fields, ...causeOf(error) } : fields,
      );
      if (error instanceof BodyRefusal) {
        return { status: 400, body: refused([{ index: null, column: null, message: error.message }]) };
      }
      if (error instanceof WeirError && error.code === 'UNAUTHENTICATED') delivery.challenge();
      throw error;
    }
  }

  /** Resolves when every request is answered that may be storing events by an earlier definition of its Data Pool. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#storing);
  }

  refuseMethod(): HttpRefusal {
    const refusal = new HttpRefusal(405, 'method', 'Events are sent with POST');
    this.#options.metrics.refused(refusal.reason, {});
    return refusal;
  }

  async #destination({ webhookKey, message, address }: Delivery) {
    const { findDataSource, authorize } = this.#options;
    const dataSource = await findDataSource(webhookKey);
    if (dataSource?.basicAuth !== null) {
      await authorize(dataSource?.basicAuth, webhookKey, message.headers.authorization, address);
    }
    const pool = await this.#dataPool(dataSource);
    return { dataSource: dataSource as DataSource, pool };
  }

  async #dataPool(dataSource: DataSource | undefined): Promise<DataPool> {
    const pool = dataSource && (await this.#options.findDataPool(dataSource));
    // Nothing of the key is repeated: it is a capability, and answers end up in logs.
    if (!pool || pool.status === 'DELETING') throw notFound('Webhook', 'with this key');
    if (pool.status !== 'LIVE') {
      throw unavailable('The Data Pool is not ready to store events', { details: { reason: 'not_live' } });
    }
    return pool;
  }

  async #receiveInto(dataSource: DataSource, { message, partial }: Delivery): Promise<Answer> {
    const kind = bodyKind(message.headers['content-type']);
    const key = idempotencyKeyHeader(message.headers);
    const isPartial = partialFlag(partial);
    const body = await readBody(message, this.#options);
    const stored = this.#store(dataSource, body.bytes, kind, isPartial, key);
    this.#storing.add(stored);
    try {
      return await stored;
    } finally {
      this.#storing.delete(stored);
      body.release();
    }
  }

  /** The definition is looked up here once more: while the body came in, a column may have been added. */
  async #store(
    dataSource: DataSource,
    body: Buffer,
    kind: BodyKind,
    isPartial: boolean,
    key: string | undefined,
  ): Promise<Answer> {
    const { rows, commits, keyed, budget, clock, metrics } = this.#options;
    const pool = await this.#dataPool(dataSource);
    const plan = this.#plan(pool);
    const idempotency =
      key === undefined ? undefined : idempotencyKey(pool.id, key, body, `${kind} ${isPartial}`);
    const requestId = idempotency
      ? keyedRequestId(pool.id, idempotency.keyDigest, idempotency.bodyDigest)
      : newRequestId();
    const reading = rows.read(body, kind, plan, {
      receivedAtMs: clock.now(),
      requestId,
      errorsMax: isPartial ? partialErrorsMax : errorsShownMax,
      // The body is held as long as its rows: more than this there will never be room for.
      rowBytesMax: budget.bytesMax - body.length,
    });
    const encoded = reading instanceof Promise ? await reading : reading;
    if (encoded.failed.length > 0 && !isPartial) return this.#refuseEvents(pool, encoded);
    if (encoded.rowCount > 0) {
      const request = { pool, requestId, rows: encoded.rows, rowCount: encoded.rowCount };
      let isNew = true;
      if (idempotency) isNew = await keyed.commit(idempotency, request);
      else await commits.commit(request);
      if (isNew) metrics.stored(encoded.rowCount, body.length);
    }
    if (encoded.failed.length > 0) this.#countRefused(pool, encoded);
    return { status: 200, body: partlyStored(encoded.eventCount, encoded) };
  }

  #refuseEvents(pool: DataPool, encoded: EncodedRows): Answer {
    this.#countRefused(pool, encoded);
    return { status: 400, body: refused(encoded.errors) };
  }

  #countRefused(pool: DataPool, { errors }: EncodedRows): void {
    this.#options.metrics.refused(errors[0]?.reason ?? 'bad_event', { dataPoolId: pool.id });
  }

  #plan(pool: DataPool): RowPlan {
    const known = this.#plans.get(pool);
    if (known) return known;
    const plan = compileRowPlan(pool.columns);
    this.#plans.set(pool, plan);
    return plan;
  }
}

function partialFlag(value: string | string[] | undefined): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new HttpRefusal(400, 'bad_query', 'partial must be true or false');
}

const reasonsByCode: Readonly<Partial<Record<WeirError['code'], string>>> = {
  UNAUTHENTICATED: 'unauthenticated',
  RATE_LIMITED: 'rate_limited',
  NOT_FOUND: 'unknown_key',
  CONFLICT: 'conflict',
  UNAVAILABLE: 'unavailable',
};

function reasonOf(error: unknown): string {
  if (error instanceof HttpRefusal) return error.reason;
  if (!(error instanceof WeirError)) return 'internal';
  const reason = error.details?.['reason'];
  return typeof reason === 'string' ? reason : (reasonsByCode[error.code] ?? 'other');
}

/** The engine's or the catalog's own words, for the operator. */
const causeOf = (error: WeirError) =>
  error.code === 'UNAVAILABLE' && error.cause instanceof Error ? { err: error.cause } : {};

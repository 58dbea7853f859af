import type { Counter, Histogram } from 'prom-client';
import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import { tiers } from '../base/tier.js';
import type { Engine, QueryResult, QueryStatistics } from '../engine/engine.js';
import type { Sql } from '../sql/identifier.js';
import { BoundValues, InlineValues } from '../sql/values.js';
import type { Asker } from './asker.js';
import type { QueryInfo, QueryStatus, QuerySubtype, QueryType } from './query-info.js';
import type { Printing } from './readable-source.js';

/**
 * The one place that executes queries: it gives each its limits, times it, records what became of it, and
 * stops it when its client goes away.
 */
export interface QueryRequest {
  readonly principal: Principal;
  readonly type: QueryType;
  readonly subtype?: QuerySubtype;
  readonly statement: (printing: Printing) => Sql;
  /** What earlier statements of the same query processed. */
  readonly earlier?: QueryStatistics | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface QueryAnswer {
  readonly result: QueryResult;
  readonly info: QueryInfo;
}

export interface QueryRunnerOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly record: (info: QueryInfo) => void;
  readonly measures: QueryMeasures;
}

export interface QueryMeasures {
  readonly queries: Counter<'type' | 'status'>;
  readonly durationSeconds: Histogram<'type'>;
}

/** More than any page that the API gives, and small enough to be parsed without holding up others. */
export const resultRowsMax = 100_000;
export const resultBytesMax = 64 * 1024 * 1024;

export class QueryRunner {
  readonly #options: QueryRunnerOptions;

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
  }

  async run(request: QueryRequest): Promise<QueryAnswer> {
    const { engine, clock, timeoutMs } = this.#options;
    const id = newId('query');
    const startedAt = clock.now();
    const startedTick = clock.monotonic();
    const values = new BoundValues();
    const text = request.statement({ values, mode: 'run' });
    const finish = (status: QueryStatus, result?: QueryResult): QueryInfo =>
      this.#finish(request, { id, startedAt, durationMs: clock.monotonic() - startedTick, status, result });
    try {
      const { tier } = request.principal;
      const result = await engine.query({
        id,
        statement: { text, parameters: values.params },
        limits: { timeoutMs, resultRowsMax, resultBytesMax, ...tiers[tier] },
        ...(request.signal && { signal: request.signal }),
      });
      return { result, info: finish('COMPLETED', result) };
    } catch (error) {
      if (!(error instanceof WeirError) || !reachedTheEngine.has(error.code)) throw error;
      const info = finish(error.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR');
      throw new WeirError(error.code, error.message, {
        cause: error.cause,
        details: { query: shownQuery(info) },
      });
    }
  }

  /** A statement that a query needs before its own: under the same limits, but no query by itself. */
  async read(
    { principal, signal }: Asker,
    statement: QueryRequest['statement'],
  ): Promise<{ readonly result: QueryResult }> {
    const { engine, timeoutMs } = this.#options;
    const values = new BoundValues();
    const text = statement({ values, mode: 'run' });
    const result = await engine.query({
      id: newId('query'),
      statement: { text, parameters: values.params },
      limits: { timeoutMs, resultRowsMax, resultBytesMax, ...tiers[principal.tier] },
      ...(signal && { signal }),
    });
    return { result };
  }

  #finish(request: QueryRequest, outcome: Outcome): QueryInfo {
    const { id, startedAt, durationMs, status, result } = outcome;
    const { measures, record } = this.#options;
    const { principal, type, subtype = null, earlier } = request;
    const info: QueryInfo = {
      id,
      environmentId: principal.environmentId,
      createdAt: startedAt,
      createdBy: principal.applicationId,
      modifiedAt: startedAt,
      modifiedBy: principal.applicationId,
      bytesProcessed: String((result?.statistics.bytesProcessed ?? 0) + (earlier?.bytesProcessed ?? 0)),
      recordsProcessed: String((result?.statistics.recordsProcessed ?? 0) + (earlier?.recordsProcessed ?? 0)),
      durationInMilliseconds: Math.round(durationMs),
      resultingBytes: result?.bytes ?? 0,
      resultingRecords: result?.rows.length ?? 0,
      tier: principal.tier,
      status,
      type,
      subtype,
      sql: request.statement({ values: new InlineValues(), mode: 'show' }),
    };
    measures.queries.inc({ type, status });
    measures.durationSeconds.observe({ type }, durationMs / 1000);
    record(info);
    return info;
  }
}

interface Outcome {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: QueryStatus;
  readonly result: QueryResult | undefined;
}

const reachedTheEngine = new Set(['QUERY_FAILED', 'QUERY_TIMED_OUT', 'QUERY_CANCELLED']);

/** QueryInfo as it stands in `extensions.query`. */
function shownQuery({ environmentId: _, createdAt, modifiedAt, ...info }: QueryInfo) {
  return {
    ...info,
    createdAt: new Date(createdAt).toISOString(),
    modifiedAt: new Date(modifiedAt).toISOString(),
  };
}

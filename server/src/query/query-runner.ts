import type { Counter, Histogram } from 'prom-client';
import type { Clock } from '../base/clock.js';
import { formatDateTime } from '../base/date-time.js';
import { WeirError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import { tiers } from '../base/tier.js';
import type { Engine, QueryResult, QueryStatistics, Statement } from '../engine/engine.js';
import type { Sql } from '../sql/identifier.js';
import { BoundValues, InlineValues } from '../sql/values.js';
import type { QueryInfo, QueryStatus, QuerySubtype, QueryType } from './query-info.js';
import type { Printing } from './readable-source.js';
import type { ResultCache } from './result-cache.js';
import { SharedExecutions } from './shared-executions.js';

/**
 * The one place that executes queries: it gives each its limits, times it, records what became of it, and
 * stops it when its client goes away.
 */
export interface QueryRequest {
  readonly principal: Principal;
  readonly type: QueryType;
  readonly subtype?: QuerySubtype;
  readonly statement: (printing: Printing) => Sql;
  /** What the statements before this one, of the same query, have taken. */
  readonly earlier?: EarlierWork | undefined;
  readonly signal: AbortSignal | undefined;
  /** The Data Pools on whose records alone the answer depends; absent when it depends on more, such as the clock. */
  readonly dependsOn?: readonly string[] | undefined;
  readonly resultRowsMax?: number;
}

export interface QueryAnswer {
  readonly result: QueryResult;
  readonly info: QueryInfo;
}

export interface EarlierWork {
  readonly statistics: QueryStatistics;
  readonly startedAt: number;
  readonly startedTick: number;
}

export interface QueryRunnerOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly record: (info: QueryInfo) => void;
  readonly measures: QueryMeasures;
  /** Absent where other processes write to the same tables. */
  readonly cache?: ResultCache | undefined;
}

export interface QueryMeasures {
  readonly queries: Counter<'type' | 'status'>;
  readonly durationSeconds: Histogram<'type'>;
}

/** More than any page that the API gives, and small enough to be parsed without holding up others. */
export const resultRowsMax = 100_000;
export const resultBytesMax = 64 * 1024 * 1024;

/** A query that is late before its last statement begins is stopped by the engine at once. */
const timeoutMsMin = 1;

const nothingProcessed: QueryStatistics = { recordsProcessed: 0, bytesProcessed: 0 };

export class QueryRunner {
  readonly #options: QueryRunnerOptions;
  readonly #shared = new SharedExecutions<QueryResult>();

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
  }

  async run(request: QueryRequest): Promise<QueryAnswer> {
    const started = this.#start(request);
    const result = await this.#attempt(request, started);
    return { result, info: this.#finish(request, started, 'COMPLETED', result) };
  }

  /**
   * A statement that a query needs before its own: under the same time-out, and no query by itself unless
   * it fails, which fails the query.
   */
  async read(
    request: QueryRequest,
  ): Promise<{ readonly result: QueryResult; readonly earlier: EarlierWork }> {
    const started = this.#start(request);
    const result = await this.#attempt(request, started);
    const { startedAt, startedTick, earlier } = started;
    return { result, earlier: { statistics: added(earlier, result.statistics), startedAt, startedTick } };
  }

  #start({ earlier }: QueryRequest): Started {
    const { clock } = this.#options;
    return {
      id: newId('query'),
      startedAt: earlier?.startedAt ?? clock.now(),
      startedTick: earlier?.startedTick ?? clock.monotonic(),
      earlier: earlier?.statistics ?? nothingProcessed,
    };
  }

  async #attempt(request: QueryRequest, started: Started): Promise<QueryResult> {
    const values = new BoundValues();
    const text = request.statement({ values, mode: 'run' });
    try {
      return await this.#answer(request, started, { text, parameters: values.params });
    } catch (error) {
      if (!(error instanceof WeirError) || !reachedTheEngine.has(error.code)) throw error;
      const info = this.#finish(request, started, error.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR');
      throw new WeirError(error.code, error.message, {
        cause: error.cause,
        details: { query: shownQuery(info) },
      });
    }
  }

  /** From memory where that is as good; an answer from there has processed nothing. */
  async #answer(request: QueryRequest, started: Started, statement: Statement): Promise<QueryResult> {
    const { cache } = this.#options;
    const { dependsOn, principal, signal } = request;
    if (!cache || !dependsOn) return await this.#execute(request, started, statement, signal);
    const key = `${statement.text}\n${JSON.stringify(statement.parameters)}`;
    const stamp = cache.stamp(dependsOn);
    const found = cache.find(key, stamp);
    if (found) return { ...found, statistics: nothingProcessed };
    // Not with those of another tier, which may be slower, nor with those who began before a change.
    return await this.#shared.run(`${principal.tier} ${stamp}\n${key}`, signal, async (abandoned) => {
      const result = await this.#execute(request, started, statement, abandoned);
      if (cache.stamp(dependsOn) === stamp) cache.keep(key, stamp, result);
      return result;
    });
  }

  async #execute(
    { principal, resultRowsMax: rowsMax = resultRowsMax }: QueryRequest,
    { id, startedTick }: Started,
    statement: Statement,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult> {
    const { engine, clock, timeoutMs } = this.#options;
    const leftMs = Math.max(timeoutMsMin, timeoutMs - (clock.monotonic() - startedTick));
    const limits = { timeoutMs: leftMs, resultRowsMax: rowsMax, resultBytesMax, ...tiers[principal.tier] };
    return await engine.query({ id, statement, limits, ...(signal && { signal }) });
  }

  #finish(request: QueryRequest, started: Started, status: QueryStatus, result?: QueryResult): QueryInfo {
    const { clock, measures, record } = this.#options;
    const { principal, type, subtype = null } = request;
    const durationMs = clock.monotonic() - started.startedTick;
    const processed = added(started.earlier, result?.statistics ?? nothingProcessed);
    const info: QueryInfo = {
      id: started.id,
      environmentId: principal.environmentId,
      createdAt: started.startedAt,
      createdBy: principal.applicationId,
      modifiedAt: started.startedAt,
      modifiedBy: principal.applicationId,
      bytesProcessed: String(processed.bytesProcessed),
      recordsProcessed: String(processed.recordsProcessed),
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

interface Started {
  readonly id: string;
  readonly startedAt: number;
  readonly startedTick: number;
  readonly earlier: QueryStatistics;
}

const reachedTheEngine = new Set(['QUERY_FAILED', 'QUERY_TIMED_OUT', 'QUERY_CANCELLED']);

function added(one: QueryStatistics, other: QueryStatistics): QueryStatistics {
  return {
    recordsProcessed: one.recordsProcessed + other.recordsProcessed,
    bytesProcessed: one.bytesProcessed + other.bytesProcessed,
  };
}

/** QueryInfo as it stands in `extensions.query`. */
function shownQuery({ environmentId: _, createdAt, modifiedAt, ...info }: QueryInfo) {
  return { ...info, createdAt: formatDateTime(createdAt), modifiedAt: formatDateTime(modifiedAt) };
}

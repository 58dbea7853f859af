import type { Counter, Histogram } from 'prom-client';
import type { Clock } from '../base/clock.js';
import { newId } from '../base/ids.js';
import { type Principal, readerKey } from '../base/principal.js';
import type { QueryResult } from '../engine/engine.js';
import type { QueryInfo, QueryStatus } from './query-info.js';
import {
  addStatistics,
  nothingProcessed,
  nothingReturned,
  type QueryRequest,
  type StartedQuery,
} from './query-request.js';

export interface QueryRecordsOptions {
  readonly clock: Clock;
  readonly record: (info: QueryInfo) => void;
  readonly measures: QueryMeasures;
}

export interface QueryMeasures {
  readonly queries: Counter<'type' | 'status'>;
  readonly durationSeconds: Histogram<'type'>;
}

/** Measures queries and records how each ended. */
export class QueryRecords {
  readonly #options: QueryRecordsOptions;

  constructor(options: QueryRecordsOptions) {
    this.#options = options;
  }

  start({ earlier }: QueryRequest): StartedQuery {
    const { clock } = this.#options;
    return {
      id: newId('query'),
      startedAt: earlier?.startedAt ?? clock.now(),
      startedTick: earlier?.startedTick ?? clock.monotonic(),
      earlier: earlier?.statistics ?? nothingProcessed,
    };
  }

  finish(
    { principal, type, subtype, returned = nothingReturned, shown, booster }: QueryRequest,
    started: StartedQuery,
    status: QueryStatus,
    result?: QueryResult,
    records = result?.rows.length ?? 0,
  ): QueryInfo {
    const durationMs = this.#options.clock.monotonic() - started.startedTick;
    const processed = addStatistics(started.earlier, result?.statistics ?? nothingProcessed);
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
      resultingBytes: result ? returned.bytes + result.bytes : 0,
      resultingRecords: result ? returned.records + records : 0,
      tier: principal.tier,
      status,
      type,
      subtype: subtype ?? null,
      sql: shown(),
      booster: booster ?? null,
      reader: readerKey(principal),
    };
    this.#record(info, durationMs);
    return info;
  }

  /** Records a repeated query that was answered from the cache, as a separate query that processed nothing. */
  repeat(answered: QueryInfo, { applicationId, tier }: Principal): QueryInfo {
    const now = this.#options.clock.now();
    const info: QueryInfo = {
      ...answered,
      id: newId('query'),
      createdAt: now,
      createdBy: applicationId,
      modifiedAt: now,
      modifiedBy: applicationId,
      bytesProcessed: '0',
      recordsProcessed: '0',
      durationInMilliseconds: 0,
      tier,
    };
    this.#record(info, 0);
    return info;
  }

  #record(info: QueryInfo, durationMs: number): void {
    const { measures, record } = this.#options;
    measures.queries.inc({ type: info.type, status: info.status });
    measures.durationSeconds.observe({ type: info.type }, durationMs / 1000);
    record(info);
  }
}

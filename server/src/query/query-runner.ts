import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { QueryResult } from '../engine/engine.js';
import type { Basis } from './answer-cache.js';
import { type AnsweringOptions, QueryAnswers } from './answer-query.js';
import { isQueryFailure, shownFailure } from './query-failure.js';
import type { QueryInfo } from './query-info.js';
import { QueryRecords, type QueryRecordsOptions } from './query-records.js';
import {
  addStatistics,
  type EarlierWork,
  nothingProcessed,
  type QueryRequest,
  type StartedQuery,
} from './query-request.js';
import { runnable, type WriteStatement } from './written-statement.js';

export interface QueryAnswer {
  readonly result: QueryResult;
  readonly info: QueryInfo;
}

/** Runs another statement of the same query. */
export type FollowUp = (write: WriteStatement) => Promise<QueryResult>;

export type QueryRunnerOptions = AnsweringOptions & QueryRecordsOptions;

/**
 * The only place that runs queries. Each is started, answered (from the cache, from a shared execution, or by the engine)
 * and recorded. Information that access policies hide is removed from results and errors.
 */
export class QueryRunner {
  readonly #options: QueryRunnerOptions;
  readonly #answers: QueryAnswers;
  readonly #records: QueryRecords;

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
    this.#answers = new QueryAnswers(options);
    this.#records = new QueryRecords(options);
  }

  /** The versions of these Data Pools, for an answer that depends only on them; undefined when nothing is cached. */
  basis(dataPoolIds: readonly string[] | undefined): Basis | undefined {
    return dataPoolIds && this.#options.results?.basis(dataPoolIds);
  }

  async run(request: QueryRequest): Promise<QueryAnswer> {
    return await this.runThen(request, async () => undefined);
  }

  /**
   * Runs a query that may need follow-up statements once its rows are known. All statements share one time-out and count as
   * one query, which is shown by its first statement. The query counts all of its rows as returned, unless `returnedOf` says
   * otherwise.
   */
  async runThen<T>(
    request: QueryRequest,
    work: (result: QueryResult, followUp: FollowUp) => Promise<T>,
    returnedOf?: (value: T) => number,
  ): Promise<QueryAnswer & { readonly value: T }> {
    const started = this.#records.start(request);
    const result = await this.#attempt(request, started);
    let processed = started.earlier;
    const followUp: FollowUp = async (write) => {
      const { startedAt, startedTick } = started;
      const earlier = { statistics: addStatistics(processed, result.statistics), startedAt, startedTick };
      const found = await this.#attempt(
        { ...request, run: runnable(write), earlier },
        { ...started, earlier: earlier.statistics },
      );
      processed = addStatistics(processed, found.statistics);
      return found;
    };
    const value = await work(result, followUp);
    const ended = { ...started, earlier: processed };
    const info = this.#records.finish(request, ended, 'COMPLETED', result, returnedOf?.(value));
    return { result, info, value };
  }

  /**
   * Runs a statement that a query needs before its main one, within the same time-out. It is not recorded as a query, unless
   * it fails and thereby fails the query.
   */
  async read(
    request: QueryRequest,
  ): Promise<{ readonly result: QueryResult; readonly earlier: EarlierWork }> {
    const started = this.#records.start(request);
    const result = await this.#attempt(request, started);
    const { startedAt, startedTick, earlier } = started;
    return {
      result,
      earlier: { statistics: addStatistics(earlier, result.statistics), startedAt, startedTick },
    };
  }

  repeat(answered: QueryInfo, principal: Principal): QueryInfo {
    return this.#records.repeat(answered, principal);
  }

  async #attempt(request: QueryRequest, started: StartedQuery): Promise<QueryResult> {
    // For example the rest of a long list of counters: nothing ran, so there is nothing to record.
    if (request.signal?.aborted && !request.earlier)
      throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it started');
    try {
      const result = await this.#answers.answer(request, started);
      // The engine's read statistics include hidden records, so searching by key values could reveal them.
      return request.run.limited ? { ...result, statistics: nothingProcessed } : result;
    } catch (error) {
      if (!isQueryFailure(error)) throw error;
      const status = error.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR';
      throw shownFailure(error, request, this.#records.finish(request, started, status));
    }
  }
}

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
 * The one place that runs queries. Each is started, answered (from the cache, with others, or by the engine), and
 * recorded; what must not be told of it is taken out, of an answer as of a failure.
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

  /** What an answer that reads only these Data Pools depends on; undefined where nothing is cached. */
  basis(dataPoolIds: readonly string[] | undefined): Basis | undefined {
    return dataPoolIds && this.#options.results?.basis(dataPoolIds);
  }

  async run(request: QueryRequest): Promise<QueryAnswer> {
    return await this.runThen(request, async () => undefined);
  }

  /**
   * A query that may need follow-up statements once its own rows are known: under the same time-out, and all of it is one
   * query, shown by its own statement. It returns all of its rows, unless `returnedOf` says of how many the answer
   * is made.
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
   * A statement that a query needs before its own: under the same time-out, and no query by itself unless
   * it fails, which fails the query.
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
    // Such as the rest of a long list of counters: nothing of it ran, so there is nothing to record.
    if (request.signal?.aborted && !request.earlier)
      throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it began');
    try {
      const result = await this.#answers.answer(request, started);
      // How much the engine read depends on hidden records too: a search over key values would find them by it.
      return request.run.limited ? { ...result, statistics: nothingProcessed } : result;
    } catch (error) {
      if (!isQueryFailure(error)) throw error;
      const status = error.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR';
      throw shownFailure(error, request, this.#records.finish(request, started, status));
    }
  }
}

import type { QueryResult, ResultSize } from '../engine/engine.js';
import type { AnswerCache, Basis } from './answer-cache.js';
import { type ExecutionOptions, executeQuery } from './execute-query.js';
import { nothingProcessed, type QueryRequest, type StartedQuery, sizeOf } from './query-request.js';
import { SharedExecutions } from './shared-executions.js';

export interface AnsweringOptions extends ExecutionOptions {
  /** Absent when other processes write to the same tables. */
  readonly results?: AnswerCache<QueryResult> | undefined;
}

/** Memory of parsed rows per byte of their text, approximately. */
const parsedBytesPerByte = 4;

/** Gets the result of a query: from the cache, from an identical running query, or by running it. */
export class QueryAnswers {
  readonly #options: AnsweringOptions;
  readonly #shared = new SharedExecutions<QueryResult>();

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  async answer(request: QueryRequest, started: StartedQuery): Promise<QueryResult> {
    const { results } = this.#options;
    const { basis, allowance, run } = request;
    if (!results || !basis) return await this.#alone(request, started);
    // The statement with its values contains everything else that the result depends on: the Environment's database, the
    // table, the time range, and the conditions of access policies.
    const key = `${run.statement.text}\n${JSON.stringify(run.statement.parameters)}`;
    const found = results.find(key);
    // A cached result has processed nothing.
    const result = found
      ? { ...found, statistics: nothingProcessed }
      : await this.#together(request, started, results, basis, key);
    await allowance?.take(sizeOf(result));
    return result;
  }

  async #together(
    request: QueryRequest,
    started: StartedQuery,
    results: AnswerCache<QueryResult>,
    basis: Basis,
    key: string,
  ): Promise<QueryResult> {
    const { principal, signal, allowance } = request;
    // Not shared with another tier, which may be slower, with another Application, which may have to wait for its own
    // queries, or with queries that began before a change.
    const sharedKey = `${principal.applicationId} ${principal.tier} ${basis.stamp}\n${key}`;
    return await this.#shared.run(sharedKey, signal, async (abandoned) => {
      // A separate allowance, because the first request may end before the others.
      const own = allowance?.another();
      const admit = own && ((size: ResultSize) => own.take(size));
      try {
        const executed = await executeQuery(this.#options, request, started, abandoned, admit);
        results.keep(key, basis, executed, parsedBytesPerByte * executed.bytes);
        return executed;
      } finally {
        own?.end();
      }
    });
  }

  async #alone(request: QueryRequest, started: StartedQuery): Promise<QueryResult> {
    const { signal, allowance } = request;
    let taken = false;
    const admit = async (size: ResultSize) => {
      taken = true;
      await allowance?.take(size);
    };
    const result = await executeQuery(this.#options, request, started, signal, admit);
    if (!taken) await allowance?.take(sizeOf(result));
    return result;
  }
}

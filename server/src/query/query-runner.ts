import type { Counter, Histogram } from 'prom-client';
import type { AnswerAllowance } from '../base/answer-budget.js';
import { resultBytesMax, resultCellsMax, resultRowsMax } from '../base/answer-limits.js';
import type { Clock } from '../base/clock.js';
import { formatDateTime } from '../base/date-time.js';
import { WeirError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { type Principal, policyValuesDigest } from '../base/principal.js';
import { tiers } from '../base/tier.js';
import type {
  Engine,
  QueryRequest as EngineRequest,
  QueryResult,
  QueryStatistics,
  ResultSize,
  Statement,
} from '../engine/engine.js';
import { failureName, thrownByStatement, tooManyRowsOrBytes } from '../engine/engine-error.js';
import type { Sql } from '../sql/identifier.js';
import { BoundValues, InlineValues } from '../sql/values.js';
import type { AnswerCache, Basis } from './answer-cache.js';
import type { FairSlots } from './fair-slots.js';
import type { QueryInfo, QueryStatus, QuerySubtype, QueryType } from './query-info.js';
import type { Printing } from './readable-source.js';
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
  /** The statement as it runs, where it is at hand; `statement` then only shows it. */
  readonly prepared?: PreparedRun;
  /** What the statements before this one, of the same query, have taken. */
  readonly earlier?: EarlierWork | undefined;
  /** What they have given of the answer itself, of which this statement gives the rest. */
  readonly returned?: Returned;
  readonly signal: AbortSignal | undefined;
  /** What the request that asks may still be answered. */
  readonly allowance: AnswerAllowance | undefined;
  /** From `basis`; absent when the answer depends on more than the records of Data Pools, such as the clock. */
  readonly basis?: Basis | undefined;
  readonly resultRowsMax?: number;
  readonly resultCellsMax?: number;
}

export interface PreparedRun {
  readonly statement: Statement;
  /** Whether access policies choose what it reads. */
  readonly limited: boolean;
}

export interface QueryAnswer {
  readonly result: QueryResult;
  readonly info: QueryInfo;
}

/** Runs another statement of the same query. */
export type Look = (statement: QueryRequest['statement']) => Promise<QueryResult>;

export interface EarlierWork {
  readonly statistics: QueryStatistics;
  readonly startedAt: number;
  readonly startedTick: number;
}

export interface Returned extends ResultSize {
  readonly records: number;
}

export interface QueryRunnerOptions {
  readonly engine: Engine;
  readonly slots: FairSlots;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly record: (info: QueryInfo) => void;
  readonly measures: QueryMeasures;
  /** Absent where other processes write to the same tables. */
  readonly results?: AnswerCache<QueryResult> | undefined;
}

export interface QueryMeasures {
  readonly queries: Counter<'type' | 'status'>;
  readonly durationSeconds: Histogram<'type'>;
}

/** A query that is late before its last statement begins is stopped by the engine at once. */
const timeoutMsMin = 1;

/** Parsed rows take about this many times the bytes of their text. */
const parsedBytesPerByte = 4;

const nothingProcessed: QueryStatistics = { recordsProcessed: 0, bytesProcessed: 0 };
const nothingReturned: Returned = { records: 0, bytes: 0, cells: 0 };

export class QueryRunner {
  readonly #options: QueryRunnerOptions;
  readonly #shared = new SharedExecutions<QueryResult>();

  constructor(options: QueryRunnerOptions) {
    this.#options = options;
  }

  /** What an answer that reads only these Data Pools depends on; undefined where nothing is remembered. */
  basis(dataPoolIds: readonly string[] | undefined): Basis | undefined {
    return dataPoolIds && this.#options.results?.basis(dataPoolIds);
  }

  async run(request: QueryRequest): Promise<QueryAnswer> {
    return await this.runThen(request, async () => undefined);
  }

  /**
   * A query that may have to look further once its own rows are known: under the same time-out, and all of it is one
   * query, shown by its own statement. It returns all of its rows, unless `returnedOf` says of how many the answer
   * is made.
   */
  async runThen<T>(
    request: QueryRequest,
    work: (result: QueryResult, look: Look) => Promise<T>,
    returnedOf?: (value: T) => number,
  ): Promise<QueryAnswer & { readonly value: T }> {
    const started = this.#start(request);
    const result = await this.#attempt(request, started);
    let looked = started.earlier;
    const look: Look = async (statement) => {
      const { startedAt, startedTick } = started;
      const earlier = { statistics: added(looked, result.statistics), startedAt, startedTick };
      const prepared = preparedOf({ ...request, statement });
      const found = await this.#attempt(
        { ...request, prepared, earlier },
        { ...started, earlier: earlier.statistics },
      );
      looked = added(looked, found.statistics);
      return found;
    };
    const value = await work(result, look);
    const info = this.#finish(
      request,
      { ...started, earlier: looked },
      'COMPLETED',
      result,
      returnedOf?.(value),
    );
    return { result, info, value };
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

  /** The query that was answered, asked once more and answered from memory: a query of its own that processed nothing. */
  repeat(answered: QueryInfo, { applicationId, tier }: Principal): QueryInfo {
    const { clock } = this.#options;
    const now = clock.now();
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
    // Such as the rest of a long list of counters: nothing of it ran, so there is nothing to remember.
    if (request.signal?.aborted && !request.earlier)
      throw new WeirError('QUERY_CANCELLED', 'The query was cancelled before it began');
    const { statement, limited } = request.prepared ?? preparedOf(request);
    try {
      const result = await this.#answer(request, started, statement);
      // How much the engine read depends on hidden records too: a search over key values would find them by it.
      return limited ? { ...result, statistics: nothingProcessed } : result;
    } catch (error) {
      if (!(error instanceof WeirError) || !reachedTheEngine.has(error.code)) throw error;
      const hides = limited && error.code === 'QUERY_FAILED';
      const info = this.#finish(request, started, error.code === 'QUERY_TIMED_OUT' ? 'TIMED_OUT' : 'ERROR');
      // What is not the engine's refusal is in Weir's own words, which tell of no record.
      const quotes = hides && error.details?.['engineCode'] !== undefined;
      const message = tooLarge(error, request) ?? (quotes ? withoutValues(error) : error.message);
      throw new WeirError(error.code, message, {
        cause: error.cause,
        details: { query: shownQuery(info) },
      });
    }
  }

  /** From memory where that is as good; an answer from there has processed nothing. */
  async #answer(request: QueryRequest, started: Started, statement: Statement): Promise<QueryResult> {
    const { results } = this.#options;
    const { basis, principal, signal, allowance } = request;
    if (!results || !basis) return await this.#executeAlone(request, started, statement);
    // The statement with its values says all that the result depends on besides: the Environment's database, the
    // table, the range in time, the conditions of access policies.
    const key = `${statement.text}\n${JSON.stringify(statement.parameters)}`;
    const found = results.find(key);
    if (found) {
      await allowance?.take(sizeOf(found));
      return { ...found, statistics: nothingProcessed };
    }
    // Not with those of another tier, which may be slower, of another Application, which may have to wait for its own
    // queries, nor with those who began before a change.
    const sharedKey = `${principal.applicationId} ${principal.tier} ${basis.stamp}\n${key}`;
    const result = await this.#shared.run(sharedKey, signal, async (abandoned) => {
      // Not the allowance of the request that happened to be the first, which may end before the others.
      const own = allowance?.another();
      const admit = own && ((size: ResultSize) => own.take(size));
      try {
        const executed = await this.#execute(request, started, statement, abandoned, admit);
        results.keep(key, basis, executed, parsedBytesPerByte * executed.bytes);
        return executed;
      } finally {
        own?.end();
      }
    });
    await allowance?.take(sizeOf(result));
    return result;
  }

  async #executeAlone(request: QueryRequest, started: Started, statement: Statement): Promise<QueryResult> {
    const { signal, allowance } = request;
    let taken = false;
    const admit = async (size: ResultSize) => {
      taken = true;
      await allowance?.take(size);
    };
    const result = await this.#execute(request, started, statement, signal, admit);
    if (!taken) await allowance?.take(sizeOf(result));
    return result;
  }

  async #execute(
    request: QueryRequest,
    { id, startedTick }: Started,
    statement: Statement,
    signal: AbortSignal | undefined,
    admit: EngineRequest['admit'],
  ): Promise<QueryResult> {
    const { engine, slots, clock, timeoutMs } = this.#options;
    const { principal, returned = nothingReturned } = request;
    const leftMs = Math.max(timeoutMsMin, timeoutMs - (clock.monotonic() - startedTick));
    const limits = {
      timeoutMs: leftMs,
      resultRowsMax: request.resultRowsMax ?? resultRowsMax,
      resultCellsMax: (request.resultCellsMax ?? resultCellsMax) - returned.cells,
      resultBytesMax: Math.max(1, resultBytesMax - returned.bytes),
      ...tiers[principal.tier],
    };
    // The time that it waits for its turn is bounded by itself and does not count.
    return await slots.use(principal.applicationId, signal, () =>
      engine.query({
        id,
        statement,
        limits,
        survivesRestart: true,
        ...(signal && { signal }),
        ...(admit && { admit }),
      }),
    );
  }

  #finish(
    request: QueryRequest,
    started: Started,
    status: QueryStatus,
    result?: QueryResult,
    records = result?.rows.length ?? 0,
  ): QueryInfo {
    const { clock } = this.#options;
    const { principal, type, subtype = null, returned = nothingReturned } = request;
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
      resultingBytes: result ? returned.bytes + result.bytes : 0,
      resultingRecords: result ? returned.records + records : 0,
      tier: principal.tier,
      status,
      type,
      subtype,
      sql: request.statement({ values: new InlineValues(), mode: 'show' }),
      policyValuesDigest: policyValuesDigest(principal),
    };
    this.#record(info, durationMs);
    return info;
  }

  #record(info: QueryInfo, durationMs: number): void {
    const { measures, record } = this.#options;
    measures.queries.inc({ type: info.type, status: info.status });
    measures.durationSeconds.observe({ type: info.type }, durationMs / 1000);
    record(info);
  }
}

function preparedOf({ statement }: QueryRequest): PreparedRun {
  const values = new BoundValues();
  let limited = false;
  const onLimited = () => {
    limited = true;
  };
  const text = statement({ values, mode: 'run', onLimited });
  return { statement: { text, parameters: values.params }, limited };
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

/** Rows times columns: what is inside of them is counted where a large result is read. */
export const sizeOf = ({ bytes, rows, columns }: QueryResult): ResultSize => ({
  bytes,
  cells: rows.length * columns.length,
});

/** What the engine says of a result that is too large names neither the limit nor what to do. */
function tooLarge({ details, cause }: WeirError, request: QueryRequest): string | null {
  if (details?.['engineCode'] !== tooManyRowsOrBytes) return null;
  const words = cause instanceof Error ? cause.message : '';
  const most = 'which is the most that a query may return';
  if (/max bytes/.test(words))
    return `The result is larger than ${resultBytesMax} bytes, ${most}. Ask for fewer rows or columns`;
  if (/max cells/.test(words))
    return `The result has more than ${request.resultCellsMax ?? resultCellsMax} cells, ${most}. Ask for fewer rows or columns`;
  return `The result has more than ${request.resultRowsMax ?? resultRowsMax} rows, ${most}. Use LIMIT`;
}

/**
 * The engine quotes values and the statement itself, policies and all. What kind of failure it was tells neither, nor
 * do the words that Weir wrote into the statement for it.
 */
function withoutValues({ cause, details, message }: WeirError): string {
  if (details?.['engineCode'] === thrownByStatement) return message;
  const kind = cause instanceof Error ? failureName(cause.message) : undefined;
  return `The query failed${kind === undefined ? '' : `: ${kind}`}. The engine's message is not shown, because access policies apply`;
}

/** QueryInfo as it stands in `extensions.query`. */
function shownQuery({
  environmentId: _,
  policyValuesDigest: _digest,
  createdAt,
  modifiedAt,
  ...info
}: QueryInfo) {
  return { ...info, createdAt: formatDateTime(createdAt), modifiedAt: formatDateTime(modifiedAt) };
}

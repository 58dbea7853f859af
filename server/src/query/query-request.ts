import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';
import type { QueryResult, QueryStatistics, ResultSize } from '../engine/engine.js';
import type { Basis } from './answer-cache.js';
import type { QuerySubtype, QueryType } from './query-info.js';
import type { RunAndShown } from './written-statement.js';

/** A query to run: its statement, who asks, and what it may take. */
export interface QueryRequest extends RunAndShown {
  readonly principal: Principal;
  readonly type: QueryType;
  readonly subtype?: QuerySubtype;
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

export interface EarlierWork {
  readonly statistics: QueryStatistics;
  readonly startedAt: number;
  readonly startedTick: number;
}

export interface Returned extends ResultSize {
  readonly records: number;
}

/** A query under way. */
export interface StartedQuery {
  readonly id: string;
  readonly startedAt: number;
  readonly startedTick: number;
  /** What its earlier statements have processed. */
  readonly earlier: QueryStatistics;
}

export const nothingProcessed: QueryStatistics = { recordsProcessed: 0, bytesProcessed: 0 };
export const nothingReturned: Returned = { records: 0, bytes: 0, cells: 0 };

export function addStatistics(one: QueryStatistics, other: QueryStatistics): QueryStatistics {
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

import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';
import type { QueryResult, QueryStatistics, ResultSize } from '../engine/engine.js';
import type { Basis } from './answer-cache.js';
import type { BoosterUse } from './fitting-booster.js';
import type { QuerySubtype, QueryType } from './query-info.js';
import type { RunAndShown } from './written-statement.js';

/** A query to run: its statement, its caller, and its limits. */
export interface QueryRequest extends RunAndShown {
  readonly principal: Principal;
  readonly type: QueryType;
  readonly subtype?: QuerySubtype;
  /** The work of earlier statements of the same query. */
  readonly earlier?: EarlierWork | undefined;
  /** The part of the answer that earlier statements returned; this statement returns the rest. */
  readonly returned?: Returned;
  readonly signal: AbortSignal | undefined;
  /** How much the request may still return. */
  readonly allowance: AnswerAllowance | undefined;
  /** From `basis`; absent when the answer depends on more than the records of Data Pools, such as the current time. */
  readonly basis?: Basis | undefined;
  /** For Metric queries. */
  readonly booster?: BoosterUse;
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

/** A running query. */
export interface StartedQuery {
  readonly id: string;
  readonly startedAt: number;
  readonly startedTick: number;
  /** The work of its earlier statements. */
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

/** Rows times columns. Nested values are counted where a large result is read. */
export const sizeOf = ({ bytes, rows, columns }: QueryResult): ResultSize => ({
  bytes,
  cells: rows.length * columns.length,
});

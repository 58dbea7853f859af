import { resultBytesMax, resultCellsMax, resultRowsMax } from '../base/answer-limits.js';
import type { Clock } from '../base/clock.js';
import { tiers } from '../base/tier.js';
import type { Engine, EngineQuery, QueryResult } from '../engine/engine.js';
import type { FairSlots } from './fair-slots.js';
import { nothingReturned, type QueryRequest, type StartedQuery } from './query-request.js';

export interface ExecutionOptions {
  readonly engine: Engine;
  readonly slots: FairSlots;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** A query that is late before its last statement begins is stopped by the engine at once. */
const timeoutMsMin = 1;

/** Runs a query's statement when it is its Application's turn, within what its tier and its time-out leave. */
export function executeQuery(
  { engine, slots, clock, timeoutMs }: ExecutionOptions,
  { principal, run, returned = nothingReturned, ...request }: QueryRequest,
  { id, startedTick }: StartedQuery,
  signal: AbortSignal | undefined,
  admit: EngineQuery['admit'],
): Promise<QueryResult> {
  const limits = {
    timeoutMs: Math.max(timeoutMsMin, timeoutMs - (clock.monotonic() - startedTick)),
    resultRowsMax: request.resultRowsMax ?? resultRowsMax,
    resultCellsMax: (request.resultCellsMax ?? resultCellsMax) - returned.cells,
    resultBytesMax: Math.max(1, resultBytesMax - returned.bytes),
    ...tiers[principal.tier],
  };
  // The time that it waits for its turn is bounded by itself and does not count.
  return slots.use(principal.applicationId, signal, () =>
    engine.query({
      id,
      statement: run.statement,
      limits,
      survivesRestart: true,
      ...(signal && { signal }),
      ...(admit && { admit }),
    }),
  );
}

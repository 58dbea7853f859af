import { resultBytesMax, resultCellsMax, resultRowsMax } from '../base/answer-limits.js';
import type { Clock } from '../base/clock.js';
import type { FairSlots } from '../base/fair-slots.js';
import { shareOwner } from '../base/principal.js';
import { tiers } from '../base/tier.js';
import type { Engine, EngineQuery, QueryResult } from '../engine/engine.js';
import type { EngineBans } from './engine-bans.js';
import { nothingReturned, type QueryRequest, type StartedQuery } from './query-request.js';

export interface ExecutionOptions {
  readonly engine: Engine;
  readonly slots: FairSlots;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Absent where nothing is refused. */
  readonly bans?: EngineBans;
}

/** When the time is used up before the last statement starts, the engine stops that statement immediately. */
const timeoutMsMin = 1;

/** Runs a query's statement when its Application gets a slot, within the limits of its tier and its remaining time. */
export async function executeQuery(
  { engine, slots, clock, timeoutMs, bans }: ExecutionOptions,
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
  const owner = shareOwner(principal);
  // Waiting for a slot has its own limit and does not count against the time-out.
  const answer = () =>
    slots.use(owner, signal, () =>
      engine.query({
        id,
        statement: run.statement,
        limits,
        survivesRestart: true,
        ...(signal && { signal }),
        ...(admit && { admit }),
      }),
    );
  return await (bans ? bans.run(owner, answer) : answer());
}

import { newId } from '../base/ids.js';
import type { Engine, EngineCell, QueryLimits, Statement } from './engine.js';

/** What a request reads besides its query, such as sizes or its history. It waits for an engine that restarts, as queries do. */
export async function readRows(
  engine: Pick<Engine, 'query'>,
  statement: Statement,
  limits: QueryLimits,
): Promise<readonly (readonly EngineCell[])[]> {
  return (await engine.query({ id: newId('query'), statement, limits, survivesRestart: true })).rows;
}

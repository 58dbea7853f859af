import { newId } from '../base/ids.js';
import type { Engine, Statement } from './engine.js';

/** A statement that changes a definition. */
export interface DefinitionChange {
  readonly statement: Statement;
  /** Its first value is 1 when there is nothing to change. */
  readonly isDone?: Statement;
}

const readTimeoutMs = 10_000;

/**
 * Runs only what changes something. The engine rewrites a definition even if it stays the same, and a write that fails, as on
 * a full disk, leaves an empty file, with which no later start succeeds.
 */
export async function applyChanges(
  engine: Pick<Engine, 'query' | 'command'>,
  changes: readonly DefinitionChange[],
): Promise<void> {
  for (const { statement, isDone } of changes)
    if (!isDone || !(await holds(engine, isDone))) await engine.command(statement);
}

async function holds(engine: Pick<Engine, 'query'>, statement: Statement): Promise<boolean> {
  const limits = { timeoutMs: readTimeoutMs };
  const { rows } = await engine.query({ id: newId('query'), statement, limits, asWriter: true });
  return Number(rows[0]?.[0]) === 1;
}

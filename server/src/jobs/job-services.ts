import type { Clock } from '../base/clock.js';
import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine, EngineCell, Statement } from '../engine/engine.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';

/** What all jobs work with. */
export interface JobServices {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly parsers: SqlParsers;
  readonly clock: Clock;
  readonly log: Log;
  /** Told after records of a Data Pool have changed, and before anyone else is. */
  readonly changed: (dataPoolId: string) => void;
  /**
   * Resolves when every record that is stored from then on is stored by what the catalog says now, and those that
   * were received earlier are stored: by this node, or by all of them, which takes longer.
   */
  readonly intakeSettled: (by: 'this node' | 'all nodes') => Promise<void>;
  /** How long a dry run may take. */
  readonly queryTimeoutMs: number;
  readonly limits: JobLimits;
}

/** What the engine holds in memory for one step of a job, about 200 bytes for each. */
export interface JobLimits {
  /** Records that it looks for by their keys. */
  readonly keysPerStepMax: number;
  /** Values that it puts into a new column. */
  readonly valuesPerStepMax: number;
}

export const defaultJobLimits: JobLimits = { keysPerStepMax: 1_000_000, valuesPerStepMax: 1_000_000 };

/** A job has time: it is bounded only so that a lost answer is noticed some day. */
const statementTimeoutMs = 6 * 3_600_000;

export async function runStatements(engine: Engine, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await engine.command(statement, statementTimeoutMs);
}

/** Reads for the work itself. As the writer: what the engine is busy with is nobody else's to see. */
export async function readRows(
  engine: Engine,
  statement: Statement,
  timeoutMs = statementTimeoutMs,
): Promise<readonly (readonly EngineCell[])[]> {
  const { rows } = await engine.query({
    id: newId('query'),
    statement,
    limits: { timeoutMs },
    asWriter: true,
  });
  return rows;
}

export async function readCounts(
  engine: Engine,
  statement: Statement,
  timeoutMs?: number,
): Promise<readonly number[]> {
  const [row = []] = await readRows(engine, statement, timeoutMs);
  return row.map(Number);
}

/** Whether its records are rows as they came: nothing replaces them and nothing adds them up. */
export const isAppendOnly = ({ tableSettings }: DataPool) => tableSettings.engine.type === 'MERGE_TREE';

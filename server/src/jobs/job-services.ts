import type { Clock } from '../base/clock.js';
import type { FileStore } from '../base/file-store.js';
import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine, EngineCell, Statement } from '../engine/engine.js';
import type { EventReplay } from '../ingest/event-replay.js';
import type { EngineBans } from '../query/engine-bans.js';
import type { SourceBuckets } from '../s3/source-buckets.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { runningWritesStatement } from '../sql/rebuilt-table.js';

/** Dependencies of all jobs. */
export interface JobServices {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly parsers: SqlParsers;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when records of a Data Pool have changed, before anything else is notified. */
  readonly changed: (dataPoolId: string) => void;
  /**
   * Resolves when all events received earlier are stored, and all later ones will be stored by the current catalog
   * definitions: by this node, or by all nodes, which takes longer.
   */
  readonly intakeSettled: (by: 'this node' | 'all nodes') => Promise<void>;
  /**
   * Runs work while no events are inserted into the Data Pool's table by this node. The work's engine does not wait for
   * acknowledged events, which wait for the work.
   */
  readonly insertsHeld: <T>(dataPoolId: string, work: (engine: Engine) => Promise<T>) => Promise<T>;
  /** Who is refused because their statements and files have ended the engine. */
  readonly bans: EngineBans;
  readonly replay: EventReplay;
  readonly files: FileStore;
  /** The buckets of S3 Data Sources. */
  readonly buckets: SourceBuckets;
  /** How long a preview may take. */
  readonly queryTimeoutMs: number;
  readonly limits: JobLimits;
}

export interface JobLimits {
  /** Most records looked up by their keys, or copied, in one step. The engine holds about 200 bytes in memory for each. */
  readonly keysPerStepMax: number;
  /** Most values written into a new column in one step, as large in memory. */
  readonly valuesPerStepMax: number;
  /** A booster up to this size may be larger than the records: few records take less space than its files. */
  readonly smallBoosterBytes: number;
  /** The free disk space that a rebuild needs, as a multiple of what it has to copy. */
  readonly rebuildSpaceFactor: number;
  /** How often, at intervals of half a second, a statement that reads a file may be found no further than before. */
  readonly stalledLooksMax: number;
  /** How long the engine may look for the columns of a file. */
  readonly columnsMsMax: number;
}

export const defaultJobLimits: JobLimits = {
  keysPerStepMax: 1_000_000,
  valuesPerStepMax: 1_000_000,
  smallBoosterBytes: 16 * 1024 * 1024,
  rebuildSpaceFactor: 1.1,
  stalledLooksMax: 120,
  columnsMsMax: 60_000,
};

/** Long, because a job may take its time; limited only so that a lost answer is noticed eventually. */
const statementTimeoutMs = 6 * 3_600_000;

export async function runStatements(engine: Engine, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await engine.command(statement, statementTimeoutMs);
}

/** Runs a read of a job as the writer role, which alone may read the engine's system tables. */
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

/** Whether no statement that names the table is running, except queries. */
export async function isQuiet(engine: Engine, table: string): Promise<boolean> {
  const [running = 1] = await readCounts(engine, runningWritesStatement(table));
  return running === 0;
}

/** Whether every event stays a separate row: rows are neither replaced nor merged. */
export const isAppendOnly = ({ tableSettings }: DataPool) => tableSettings.engine.type === 'MERGE_TREE';

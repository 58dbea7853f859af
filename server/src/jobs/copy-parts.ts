import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import type { Engine } from '../engine/engine.js';
import { thrownByStatement } from '../engine/engine-error.js';
import { copyRowsStatement, type TablePart, tablePartsStatement } from '../sql/rebuilt-table.js';
import type { JobControl } from './job-control.js';
import { type JobLimits, readRows, runStatements } from './job-services.js';

/**
 * What is copied, by partition and number of the insert. Numbers grow, so everything that arrives later has a higher one.
 * A part that was merged from copied and later rows, or whose copying was interrupted, is copied without the rows that the
 * new table already has.
 */
export interface CopyState {
  /** Every row of the partition up to this insert is copied. */
  readonly copied: Readonly<Record<string, number>>;
  /** Rows up to this insert may be copied; none after it is. */
  readonly tried: Readonly<Record<string, number>>;
  readonly place: Place | null;
}

/** The part that is being copied. */
interface Place {
  readonly part: string;
  /** Rows before this position are copied, and none after the step that starts here. */
  readonly next: number;
  /** Whether an earlier part with some of the same rows was copied. */
  readonly overlaps: boolean;
}

type Control = JobControl<CopyState, Extract<JobWork, { kind: 'REBUILD' }>>;
type Services = { readonly limits: Pick<JobLimits, 'keysPerStepMax'> };

const none = -1;

/** How many rows the parts have that are not copied yet. */
export async function uncopiedRows(engine: Engine, control: Control, pool: DataPool): Promise<number> {
  return rowsOf(withoutCopied(await readParts(engine, pool), control));
}

/** The highest number of an insert that is in the table. */
export async function lastBlock(engine: Engine, pool: DataPool): Promise<number> {
  return Math.max(none, ...(await readParts(engine, pool)).map(({ maxBlock }) => maxBlock));
}

function withoutCopied(parts: readonly TablePart[], { state: { copied = {} } }: Control) {
  return parts.filter(({ partition, maxBlock }) => maxBlock > (copied[partition] ?? none));
}

const rowsOf = (parts: readonly TablePart[]) => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Copies all parts that are there now. False when the engine has merged one meanwhile: then there is more to copy. */
export async function copyParts(
  services: Services,
  engine: Engine,
  control: Control,
  pool: DataPool,
): Promise<boolean> {
  const all = await readParts(engine, pool);
  const parts = withoutCopied(all, control);
  const total = rowsOf(all);
  let done = total - rowsOf(parts);
  for (const part of parts) {
    const onRows = (rows: number) => control.progress((done + rows) / total);
    if (!(await copyPart(services, engine, control, pool, part, onRows))) return false;
    done += part.rows;
  }
  return true;
}

async function copyPart(
  { limits: { keysPerStepMax } }: Services,
  engine: Engine,
  control: Control,
  pool: DataPool,
  part: TablePart,
  onRows: (rows: number) => Promise<void>,
): Promise<boolean> {
  const { id: jobId, environmentId } = control.job;
  const { partition, minBlock, maxBlock } = part;
  const { tried = {}, copied = {}, place: last } = control.state;
  const interrupted = last?.part === part.name ? last : undefined;
  const overlaps = interrupted?.overlaps ?? minBlock <= (tried[partition] ?? none);
  let next = interrupted?.next ?? 0;
  if (!interrupted)
    await control.keep({
      tried: { ...tried, [partition]: Math.max(maxBlock, tried[partition] ?? none) },
      place: { part: part.name, next, overlaps },
    });
  for (let first = true; next < part.rows; first = false) {
    const to = Math.min(next + keysPerStepMax, part.rows);
    const missingOnly = overlaps || (first && interrupted !== undefined);
    const rows = { part: part.name, from: next, to };
    const statement = copyRowsStatement(pool, { environmentId, jobId }, rows, missingOnly);
    const isMerged = await runStatements(engine, [statement]).then(() => false, trueIfMerged);
    if (isMerged) {
      await control.keep({ place: null });
      return false;
    }
    next = to;
    await control.keep({ place: { part: part.name, next, overlaps } });
    await onRows(next);
  }
  await control.keep({ copied: { ...copied, [partition]: maxBlock }, place: null });
  return true;
}

function trueIfMerged(error: unknown): true {
  if (error instanceof WeirError && error.details?.['engineCode'] === thrownByStatement) return true;
  throw error;
}

async function readParts(engine: Engine, pool: DataPool): Promise<readonly TablePart[]> {
  const rows = await readRows(engine, tablePartsStatement(pool));
  return rows.map(([name, partition, minBlock, maxBlock, count]) => ({
    name: String(name),
    partition: String(partition),
    minBlock: Number(minBlock),
    maxBlock: Number(maxBlock),
    rows: Number(count),
  }));
}

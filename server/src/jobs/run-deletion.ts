import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import {
  type ChosenRecords,
  chosenCondition,
  countChosenStatement,
  receivedUntil,
} from '../sql/job-records.js';
import {
  chosenRows,
  countRowsStatement,
  otherRowsOfChosen,
  writeChosenStatements,
} from '../sql/job-table.js';
import { MutationValues, recordMutation } from '../sql/mutation.js';
import { type Sql, sql } from '../sql/sql-text.js';
import { chosenFilter } from './chosen-records.js';
import { type JobControl, JobStopped } from './job-control.js';
import { isAppendOnly, type JobServices, readCounts, runStatements } from './job-services.js';
import { noteChanges } from './note-changes.js';
import { markOf, runMutation } from './run-mutation.js';
import { slicesOf } from './slices.js';

export interface DeletionState {
  /** How many records it deletes. */
  readonly chosen: number;
  /** In a table with replacing records: how many steps are done. */
  readonly stepsDone: number;
}

type Control = JobControl<DeletionState, Extract<JobWork, { kind: 'DELETION' }>>;

/**
 * Deletes records. In an append-only table these are the rows that meet the condition. In a table that replaces or merges
 * records, the condition is checked on the record that queries see, and all rows with its key are deleted.
 */
export async function runDeletion(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { engine, parsers, intakeSettled } = services;
  const { id, environmentId, work } = control.job;
  const chosen = { filter: chosenFilter(parsers, work, pool), startMs: control.startMs };
  if (control.state.chosen === undefined) {
    control.count({ affected: 0 });
    await intakeSettled('this node');
    const table = { environmentId, jobId: id };
    if (!isAppendOnly(pool)) await runStatements(engine, writeChosenStatements(pool, table, chosen));
    const counting = isAppendOnly(pool) ? countChosenStatement(pool, chosen) : countRowsStatement(table);
    const [count = 0] = await readCounts(engine, counting);
    await control.keep({ chosen: count });
  }
  const total = control.state.chosen ?? 0;
  try {
    if (isAppendOnly(pool)) await deleteRows(services, control, pool, chosen);
    else await deleteKeys(services, control, pool, total);
  } catch (error) {
    if (error instanceof JobStopped && error.reason !== 'cancelled') throw error;
    // Deleted rows cannot be counted, so count the records that are left.
    const [left = 0] = await readCounts(engine, countChosenStatement(pool, chosen));
    control.count({ affected: Math.max(total - left, 0) });
    throw error;
  }
  control.count({ affected: total });
}

async function deleteRows(
  services: JobServices,
  control: Control,
  pool: DataPool,
  chosen: ChosenRecords,
): Promise<void> {
  const values = new MutationValues();
  const mutation = {
    mark: markOf(control.job.id, 0),
    change: sql`DELETE`,
    where: chosenCondition(chosen, values),
    values,
  };
  await noteChanges(services, control, pool, mutation);
  await runMutation(services, control, pool, recordMutation(pool, mutation), (share) =>
    control.progress(share),
  );
}

/** Deletes replaced rows first: if the newest were deleted first, queries would see the older ones again. */
async function deleteKeys(
  services: JobServices,
  control: Control,
  pool: DataPool,
  total: number,
): Promise<void> {
  const { id, environmentId } = control.job;
  const table = { environmentId, jobId: id };
  const steps = slicesOf(total, services.limits.keysPerStepMax).flatMap((slice): Sql[] => [
    otherRowsOfChosen(pool, table, slice),
    chosenRows(table, slice),
  ]);
  for (const [step, rows] of steps.entries()) {
    if (step < (control.state.stepsDone ?? 0)) continue;
    const values = new MutationValues();
    const where = sql`${rows} AND ${receivedUntil(control.startMs, values)}`;
    const mutation = { mark: markOf(id, step), change: sql`DELETE`, where, values };
    await noteChanges(services, control, pool, mutation);
    await runMutation(services, control, pool, recordMutation(pool, mutation), (share) =>
      control.progress((step + share) / steps.length),
    );
    await control.keep({ stepsDone: step + 1 });
  }
}

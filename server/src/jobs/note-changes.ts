import type { DataPool } from '../catalog/definitions.js';
import { applyChanges } from '../engine/apply-changes.js';
import { createChangedRecords, noteChangesStatement } from '../sql/changed-records.js';
import type { RecordChange } from '../sql/mutation.js';
import type { JobControl } from './job-control.js';
import { type JobServices, runStatements } from './job-services.js';

/**
 * Notes the records that a step is about to change, so that the receipts of their events can name the job. Done before the
 * change, because a deleted record cannot be noted; a step that is run again notes the same records again.
 */
export async function noteChanges(
  { engine }: Pick<JobServices, 'engine'>,
  { job }: Pick<JobControl, 'job'>,
  pool: DataPool,
  change: RecordChange,
): Promise<void> {
  // There are no jobs on a cluster.
  await applyChanges(engine, createChangedRecords(undefined));
  await runStatements(engine, [noteChangesStatement(pool, job.id, change)]);
}

import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import { chosenCondition } from '../sql/job-records.js';
import { chosenRows, countRowsStatement, writeChosenStatements } from '../sql/job-table.js';
import { MutationValues, type RecordChange, recordMutation } from '../sql/mutation.js';
import { type Assignment, checkAssignmentsStatement, updateChange } from '../sql/set-columns.js';
import type { Sql } from '../sql/sql-text.js';
import type { Values } from '../sql/values.js';
import { assignmentsOf, checkedCount } from './assignments.js';
import { chosenFilter } from './chosen-records.js';
import { type JobControl, JobStopped } from './job-control.js';
import { isAppendOnly, type JobServices, readCounts, readRows, runStatements } from './job-services.js';
import { noteChanges } from './note-changes.js';
import { markOf, runMutation } from './run-mutation.js';
import { withoutValues } from './shown-failure.js';
import { slicesOf } from './slices.js';

export interface UpdateState {
  /** How many records it changes. */
  readonly chosen: number;
  readonly stepsDone: number;
}

type Control = JobControl<UpdateState, Extract<JobWork, { kind: 'UPDATE' }>>;

/**
 * Changes records, each exactly once. Every step is a mutation that is submitted once and that the engine runs once for
 * every part of the table. In tables with replacing records, the rows that queries saw when the job started are saved
 * first, and those are changed. So it does not matter whether they meet the condition later.
 */
export async function runUpdate(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { engine, parsers, intakeSettled } = services;
  const { id, environmentId, work } = control.job;
  const assignments = assignmentsOf(parsers, work.set, pool);
  const chosen = { filter: chosenFilter(parsers, work, pool), startMs: control.startMs };
  const table = { environmentId, jobId: id };
  if (control.state.chosen === undefined) {
    await intakeSettled('this node');
    const [row = []] = await readRows(engine, checkAssignmentsStatement(pool, chosen, assignments));
    let count = checkedCount(pool, assignments, row);
    if (!isAppendOnly(pool)) {
      await runStatements(engine, writeChosenStatements(pool, table, chosen));
      [count = 0] = await readCounts(engine, countRowsStatement(table));
    }
    await control.keep({ chosen: count });
  }
  const total = control.state.chosen ?? 0;
  const steps = isAppendOnly(pool)
    ? [(values: Values) => chosenCondition(chosen, values)]
    : slicesOf(total, services.limits.keysPerStepMax).map((slice) => () => chosenRows(table, slice));
  try {
    for (const [step, where] of steps.entries()) {
      if (step < (control.state.stepsDone ?? 0)) continue;
      const mutation = stepOf(markOf(id, step), assignments, where);
      await noteChanges(services, control, pool, mutation);
      await runMutation(services, control, pool, recordMutation(pool, mutation), (share) =>
        control.progress((step + share) / steps.length),
      );
      await control.keep({ stepsDone: step + 1 });
    }
  } catch (error) {
    throw halfDone(withoutValues(pool, error), total);
  }
  control.count({ affected: total });
}

function stepOf(
  mark: string,
  assignments: readonly Assignment[],
  where: (values: Values) => Sql,
): RecordChange {
  const values = new MutationValues();
  return { mark, change: updateChange(assignments, values), where: where(values), values };
}

/** Changed records cannot be distinguished from others, so the message can only say that some may be changed. */
function halfDone(error: unknown, total: number): unknown {
  if (error instanceof JobStopped || !(error instanceof WeirError) || error.code === 'UNAVAILABLE')
    return error;
  return new WeirError(
    error.code,
    `${error.message}. Some of the ${total} records may have been changed, each at most once; the others are unchanged.`,
    { cause: error },
  );
}

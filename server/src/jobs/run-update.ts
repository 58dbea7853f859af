import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import { chosenCondition } from '../sql/job-records.js';
import { chosenRows, countRowsStatement, writeChosenStatements } from '../sql/job-table.js';
import { type Mutation, MutationValues } from '../sql/mutation.js';
import { type Assignment, checkAssignmentsStatement, updateChange } from '../sql/set-columns.js';
import type { Sql } from '../sql/sql-text.js';
import type { Values } from '../sql/values.js';
import { assignmentsOf, checkedCount } from './assignments.js';
import { chosenFilter } from './chosen-records.js';
import { type JobControl, JobStopped } from './job-control.js';
import { isAppendOnly, type JobServices, readCounts, readRows, runStatements } from './job-services.js';
import { markOf, runMutation } from './run-mutation.js';
import { withoutValues } from './shown-failure.js';
import { slicesOf } from './slices.js';

export interface UpdateState {
  /** How many records it is about. */
  readonly chosen: number;
  readonly stepsDone: number;
}

type Control = JobControl<UpdateState, Extract<JobWork, { kind: 'UPDATE' }>>;

/**
 * Changes records. Each is changed once, whatever happens: every step is a change that the engine is told of once
 * and carries out once for every part of the table. Where records replace each other, the rows that queries saw when
 * the job started are written down first and are what is changed; that they may meet the condition no longer,
 * or again, does not matter then.
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
      await runMutation(services, control, pool, mutation, (share) =>
        control.progress((step + share) / steps.length),
      );
      await control.keep({ stepsDone: step + 1 });
    }
  } catch (error) {
    throw halfDone(withoutValues(pool, error), total);
  }
  control.count({ affected: total });
}

function stepOf(mark: string, assignments: readonly Assignment[], where: (values: Values) => Sql): Mutation {
  const values = new MutationValues();
  return { mark, change: updateChange(assignments, values), where: where(values), values };
}

/** What was changed cannot be told from what was so before: all that can be said is that some may be. */
function halfDone(error: unknown, total: number): unknown {
  if (error instanceof JobStopped || !(error instanceof WeirError) || error.code === 'UNAVAILABLE')
    return error;
  return new WeirError(
    error.code,
    `${error.message}. Of ${total} records some may be changed already, each at most once; the others are as they were.`,
    { cause: error },
  );
}

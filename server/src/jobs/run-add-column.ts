import { conflict, WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobTally, JobWork } from '../catalog/job.js';
import { ColumnReader } from '../ingest/column-reader.js';
import {
  addColumnStatement,
  createValuesTable,
  dropColumnStatement,
  fillChange,
  valuesTableName,
} from '../sql/column-fill.js';
import { countRowsStatement } from '../sql/job-table.js';
import type { Position } from '../sql/keyset.js';
import { MutationValues, recordMutation } from '../sql/mutation.js';
import type { JobControl } from './job-control.js';
import { type JobServices, readCounts, runStatements } from './job-services.js';
import { type Partition, readPartitions, readStoredEvents } from './payload-reader.js';
import { markOf, runMutation } from './run-mutation.js';
import { isUnfilled } from './unfilled-column.js';

/** How far the stored events are read: everything before this position is filled. */
interface Place {
  /** Index into `partitions`. */
  readonly partition: number;
  readonly after: Position | null;
  readonly rowsRead: number;
  readonly tally: Required<Pick<JobTally, 'affected' | 'empty' | 'misfitting'>>;
}

/** Values that are saved and are being written into the column. */
interface Filling {
  readonly values: number;
  readonly until: Place;
}

export interface AddColumnState {
  /** Once set, the column of this name belongs to this job. */
  readonly adding: true;
  /** Records that arrived later were filled by the intake. */
  readonly untilMs: number;
  readonly partitions: readonly Partition[];
  readonly place: Place;
  readonly step: number;
  readonly filling: Filling | null;
}

type Control = JobControl<AddColumnState, Extract<JobWork, { kind: 'ADD_COLUMN' }>>;

/** Bytes of the values of one step, which the engine holds in memory. */
const stepBytesMax = 64 * 1024 * 1024;
const insertTimeoutMs = 60_000;

/**
 * Adds a column and backfills it. The column is added to the table first, then to the catalog, so that the intake never
 * names a missing column. Once all new events are stored with the column, the stored events are read with the intake's
 * code, in the order of the table. The values of a step are saved by row and then written into the column of that
 * partition at once.
 */
export async function runAddColumn(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  await addColumn(services, control, pool);
  if (control.state.partitions === undefined) {
    await services.intakeSettled('all nodes');
    const untilMs = services.clock.now();
    const partitions = await readPartitions(services.engine, pool, untilMs);
    await control.keep({ untilMs, partitions, place: start, step: 0, filling: null });
  }
  const { partitions = [] } = control.state;
  for (;;) {
    if (control.state.filling) await fill(services, control, pool, control.state.filling);
    const place = control.state.place ?? start;
    const partition = partitions[place.partition];
    if (!partition) break;
    await readStep(services, control, pool, place, partition);
  }
  control.count((control.state.place ?? start).tally);
}

const start: Place = {
  partition: 0,
  after: null,
  rowsRead: 0,
  tally: { affected: 0, empty: 0, misfitting: 0 },
};

async function addColumn({ engine, catalog }: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { work, createdBy } = control.job;
  const { column } = work;
  const isThere = pool.columns.some(({ name }) => name === column.name);
  if (!control.state.adding) {
    if (isThere && !(await isUnfilled(catalog, pool, work)))
      throw conflict(`Data Pool "${pool.uniqueName}" already has a column "${column.name}"`);
    if (!isThere) await runStatements(engine, [dropColumnStatement(pool, column)]);
    await control.keep({ adding: true });
  }
  if (isThere) return;
  await runStatements(engine, [addColumnStatement(pool, column)]);
  await catalog.dataPools.addColumn(pool.environmentId, pool.id, column, createdBy);
}

/** Reads events and saves their values until there are enough for a step, or the partition ends. */
async function readStep(
  { engine, limits }: JobServices,
  control: Control,
  pool: DataPool,
  from: Place,
  partition: Partition,
): Promise<void> {
  const { job } = control;
  const { column } = job.work;
  const reader = new ColumnReader(column);
  const table = { environmentId: job.environmentId, jobId: job.id };
  await runStatements(engine, createValuesTable(table, column));
  let { after, rowsRead } = from;
  let tally = from.tally;
  let ended = false;
  let values = 0;
  for (let bytes = 0; values < limits.valuesPerStepMax && bytes < stepBytesMax; ) {
    const untilMs = control.state.untilMs ?? 0;
    const events = await readStoredEvents(engine, pool, { partitionId: partition.id, after, untilMs });
    if (events.next === null) {
      ended = true;
      break;
    }
    const outcomes = await reader.read(events.payloads);
    const lines = outcomes.flatMap((outcome, index) =>
      outcome.kind === 'fits' ? [`{"id":"${events.ids[index]}","value":${outcome.json}}\n`] : [],
    );
    if (lines.length > 0) {
      const rows = Buffer.from(lines.join(''));
      await engine.insert({ table: valuesTableName(table), rows, timeoutMs: insertTimeoutMs });
      bytes += rows.length;
    }
    values += lines.length;
    tally = {
      affected: tally.affected + lines.length,
      empty: tally.empty + outcomes.filter(({ kind }) => kind === 'empty').length,
      misfitting: tally.misfitting + outcomes.filter(({ kind }) => kind === 'misfits').length,
    };
    rowsRead += events.ids.length;
    after = events.next;
    await control.progress(shareOf(control, rowsRead));
  }
  const until = ended
    ? { partition: from.partition + 1, after: null, rowsRead, tally }
    : { partition: from.partition, after, rowsRead, tally };
  await control.keep(values === 0 ? { place: until } : { filling: { values, until } });
}

async function fill(
  services: JobServices,
  control: Control,
  pool: DataPool,
  { values, until }: Filling,
): Promise<void> {
  const { job } = control;
  const { step = 0, place = start, partitions = [] } = control.state;
  const table = { environmentId: job.environmentId, jobId: job.id };
  const partition = partitions[place.partition];
  if (!partition) throw new Error('The partition does not exist');
  const mutation = {
    mark: markOf(job.id, step),
    ...fillChange(table, job.work.column, partition.id),
    values: new MutationValues(),
  };
  // Values that a restart of the engine has lost are read again, also those that it lost while it changed the table.
  const areLost = async () => {
    const [kept = 0] = await readCounts(services.engine, countRowsStatement(table)).catch(zeroIfTableGone);
    return kept !== values;
  };
  const again = { filling: null, step: step + 1 };
  if (await areLost()) return await control.keep(again);
  await runMutation(services, control, pool, recordMutation(pool, mutation), async () =>
    control.progress(shareOf(control, until.rowsRead)),
  );
  if (await areLost()) return await control.keep(again);
  await control.keep({ filling: null, place: until, step: step + 1 }, until.tally);
}

/** 0 when the table is gone. An unavailable engine is rethrown: it has lost nothing. */
function zeroIfTableGone(error: unknown): readonly number[] {
  if (error instanceof WeirError && error.code === 'UNAVAILABLE') throw error;
  return [0];
}

/** The share of rows read so far. */
function shareOf({ state }: Control, rowsRead: number): number {
  const total = (state.partitions ?? []).reduce((sum, { rows }) => sum + rows, 0);
  return total === 0 ? 1 : rowsRead / total;
}

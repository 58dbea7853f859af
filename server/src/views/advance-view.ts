import { setTimeout as delay } from 'node:timers/promises';
import { conflict, notFound } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type {
  MaterializedView,
  PendingStep,
  ViewHistory,
  ViewRange,
  ViewState,
} from '../catalog/materialized-view.js';
import type { LoadedView, ViewNote } from '../catalog/materialized-views.js';
import { readCounts, readRows, runStatements } from '../jobs/job-services.js';
import { withoutValues } from '../jobs/shown-failure.js';
import { identityOf } from '../jobs/views-of-table.js';
import { nextBlockStatement, partitionBlocksStatement } from '../sql/view-position.js';
import {
  removeRowsStatement,
  stepRunsStatement,
  stepStatement,
  stepTimeoutMs,
  storedPartitionsStatement,
} from '../sql/view-step.js';
import { planHistory } from './plan-history.js';
import { stepRowsMax, type ViewServices } from './view-services.js';
import { stepTree } from './view-statement.js';

/**
 * Moves a view forward by one step: the next slice of its history, or the next blocks of its source. The step is saved as
 * pending before its rows are inserted and as done afterwards. When it is found pending, it may be stored in part: only
 * the partitions of the destination that do not have its rows get them. So every row of the source is in exactly one
 * step, and every step is in the destination exactly once.
 */
interface Ends {
  readonly source: DataPool;
  readonly destination: DataPool;
}

const runningPollMs = 200;

/** Returns whether there may be more to do now. */
export async function advanceView(services: ViewServices, loaded: LoadedView): Promise<boolean> {
  const { view, state } = loaded;
  const ends = {
    source: await livePool(services, view, view.sourceDataPoolId),
    destination: await livePool(services, view, view.destinationDataPoolId),
  };
  if (state.restarts) return await begin(services, loaded, ends);
  if (state.moved && (await identityOf(services.engine, ends.source)) === state.moved.table)
    return await services.catalog.materializedViews.note(loaded, {
      state: { ...state, after: state.moved.after, moved: null },
    });
  return await services.asInsert(ends.destination.id, () => takeStep(services, loaded, ends));
}

async function takeStep(services: ViewServices, loaded: LoadedView, ends: Ends): Promise<boolean> {
  const { view, state } = loaded;
  const range = state.pending?.range ?? nextSlice(state) ?? (await nextBlocks(services, ends.source, state));
  if (range === undefined) return false;
  const pending = state.pending ?? { range, blocks: await blocksOf(services, ends.destination) };
  const done = state.pending ? await storedPartitions(services, view, ends.destination, state) : [];
  if (
    !state.pending &&
    !(await services.catalog.materializedViews.note(loaded, { state: { ...state, pending } }))
  )
    return false;
  await insertStep(services, view, ends, state.step, pending, done);
  return await services.catalog.materializedViews.note(loaded, after(state, range));
}

async function livePool({ catalog }: ViewServices, view: MaterializedView, id: string): Promise<DataPool> {
  const pool = await catalog.dataPools.findById(view.environmentId, id);
  if (!pool) throw notFound('Data Pool', id);
  if (pool.status !== 'LIVE') throw conflict(`Data Pool "${pool.uniqueName}" is ${pool.status}`);
  return pool;
}

/** Removes the view's rows and reads the whole source again. Can be repeated. */
async function begin(
  services: ViewServices,
  loaded: LoadedView,
  { source, destination }: Ends,
): Promise<boolean> {
  const { engine, catalog } = services;
  await noStepRuns(services, loaded.view);
  await runStatements(engine, [removeRowsStatement(destination, loaded.view.id)]);
  const { until, history } = await planHistory(engine, source);
  const state = { ...loaded.state, restarts: false, history, after: until, moved: null };
  const begun = history ? { state } : withoutHistory(state);
  return await catalog.materializedViews.note(loaded, begun);
}

function nextSlice({ history }: ViewState): ViewRange | undefined {
  const part = history?.parts[history.part];
  if (!history || !part) return undefined;
  const { partitionId, slices } = part;
  return { kind: 'HISTORY', until: history.until, partitionId, slice: history.slice, slices };
}

async function nextBlocks(
  { engine }: ViewServices,
  source: DataPool,
  { after: from }: ViewState,
): Promise<ViewRange | undefined> {
  const [row] = await readRows(engine, nextBlockStatement(source, from, stepRowsMax));
  return row && { kind: 'LIVE', after: from, until: Number(row[0]) };
}

/** Where rows are added up, their IDs are lost. There, a partition has a step's rows if it has a new block. */
async function blocksOf({ engine }: ViewServices, destination: DataPool): Promise<PendingStep['blocks']> {
  if (destination.tableSettings.engine.type !== 'SUMMING_MERGE_TREE') return null;
  const rows = await readRows(engine, partitionBlocksStatement(destination));
  return Object.fromEntries(rows.map(([id, , block]) => [String(id), Number(block)]));
}

/** The partitions that have the rows of the pending step. Where rows replace others, a second copy changes nothing. */
async function storedPartitions(
  services: ViewServices,
  view: MaterializedView,
  destination: DataPool,
  { step, pending }: ViewState,
): Promise<readonly string[]> {
  await noStepRuns(services, view);
  if (!pending?.blocks) {
    const rows = await readRows(services.engine, storedPartitionsStatement(destination, view.id, step));
    return rows.map(([id]) => String(id));
  }
  const before = pending.blocks;
  const now = (await blocksOf(services, destination)) ?? {};
  return Object.keys(now).filter((id) => (now[id] ?? 0) > (before[id] ?? 0));
}

/** Waits for a step of this view that the engine still runs, although its client is gone. */
async function noStepRuns({ engine }: ViewServices, { id }: MaterializedView): Promise<void> {
  for (;;) {
    const [running = 0] = await readCounts(engine, stepRunsStatement(id));
    if (running === 0) return;
    await delay(runningPollMs);
  }
}

async function insertStep(
  services: ViewServices,
  view: MaterializedView,
  { source, destination }: Ends,
  step: number,
  { range }: PendingStep,
  donePartitions: readonly string[],
): Promise<void> {
  const tree = await stepTree(services, view, source, range);
  const nowMs = services.clock.now();
  const statement = stepStatement({ viewId: view.id, step, tree, destination, donePartitions, nowMs });
  try {
    await services.engine.command(statement, stepTimeoutMs);
  } catch (error) {
    throw withoutValues(source, error);
  }
}

function after(state: ViewState, range: ViewRange): ViewNote {
  const done = { ...state, step: state.step + 1, pending: null };
  // Where an earlier version has planned a history without slices, only this step tells that it is over.
  if (range.kind === 'LIVE') {
    const next = { ...done, after: range.until };
    return next.history ? withoutHistory(next) : { state: next };
  }
  const history = state.history && nextPlace(state.history);
  if (history && history.part < history.parts.length)
    return { state: { ...done, history }, progress: progressOf(history) };
  return withoutHistory(done);
}

const withoutHistory = (state: ViewState): ViewNote => ({
  state: { ...state, history: null },
  status: 'LIVE',
  progress: 1,
});

function nextPlace(history: ViewHistory): ViewHistory {
  const { part, slice, parts } = history;
  const isLast = slice + 1 >= (parts[part]?.slices ?? 1);
  return isLast ? { ...history, part: part + 1, slice: 0 } : { ...history, slice: slice + 1 };
}

/** The share of the history's rows that have been read. */
function progressOf({ parts, part, slice }: ViewHistory): number {
  const rowsOf = (list: ViewHistory['parts']) => list.reduce((sum, { rows }) => sum + rows, 0);
  const current = parts[part];
  const read = rowsOf(parts.slice(0, part)) + (current ? (current.rows * slice) / current.slices : 0);
  return read / Math.max(rowsOf(parts), 1);
}

import { setTimeout as delay } from 'node:timers/promises';
import { unavailable, WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import { engineError } from '../engine/engine-error.js';
import {
  killMutationStatement,
  type Mutation,
  mutationBeingToldStatement,
  mutationStatusStatement,
} from '../sql/mutation.js';
import { type JobControl, JobStopped } from './job-control.js';
import { type JobServices, readCounts, readRows } from './job-services.js';
import { withoutValues } from './shown-failure.js';

/**
 * Runs a mutation in the engine exactly once, however often this is called with the same mark. If this process or an
 * earlier one has already submitted the mutation, it only waits for it.
 */
const pollMs = 200;
const killedMsMax = 30_000;

interface MutationStatus {
  readonly mutationId: string;
  readonly isDone: boolean;
  readonly failure: string;
  /** Rows not changed yet, as reported by the engine. */
  readonly rowsLeft: number;
  readonly waitsForSpace: boolean;
}

type Services = Pick<JobServices, 'engine' | 'changed'>;

export async function runMutation(
  services: Services,
  control: JobControl,
  pool: DataPool,
  mutation: Mutation,
  onShare: (done: number) => Promise<void>,
): Promise<void> {
  let rowsTotal: number | undefined;
  let rowsLeft: number | undefined;
  let status = await submit(services, control, pool, mutation);
  for (;;) {
    if (status.failure !== '' || status.waitsForSpace) {
      await failOn(services, control, pool, mutation, status);
    } else if (status.isDone) {
      services.changed(pool.id);
      return;
    }
    if (control.stopped) await stop(services, control, pool, mutation.mark, status);
    // Visible records change with every part, so cached answers must be invalidated each time.
    if (status.rowsLeft !== rowsLeft) services.changed(pool.id);
    rowsLeft = status.rowsLeft;
    rowsTotal ??= Math.max(rowsLeft, 1);
    // This may be where the work learns that it has to stop; the next round then stops the engine's mutation first.
    if (!control.stopped) await onShare(1 - rowsLeft / rowsTotal).catch(unlessStopped);
    await delay(pollMs, undefined, { signal: control.signal }).catch(() => undefined);
    const next = await statusOf(services, pool, mutation.mark);
    if (next === undefined) {
      await control.refresh();
      control.check();
      throw new WeirError('QUERY_CANCELLED', 'The change was cancelled in the engine from outside of Weir');
    }
    status = next;
  }
}

function unlessStopped(error: unknown): void {
  if (!(error instanceof JobStopped)) throw error;
}

async function submit(
  { engine }: Services,
  control: JobControl,
  pool: DataPool,
  mutation: Mutation,
): Promise<MutationStatus> {
  // An earlier attempt may still be submitting the mutation. Only after it has ended is the outcome known.
  for (;;) {
    const [submitting = 0] = await readCounts(engine, mutationBeingToldStatement(mutation.mark));
    if (submitting === 0) break;
    await delay(pollMs);
  }
  const known = await statusOf({ engine }, pool, mutation.mark);
  if (known) return known;
  // A killed mutation is not listed either. Submitting it again would change some records twice.
  if (control.failure) throw control.failure;
  await control.refresh();
  control.check();
  await engine.command(mutation.statement);
  const submitted = await statusOf({ engine }, pool, mutation.mark);
  if (!submitted) throw unavailable('The engine does not list a change that was submitted to it');
  return submitted;
}

async function statusOf(
  { engine }: Pick<Services, 'engine'>,
  pool: DataPool,
  mark: string,
): Promise<MutationStatus | undefined> {
  const [row] = await readRows(engine, mutationStatusStatement(pool, mark));
  if (row === undefined) return undefined;
  const [mutationId, isDone, failure, rowsToDo, rowsRead, waitsForSpace] = row;
  return {
    mutationId: String(mutationId),
    isDone: Number(isDone) === 1,
    failure: String(failure ?? ''),
    rowsLeft: Math.max(Number(rowsToDo ?? 0) - Number(rowsRead ?? 0), 0),
    waitsForSpace: Number(waitsForSpace ?? 0) === 1,
  };
}

/** The engine retries a failed mutation indefinitely. Temporary failures are left to those retries, unless it gives up. */
async function failOn(
  services: Services,
  control: JobControl,
  pool: DataPool,
  { mark, givesUp = false }: Mutation,
  { mutationId, failure, waitsForSpace }: MutationStatus,
): Promise<void> {
  const error = waitsForSpace
    ? unavailable('The disk does not have enough free space: every part of the table is rewritten')
    : engineError(Number(/^Code: (\d+)/.exec(failure)?.[1] ?? 0), failure);
  const isTemporary = error.code === 'UNAVAILABLE';
  if (isTemporary && !givesUp) return;
  const shown = isTemporary ? new WeirError('QUERY_FAILED', error.message) : withoutValues(pool, error);
  await control.fail(shown);
  await kill(services, pool, mark, mutationId);
  throw shown;
}

async function stop(
  services: Services,
  control: JobControl,
  pool: DataPool,
  mark: string,
  { mutationId }: MutationStatus,
): Promise<void> {
  if (control.stopped === 'cancelled') await kill(services, pool, mark, mutationId);
  control.check();
}

async function kill(services: Services, pool: DataPool, mark: string, mutationId: string): Promise<void> {
  await services.engine.command(killMutationStatement(pool, mutationId));
  for (let waitedMs = 0; (await statusOf(services, pool, mark)) && waitedMs < killedMsMax; waitedMs += pollMs)
    await delay(pollMs);
  services.changed(pool.id);
}

/** Ends with `#`, so that no mark is a prefix of another. */
export const markOf = (jobId: string, step: number) => `${jobId}#${step}#`;

import { newId } from '../base/ids.js';
import type { DataPool, TableShape } from '../catalog/definitions.js';
import type { JobTally, Rejection, ReplayWork } from '../catalog/job.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { KeptEvent, ReplayableEvent } from '../ingest/event-replay.js';
import type { EventError } from '../ingest/refusal.js';
import { keyText } from '../query/row-page.js';
import type { Position } from '../sql/keyset.js';
import { payloadBatchStatement } from '../sql/payload-batch.js';
import { deleteQuarantinedStatement, quarantineConditions, replayedAlso } from '../sql/quarantine.js';
import type { JobControl } from './job-control.js';
import { type JobServices, runStatements } from './job-services.js';
import { type Partition, readPartitions } from './payload-reader.js';
import { orNoTable } from './quarantine-table.js';

export interface ReplayState {
  /** The keys of the source's table, to which partitions and positions belong. */
  readonly layout: string;
  readonly partitions: readonly Partition[];
  readonly place: Place;
}

interface Place {
  /** The index of the partition. */
  readonly partition: number;
  readonly after: Position | null;
  readonly eventsRead: number;
}

type Control = JobControl<ReplayState, ReplayWork>;

const batchEventsMax = 2_000;
const batchBytesMax = 4 * 1024 * 1024;
const batchTimeoutMs = 600_000;
/** Most different reasons that are reported. */
const rejectionsMax = 20;

const start: Place = { partition: 0, after: null, eventsRead: 0 };

/**
 * Stores events again: those in quarantine, or the stored ones of another Data Pool. An event keeps the ID of its row, and rows
 * that are stored already are left out, so every step can be repeated. A quarantined event leaves the quarantine after it is
 * stored.
 */
export async function runReplay(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { work } = control.job;
  for (;;) {
    const source = await sourceOf(services, work, pool);
    if (!source) return;
    if (control.state.layout !== layoutOf(source)) await begin(services, control, source);
    const { partitions = [], place = start } = control.state;
    const partition = partitions[place.partition];
    if (!partition) return;
    await services.replay.exclusively(work.sourceDataPoolId, () =>
      replayBatch(services, control, pool, source, partition, place),
    );
    await control.progress(shareOf(control));
  }
}

/** Again if the source was rebuilt meanwhile: then the position means nothing, and what is stored already is left out. */
async function begin(services: JobServices, control: Control, source: TableShape): Promise<void> {
  await services.intakeSettled('this node');
  const partitions = await orNoTable(readPartitions(services.engine, source, control.startMs), []);
  const state = { layout: layoutOf(source), partitions, place: start };
  await control.keep(state, { affected: 0, rejected: 0, rejections: [] });
}

const layoutOf = ({ tableSettings: { orderBy, partitionBy } }: TableShape) =>
  JSON.stringify([orderBy, partitionBy]);

/** Undefined when the Data Pool that the events come from has been deleted: nothing is left to replay. */
async function sourceOf(
  { catalog }: JobServices,
  { source, sourceDataPoolId }: ReplayWork,
  { environmentId }: DataPool,
): Promise<TableShape | undefined> {
  const pool = await catalog.dataPools.findById(environmentId, sourceDataPoolId);
  return pool && source === 'QUARANTINE' ? quarantineOf(pool) : pool;
}

async function replayBatch(
  services: JobServices,
  control: Control,
  pool: DataPool,
  source: TableShape,
  partition: Partition,
  place: Place,
): Promise<void> {
  const { engine, replay } = services;
  const { work } = control.job;
  const { events, next } = await readBatch(services, control, source, partition, place);
  if (next === null)
    return await control.keep({ place: { ...place, partition: place.partition + 1, after: null } });
  const good: ReplayableEvent[] = [];
  const rejected: (readonly EventError[])[] = [];
  for (const event of events) {
    const reading = await replay.read(pool, event);
    if ('errors' in reading) rejected.push(reading.errors);
    else good.push(reading);
  }
  if (good.length > 0 && !work.isDryRun) {
    await replay.store(pool, good);
    services.changed(pool.id);
    if (work.source === 'QUARANTINE') {
      const ids = good.map(({ event }) => event.id);
      const from = { environmentId: pool.environmentId, id: work.sourceDataPoolId };
      await runStatements(engine, [deleteQuarantinedStatement(from, { ids })]);
    }
  }
  await control.keep(
    { place: { ...place, after: next, eventsRead: place.eventsRead + events.length } },
    withBatch(control.tally ?? { affected: 0 }, good.length, rejected),
  );
}

async function readBatch(
  { engine }: JobServices,
  control: Control,
  source: TableShape,
  partition: Partition,
  place: Place,
): Promise<{ readonly events: readonly KeptEvent[]; readonly next: Position | null }> {
  const { filter } = control.job.work;
  const also = replayedAlso(source);
  const { columns, rows } = await engine.query({
    id: newId('query'),
    statement: payloadBatchStatement(source, {
      partitionId: partition.id,
      after: place.after,
      untilMs: control.startMs,
      conditions: (values) => quarantineConditions(filter, values),
      newestOnly: true,
      alsoSelect: also,
      inBase64: true,
      rowsMax: batchEventsMax,
      bytesMax: batchBytesMax,
    }),
    limits: { timeoutMs: batchTimeoutMs },
  });
  const position = columns.slice(0, -1 - also.length);
  const last = rows.at(-1);
  return {
    events: rows.map((row) => {
      const [payload, receivedAtMs, headers] = row.slice(position.length);
      return {
        id: String(row[position.length - 1]),
        receivedAtMs: Number(receivedAtMs),
        payload: Buffer.from(String(payload), 'base64'),
        headers: JSON.parse(String(headers)) as Record<string, string>,
      };
    }),
    next: last ? position.map(({ type }, index) => ({ type, text: keyText(last[index] ?? null) })) : null,
  };
}

/** Counts the first reason of each event, so that the counts add up. */
function withBatch(tally: JobTally, stored: number, rejected: readonly (readonly EventError[])[]): JobTally {
  const rejections = new Map((tally.rejections ?? []).map((one) => [keyOf(one), one]));
  for (const [error] of rejected) {
    if (!error) continue;
    const known: Rejection = rejections.get(keyOf(error)) ?? {
      column: error.column,
      reason: error.reason,
      message: error.message,
      events: 0,
    };
    if (known.events > 0 || rejections.size < rejectionsMax)
      rejections.set(keyOf(error), { ...known, events: known.events + 1 });
  }
  return {
    affected: tally.affected + stored,
    rejected: (tally.rejected ?? 0) + rejected.length,
    rejections: [...rejections.values()].sort((a, b) => b.events - a.events),
  };
}

const keyOf = ({ column, reason }: Pick<Rejection, 'column' | 'reason'>) => JSON.stringify([column, reason]);

function shareOf({ state }: Control): number {
  const total = (state.partitions ?? []).reduce((sum, { rows }) => sum + rows, 0);
  return total === 0 ? 1 : (state.place?.eventsRead ?? 0) / total;
}

import { badInput, conflict, notFound, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { DataPool } from '../catalog/definitions.js';
import type { QuarantineFilter } from '../catalog/quarantine-filter.js';
import type { Engine, EngineCell, Statement } from '../engine/engine.js';
import { readRows } from '../engine/read-rows.js';
import type { EventReplay, KeptEvent } from '../ingest/event-replay.js';
import type { EventError } from '../ingest/refusal.js';
import { orNoTable } from '../jobs/quarantine-table.js';
import { type UsableDataPoolOptions, usableDataPool } from '../jobs/usable-data-pool.js';
import { findSource } from '../query/readable-source.js';
import {
  deleteQuarantinedStatement,
  type QuarantinePage,
  quarantinedEventsStatement,
  quarantineReasonsStatement,
  quarantineSizeStatement,
} from '../sql/quarantine.js';

/** Events that could not be stored, for people to look at, correct and discard. A job replays them. */
export interface QuarantineOptions extends UsableDataPoolOptions {
  readonly engine: Engine;
  readonly replay: EventReplay;
  readonly changed: (dataPoolId: string) => void;
  readonly queryTimeoutMs: number;
}

export interface QuarantinedEvent extends KeptEvent {
  readonly errors: readonly Pick<EventError, 'column' | 'reason' | 'message'>[];
}

export interface QuarantineReason {
  readonly column: string | null;
  readonly reason: string;
  /** Of one of the events. */
  readonly message: string;
  readonly events: number;
}

/** Most bytes of payloads on a page. */
const pageBytesMax = 8 * 1024 * 1024;
/** Most different reasons that are counted. */
const reasonsMax = 100;
const discardTimeoutMs = 600_000;

export class Quarantine {
  readonly #options: QuarantineOptions;

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** The Data Pool of a Data Source whose quarantined events the caller may read: they are payload, of any record. */
  async readable(caller: Principal, dataSourceId: string): Promise<DataPool> {
    const pool = await this.#pool(caller, dataSourceId);
    if ((await findSource(this.#options, caller, pool)).whole) return pool;
    throw new WeirError(
      'FORBIDDEN',
      `The quarantined events of Data Pool "${pool.uniqueName}" can belong to any record; Application ${caller.applicationId} needs an access policy for it that shows all rows and columns`,
    );
  }

  /** Newest first. */
  async list(
    pool: DataPool,
    filter: QuarantineFilter,
    page: Omit<QuarantinePage, 'bytesMax'>,
  ): Promise<{ readonly events: readonly QuarantinedEvent[]; readonly hasMore: boolean }> {
    const { eventsMax } = page;
    const asked = { ...page, eventsMax: eventsMax + 1, bytesMax: pageBytesMax };
    const events = (await this.#read(quarantinedEventsStatement(pool, filter, asked))).map(toEvent);
    const bytes = events.reduce((sum, { payload }) => sum + payload.length, 0);
    const hasMore = events.length > eventsMax || bytes >= pageBytesMax;
    return { events: events.slice(0, eventsMax), hasMore };
  }

  async size(pool: DataPool, filter: QuarantineFilter): Promise<{ events: number; bytes: number }> {
    const [row] = await this.#read(quarantineSizeStatement(pool, filter));
    return { events: Number(row?.[0] ?? 0), bytes: Number(row?.[1] ?? 0) };
  }

  async reasons(pool: DataPool, filter: QuarantineFilter): Promise<readonly QuarantineReason[]> {
    const rows = await this.#read(quarantineReasonsStatement(pool, filter, reasonsMax));
    return rows.map(([column, reason, message, events]) => ({
      column: column === '' ? null : String(column),
      reason: String(reason),
      message: String(message),
      events: Number(events),
    }));
  }

  /** Resolves to how many events were deleted. */
  async discard(caller: Principal, dataSourceId: string, filter: QuarantineFilter): Promise<number> {
    const pool = await this.#changeable(caller, dataSourceId);
    return await this.#options.replay.exclusively(pool.id, async () => {
      const { events } = await this.size(pool, filter);
      if (events > 0) await this.#delete(pool, filter);
      return events;
    });
  }

  /** Stores an event with another payload, under its own ID and time. */
  async correct(caller: Principal, dataSourceId: string, id: string, payload: string): Promise<void> {
    const { catalog, replay, changed } = this.#options;
    const pool = await this.#changeable(caller, dataSourceId);
    if (await catalog.jobs.hasOpen(pool.id, 'REPLAY'))
      throw conflict(`Events of Data Pool "${pool.uniqueName}" are being replayed; wait until the job ends`);
    await replay.exclusively(pool.id, async () => {
      const { events } = await this.list(pool, { ids: [id] }, { after: undefined, eventsMax: 1 });
      const [event] = events;
      if (!event) throw notFound('Quarantined event', id);
      const reading = await replay.read(pool, { ...event, payload: Buffer.from(payload) });
      if ('errors' in reading) throw badInput('payload', reading.errors.map(shownError).join('; '));
      await replay.store(pool, [reading]);
      changed(pool.id);
      await this.#delete(pool, { ids: [id] });
    });
  }

  async #pool({ environmentId }: Principal, dataSourceId: string): Promise<DataPool> {
    const { catalog } = this.#options;
    const dataSource = await catalog.dataSources.findById(environmentId, dataSourceId);
    const pool = dataSource && (await catalog.dataPools.findByDataSource(environmentId, dataSource.id));
    if (!pool) throw notFound('Data Source', dataSourceId);
    return pool;
  }

  async #changeable(caller: Principal, dataSourceId: string): Promise<DataPool> {
    return await usableDataPool(this.#options, caller, (await this.#pool(caller, dataSourceId)).id);
  }

  async #delete(pool: DataPool, filter: QuarantineFilter): Promise<void> {
    await this.#options.engine.command(deleteQuarantinedStatement(pool, filter), discardTimeoutMs);
  }

  async #read(statement: Statement): Promise<readonly (readonly EngineCell[])[]> {
    const { engine, queryTimeoutMs } = this.#options;
    return await orNoTable(readRows(engine, statement, { timeoutMs: queryTimeoutMs }), []);
  }
}

function toEvent([id, receivedAtMs, payload, errors, headers]: readonly EngineCell[]): QuarantinedEvent {
  return {
    id: String(id),
    receivedAtMs: Number(receivedAtMs),
    payload: Buffer.from(String(payload), 'base64'),
    errors: JSON.parse(String(errors)) as QuarantinedEvent['errors'],
    headers: JSON.parse(String(headers)) as Record<string, string>,
  };
}

const shownError = ({ column, message }: EventError) => (column === null ? message : `${column}: ${message}`);

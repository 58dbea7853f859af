import { badInput, badRequest, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Job } from '../catalog/job.js';
import type { Engine, EngineCell, Statement } from '../engine/engine.js';
import { uniqueIdBytesMax } from '../ingest/unique-id-list.js';
import { isAppendOnly } from '../jobs/job-services.js';
import { orNoTable } from '../jobs/quarantine-table.js';
import { type DataPoolReference, findDataPool } from '../query/find-metric.js';
import { findSource } from '../query/readable-source.js';
import { uniqueIdText } from '../query/unique-id-text.js';
import { changedEventsStatement } from '../sql/changed-records.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { quarantinedRowsStatement, recordOriginsStatement } from '../sql/event-records.js';
import type { Receipts } from './receipts.js';
import {
  type EventReceipt,
  eventReceipt,
  type KnownRecords,
  type ReceivedEvent,
  rowOf,
} from './record-state.js';

/**
 * The receipts of the events with a unique ID, each with what has become of its record since. It reveals which records exist,
 * so the caller must be allowed to read all records of their Data Pool.
 */
export interface EventReceiptsOptions {
  readonly receipts: Receipts;
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  /** Waits for acknowledged rows. */
  readonly engine: Engine;
}

export interface EventReceiptsInput {
  readonly uniqueId: string;
  /** All Data Pools of the Environment, if it is not given. */
  readonly dataPool?: DataPoolReference | undefined;
}

/** A unique ID is looked up in the whole table, unless the table is sorted by it. */
const lookUpTimeoutMs = 30_000;

export class EventReceipts {
  readonly #options: EventReceiptsOptions;

  constructor(options: EventReceiptsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  async find(principal: Principal, { uniqueId, dataPool }: EventReceiptsInput): Promise<EventReceipt[]> {
    if (uniqueId === '' || Buffer.byteLength(uniqueId) > uniqueIdBytesMax)
      throw badInput('uniqueId', `must have 1 to ${uniqueIdBytesMax} bytes`);
    const pool = dataPool && (await this.#readablePool(principal, dataPool));
    const text = pool ? textIn(pool, uniqueId) : uniqueId;
    if (text === undefined) return [];
    const { receipts } = this.#options;
    const events = await receipts.ofEvents(principal.environmentId, text, pool?.id);
    const knownByPool = new Map<string, KnownRecords | undefined>();
    for (const id of new Set(events.map(({ receipt }) => receipt.dataPoolId))) {
      const ofPool = events.filter(({ receipt }) => receipt.dataPoolId === id);
      knownByPool.set(id, await this.#known(principal, id, ofPool, text));
    }
    return events.flatMap((event) => {
      const known = knownByPool.get(event.receipt.dataPoolId);
      return known ? [eventReceipt(event, known)] : [];
    });
  }

  async #readablePool(principal: Principal, reference: DataPoolReference): Promise<DataPool> {
    const { catalog } = this.#options;
    const pool = await findDataPool(catalog, principal, reference);
    if (pool.uniqueId === null)
      throw badRequest(`Data Pool "${pool.uniqueName}" has no unique ID, so its events have none either`);
    if (!(await this.#mayReadAll(principal, pool)))
      throw new WeirError(
        'FORBIDDEN',
        `Receipts tell which records of Data Pool "${pool.uniqueName}" exist; Application ${principal.applicationId} needs an access policy for it that shows all rows and columns`,
      );
    return pool;
  }

  async #mayReadAll(principal: Principal, pool: DataPool): Promise<boolean> {
    try {
      return (await findSource(this.#options, principal, pool)).whole;
    } catch (error) {
      if (error instanceof WeirError && error.code === 'FORBIDDEN') return false;
      throw error;
    }
  }

  /** Undefined if the Data Pool was deleted, with its access policies, or if they hide records. */
  async #known(
    principal: Principal,
    dataPoolId: string,
    events: readonly ReceivedEvent[],
    uniqueId: string,
  ): Promise<KnownRecords | undefined> {
    const { catalog } = this.#options;
    const pool = await catalog.dataPools.findById(principal.environmentId, dataPoolId);
    if (pool?.status !== 'LIVE' || !(await this.#mayReadAll(principal, pool))) return undefined;
    return {
      events,
      isMutable: !isAppendOnly(pool),
      seenRows: new Set(await this.#seenRows(pool, uniqueId)),
      quarantinedRows: new Set(await this.#quarantinedRows(pool, events)),
      jobsByRow: await this.#jobsByRow(pool, events),
    };
  }

  async #seenRows(pool: DataPool, uniqueId: string): Promise<string[]> {
    const column = pool.columns.find(({ name }) => name === pool.uniqueId);
    if (!column || textIn(pool, uniqueId) === undefined) return [];
    const rows = await this.#read(recordOriginsStatement(pool, column, uniqueId));
    return rows.map(([requestId, eventIndex]) => `${requestId} ${eventIndex}`);
  }

  async #quarantinedRows(pool: DataPool, events: readonly ReceivedEvent[]): Promise<string[]> {
    const rows = events.filter(({ isQuarantined }) => isQuarantined).map(rowOf);
    if (rows.length === 0) return [];
    const found = await orNoTable(this.#read(quarantinedRowsStatement(pool, rows)), []);
    return found.map(([requestId, eventIndex]) => `${requestId} ${eventIndex}`);
  }

  async #jobsByRow(pool: DataPool, events: readonly ReceivedEvent[]): Promise<Map<string, Job[]>> {
    const places = events.map(({ receipt, eventIndex }) => ({
      requestId: receipt.requestId ?? '',
      eventIndex,
    }));
    const rows = await this.#read(changedEventsStatement(pool, places));
    const jobIds = new Set(rows.map(([, , jobId]) => String(jobId)));
    const jobs = new Map<string, Job>();
    for (const id of jobIds) {
      const job = await this.#options.catalog.jobs.findById(pool.environmentId, id);
      if (job) jobs.set(id, job);
    }
    const byRow = new Map<string, Job[]>();
    for (const [requestId, eventIndex, jobId] of rows) {
      const row = `${requestId} ${eventIndex}`;
      const job = jobs.get(String(jobId));
      if (job) byRow.set(row, [...(byRow.get(row) ?? []), job]);
    }
    return byRow;
  }

  async #read(statement: Statement): Promise<readonly (readonly EngineCell[])[]> {
    const limits = { timeoutMs: lookUpTimeoutMs, threadsMax: 1 };
    return (await this.#options.engine.query({ id: 'RECEIPTS', statement, limits })).rows;
  }
}

/** The unique ID as the receipts have it; undefined if no record of the Data Pool can have it. */
function textIn({ columns, uniqueId }: DataPool, text: string): string | undefined {
  const column = columns.find(({ name }) => name === uniqueId);
  return column && uniqueIdText(column, text);
}

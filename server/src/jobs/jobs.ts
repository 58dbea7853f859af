import { setTimeout as delay } from 'node:timers/promises';
import { badInput, badRequest, conflict, notFound } from '../base/errors.js';
import { type Principal, shareOwner } from '../base/principal.js';
import { columnRules } from '../catalog/column-rules.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Job, JobWork, RecordChoice, ReplaySource, SetColumn, TableKeys } from '../catalog/job.js';
import type { QuarantineFilter } from '../catalog/quarantine-filter.js';
import type { StoredFile } from '../catalog/stored-file.js';
import { compileRowPlan } from '../ingest/row-plan.js';
import { defineColumn, type EventColumn, withKeys } from '../provision/data-pool-definition.js';
import { countChosenStatement, noRecords } from '../sql/job-records.js';
import { checkAssignmentsStatement } from '../sql/set-columns.js';
import { assignmentsOf, checkedCount, refuseSums } from './assignments.js';
import { chosenFilter } from './chosen-records.js';
import { type ColumnPreview, previewColumn } from './column-preview.js';
import { type PreviewedFile, previewFile } from './file-preview.js';
import { type JobServices, readCounts, readRows } from './job-services.js';
import { fileToRead } from './load-file.js';
import {
  type RebuildConditions,
  type SuggestedRebuild,
  suggestedRebuild,
  whyNotRebuilt,
} from './suggested-rebuild.js';
import { isUnfilled } from './unfilled-column.js';
import { liveDataPool, type UsableDataPoolOptions, usableDataPool } from './usable-data-pool.js';

export interface RecordsPreview {
  readonly affectedRecords: number;
  readonly totalRecords: number;
}

export type NewColumn = Omit<EventColumn, 'nullable'>;

export interface NewReplay {
  readonly dataSourceId: string;
  readonly source: ReplaySource;
  /** Where they are stored, by default in the Data Source's own. */
  readonly dataPoolId: string | undefined;
  readonly filter: QuarantineFilter;
  readonly isDryRun: boolean;
}

export interface JobsOptions extends JobServices, UsableDataPoolOptions, RebuildConditions {
  /** Signals a new job. */
  readonly wake: () => void;
  /** Signals that a job was cancelled. */
  readonly checkCancelled: (jobId: string) => void;
  /** Whether the engine can read the files of this node. */
  readonly readsFiles: boolean;
}

/** How long a cancellation waits for the job to end before it returns. */
const cancelWaitMs = 5_000;
const cancelLookMs = 50;

/** Creates, previews and cancels jobs. Everything about a job is validated before it is created. */
export class Jobs {
  readonly #options: JobsOptions;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  async createDeletion(caller: Principal, dataPoolId: string, choice: RecordChoice): Promise<Job> {
    const pool = await this.#pool(caller, dataPoolId);
    await this.#tryOnZeroRecords(caller, pool, choice);
    return await this.#create(caller, pool, { kind: 'DELETION', ...choice });
  }

  async previewDeletion(
    caller: Principal,
    dataPoolId: string,
    choice: RecordChoice,
  ): Promise<RecordsPreview> {
    return await this.#count(caller, await this.#pool(caller, dataPoolId), choice);
  }

  async createUpdate(
    caller: Principal,
    dataPoolId: string,
    choice: RecordChoice,
    set: readonly SetColumn[],
  ): Promise<Job> {
    const pool = await this.#updatable(caller, dataPoolId);
    await this.#tryOnZeroRecords(caller, pool, choice, set);
    return await this.#create(caller, pool, { kind: 'UPDATE', ...choice, set });
  }

  /** Throws when some of the records cannot be set to the new values. */
  async previewUpdate(
    caller: Principal,
    dataPoolId: string,
    choice: RecordChoice,
    set: readonly SetColumn[],
  ): Promise<RecordsPreview> {
    const { parsers, engine, queryTimeoutMs } = this.#options;
    const pool = await this.#updatable(caller, dataPoolId);
    const assignments = assignmentsOf(parsers, set, pool);
    const chosen = { filter: chosenFilter(parsers, choice, pool), startMs: null };
    const statement = checkAssignmentsStatement(pool, chosen, assignments);
    const read = () => readRows(engine, statement, queryTimeoutMs);
    const [row = []] = await this.#for(caller, read);
    checkedCount(pool, assignments, row);
    return await this.#count(caller, pool, choice);
  }

  async createAddColumn(caller: Principal, dataPoolId: string, column: NewColumn): Promise<Job> {
    const pool = await this.#pool(caller, dataPoolId);
    const work = { kind: 'ADD_COLUMN', column: this.#column(pool, column) } as const;
    const isThere = pool.columns.some(({ name }) => name === work.column.name);
    if (isThere && !(await isUnfilled(this.#options.catalog, pool, work)))
      throw conflict(`Data Pool "${pool.uniqueName}" already has a column "${work.column.name}"`);
    if (!isThere && pool.columns.length >= columnRules.columnsMax)
      throw badRequest(
        `Data Pool "${pool.uniqueName}" has ${columnRules.columnsMax} columns, which is the limit`,
      );
    return await this.#create(caller, pool, work);
  }

  /** Previews a new column, or another mapping of an existing column. */
  async previewAddColumn(caller: Principal, dataPoolId: string, column: NewColumn): Promise<ColumnPreview> {
    const pool = await this.#pool(caller, dataPoolId);
    return await previewColumn(this.#options, pool, this.#column(pool, column));
  }

  /** The new keys are checked again when the job starts, because the Data Pool may change before. */
  async createRebuild(caller: Principal, dataPoolId: string, keys: TableKeys): Promise<Job> {
    const pool = await this.#pool(caller, dataPoolId);
    const reason = whyNotRebuilt(pool, this.#options);
    if (reason !== undefined) throw badRequest(reason);
    withKeys(pool, keys);
    return await this.#create(caller, pool, { kind: 'REBUILD', ...keys });
  }

  /** Records are replayed into another Data Pool, quarantined events into any. */
  async createReplay(caller: Principal, replay: NewReplay): Promise<Job> {
    const { catalog } = this.#options;
    const { environmentId } = caller;
    const dataSource = await catalog.dataSources.findById(environmentId, replay.dataSourceId);
    const own = dataSource && (await catalog.dataPools.findByDataSource(environmentId, dataSource.id));
    if (!dataSource || !own) throw notFound('Data Source', replay.dataSourceId);
    const source = await this.#pool(caller, own.id);
    const pool = replay.dataPoolId ? await this.#pool(caller, replay.dataPoolId) : source;
    refuseSums(pool, 'Replaying events');
    if (replay.source === 'RECORDS') {
      refuseSums(source, 'Replaying events');
      if (pool.id === source.id) throw badInput('dataPool', 'give another Data Pool to store the records in');
      const { fromMs, beforeMs, ...others } = replay.filter;
      if (Object.values(others).some((value) => value !== undefined))
        throw badInput('filter', 'records are chosen by start and stop only');
    }
    return await this.#create(caller, pool, {
      kind: 'REPLAY',
      source: replay.source,
      dataSourceId: dataSource.id,
      sourceDataPoolId: source.id,
      filter: replay.filter,
      isDryRun: replay.isDryRun,
    });
  }

  /** The Data Pool that a file can be loaded into. Files are checked before they are received. */
  async loadable(caller: Principal, dataPoolId: string): Promise<DataPool> {
    this.#options.bans.check(shareOwner(caller));
    if (!this.#options.readsFiles)
      throw badRequest('Files can be loaded only with the embedded engine, without WEIR_CLICKHOUSE_URL');
    const pool = await liveDataPool(this.#options, caller, dataPoolId);
    refuseSums(pool, 'Loading files');
    return pool;
  }

  previewFile(caller: Principal, file: StoredFile, rowsMax: number): Promise<PreviewedFile> {
    const { engine, files, limits } = this.#options;
    return this.#for(caller, () => previewFile({ engine, limits }, fileToRead(files, file), rowsMax));
  }

  /** Takes over the file: it is removed when the job ends. */
  async createLoad(
    caller: Principal,
    dataPoolId: string,
    file: StoredFile,
    fileName: string | null,
  ): Promise<Job> {
    const pool = await this.loadable(caller, dataPoolId);
    const { tenant } = shareOwner(caller);
    return await this.#create(caller, pool, { kind: 'LOAD', file, fileName, tenant });
  }

  /** Null if a rebuild would not pay, is not possible, or has been created. */
  async suggestRebuild(pool: DataPool): Promise<SuggestedRebuild | null> {
    const { engine, catalog, cluster } = this.#options;
    if (pool.status !== 'LIVE' || cluster !== undefined || whyNotRebuilt(pool, this.#options)) return null;
    if (await catalog.jobs.hasOpen(pool.id, 'REBUILD')) return null;
    return await suggestedRebuild(engine, pool);
  }

  /** Returns the ended job or, if its node is busy, its state while it ends. */
  async cancel(caller: Principal, id: string): Promise<Job> {
    const { catalog, checkCancelled } = this.#options;
    let job = await catalog.jobs.requestCancel(caller.environmentId, id, caller.applicationId);
    checkCancelled(id);
    for (
      let waitedMs = 0;
      job.status === 'IN_PROGRESS' && waitedMs < cancelWaitMs;
      waitedMs += cancelLookMs
    ) {
      await delay(cancelLookMs);
      const found = await catalog.jobs.findById(caller.environmentId, id);
      if (!found) throw notFound('Job', id);
      job = found;
    }
    return job;
  }

  async #pool(principal: Principal, id: string): Promise<DataPool> {
    return await usableDataPool(this.#options, principal, id);
  }

  async #updatable(caller: Principal, dataPoolId: string): Promise<DataPool> {
    const pool = await this.#pool(caller, dataPoolId);
    refuseSums(pool, 'Changing records');
    return pool;
  }

  #column(pool: DataPool, column: NewColumn) {
    refuseSums(pool, 'Filling a column from stored events');
    const defined = defineColumn({ ...column, nullable: true }, 'columnName');
    compileRowPlan([defined]);
    return defined;
  }

  /** Runs the expressions on zero records, so that errors show now and not in the job. */
  async #tryOnZeroRecords(
    caller: Principal,
    pool: DataPool,
    choice: RecordChoice,
    set?: readonly SetColumn[],
  ): Promise<void> {
    const { parsers, engine, queryTimeoutMs } = this.#options;
    const chosen = { filter: chosenFilter(parsers, choice, pool), startMs: null };
    const statement = set
      ? checkAssignmentsStatement(pool, chosen, assignmentsOf(parsers, set, pool), noRecords(pool))
      : countChosenStatement(pool, chosen, noRecords(pool));
    await this.#for(caller, () => readRows(engine, statement, queryTimeoutMs));
  }

  async #count(caller: Principal, pool: DataPool, choice: RecordChoice): Promise<RecordsPreview> {
    const { parsers, engine, queryTimeoutMs } = this.#options;
    const statement = countChosenStatement(pool, {
      filter: chosenFilter(parsers, choice, pool),
      startMs: null,
    });
    const read = () => readCounts(engine, statement, queryTimeoutMs);
    const [affectedRecords = 0, totalRecords = 0] = await this.#for(caller, read);
    return { affectedRecords, totalRecords };
  }

  /** Reads what a caller has written, who is refused if that has ended the engine. */
  #for<T>(caller: Principal, read: () => Promise<T>): Promise<T> {
    return this.#options.bans.run(shareOwner(caller), read);
  }

  async #create(caller: Principal, pool: DataPool, work: JobWork): Promise<Job> {
    const { catalog, wake } = this.#options;
    const { environmentId, applicationId } = caller;
    const job = await catalog.jobs.create(environmentId, { dataPoolId: pool.id, work }, applicationId);
    wake();
    return job;
  }
}

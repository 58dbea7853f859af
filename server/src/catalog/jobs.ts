import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { mustHaveUsableDataPool } from './data-pool-rows.js';
import { type Job, type JobError, type JobWork, type LoadWork, toJob } from './job.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { JobRow } from './tables.js';

export interface NewJob {
  readonly dataPoolId: string;
  readonly work: JobWork;
}

/** Most unfinished jobs of one Data Pool; further ones are refused. */
export const openJobsPerDataPoolMax = 100;

export const cancelledBeforeStart: JobError = {
  code: 'QUERY_CANCELLED',
  message: 'The job was cancelled before it started; nothing was changed',
};

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('job').selectAll().where('environment_id', '=', environmentId);
}

/**
 * Jobs as users see them. Nothing caches a job and no definition depends on one, so writing jobs does not raise the
 * catalog's revision.
 */
export class JobStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, job: NewJob, by: string): Promise<Job> {
    const row = await this.#database.append((trx) =>
      insertJob(trx, this.#clock.now(), environmentId, job, by),
    );
    return toJob(row);
  }

  async findById(environmentId: string, id: string): Promise<Job | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toJob(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<Job>> {
    return mapPage(
      await this.#database.read((db) => readPage('job', rowsOf(db, environmentId), request)),
      toJob,
    );
  }

  async listByDataPool(environmentId: string, dataPoolId: string, request: PageRequest): Promise<Page<Job>> {
    const page = await this.#database.read((db) =>
      readPage('job', rowsOf(db, environmentId).where('data_pool_id', '=', dataPoolId), request),
    );
    return mapPage(page, toJob);
  }

  /** The ended jobs of a Data Pool that had exactly this work. */
  async endedWith(environmentId: string, dataPoolId: string, work: JobWork): Promise<readonly Job[]> {
    const rows = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('data_pool_id', '=', dataPoolId)
        .where('work', '=', JSON.stringify(work))
        .where('status', 'in', ['SUCCEEDED', 'FAILED'])
        .execute(),
    );
    return rows.map(toJob);
  }

  /** The job that loads a file of the store. */
  async findByFile(environmentId: string, dataPoolId: string, storedAs: string): Promise<Job | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('data_pool_id', '=', dataPoolId)
        .where('work', 'like', `{"kind":"LOAD","file":{"storedAs":"${storedAs}"%`)
        .executeTakeFirst(),
    );
    return row && toJob(row);
  }

  /** The names of the files that unfinished jobs load. */
  async openFiles(): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('job')
        .select('work')
        .where('status', 'in', ['CREATED', 'IN_PROGRESS'])
        .where('work', 'like', '{"kind":"LOAD"%')
        .execute(),
    );
    return new Set(rows.map(({ work }) => (JSON.parse(work) as LoadWork).file.storedAs));
  }

  async hasOpen(dataPoolId: string, kind: JobWork['kind']): Promise<boolean> {
    return (await this.#database.read((db) => openJob(db, dataPoolId, kind))) !== undefined;
  }

  /** Whether there is or was a job of this kind, whatever became of it. */
  async hasAny(dataPoolId: string, kind: JobWork['kind']): Promise<boolean> {
    const row = await this.#database.read((db) => ofKind(db, dataPoolId, kind).executeTakeFirst());
    return row !== undefined;
  }

  async requestCancel(environmentId: string, id: string, by: string): Promise<Job> {
    return await this.#database.append(async (trx) => {
      await requestCancel(trx, this.#clock.now(), environmentId, id, by);
      const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw notFound('Job', id);
      if (row.cancel_requested_at === null)
        throw conflict(`Job ${id} has already ended with status ${row.status}`);
      return toJob(row);
    });
  }
}

/** A job of this kind that has not ended. */
export async function openJob(db: CatalogReader, dataPoolId: string, kind: JobWork['kind']) {
  return await ofKind(db, dataPoolId, kind)
    .where('status', 'in', ['CREATED', 'IN_PROGRESS'])
    .executeTakeFirst();
}

const ofKind = (db: CatalogReader, dataPoolId: string, kind: JobWork['kind']) =>
  db
    .selectFrom('job')
    .select('id')
    .where('data_pool_id', '=', dataPoolId)
    .where('work', 'like', `{"kind":"${kind}"%`);

export async function insertJob(
  trx: CatalogWriter,
  now: number,
  environmentId: string,
  { dataPoolId, work }: NewJob,
  by: string,
): Promise<JobRow> {
  await mustHaveUsableDataPool(trx, environmentId, dataPoolId);
  const { open } = await trx
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('data_pool_id', '=', dataPoolId)
    .where('status', 'in', ['CREATED', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow();
  if (Number(open) >= openJobsPerDataPoolMax)
    throw conflict(
      `Data Pool ${dataPoolId} has ${openJobsPerDataPoolMax} unfinished jobs, which is the limit; wait until one ends, or cancel one`,
    );
  const row: JobRow = {
    id: newId('job'),
    environment_id: environmentId,
    data_pool_id: dataPoolId,
    work: JSON.stringify(work),
    status: 'CREATED',
    progress: 0,
    tally: null,
    state: '{}',
    error: null,
    started_at: null,
    ended_at: null,
    cancel_requested_at: null,
    node_id: null,
    claim_id: null,
    lease_until: null,
    ...createdColumns(now, by),
  };
  await trx.insertInto('job').values(row).execute();
  return row;
}

/** Ends a job that has not started. A running job is marked, and its node ends it at its next check. */
export async function requestCancel(
  trx: CatalogWriter,
  now: number,
  environmentId: string,
  id: string,
  by: string,
): Promise<void> {
  const asked = { cancel_requested_at: now, ...modifiedColumns(now, by) };
  const ended = { status: 'FAILED', ended_at: now, error: JSON.stringify(cancelledBeforeStart) };
  const change = (status: string, set: Partial<JobRow>) =>
    trx
      .updateTable('job')
      .set(set)
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .where('status', '=', status)
      .where('cancel_requested_at', 'is', null)
      .execute();
  await change('CREATED', { ...asked, ...ended });
  await change('IN_PROGRESS', asked);
}

import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Ownership } from '../base/principal.js';
import type { CatalogDatabase, CatalogReader } from './catalog-database.js';
import { type ExportJob, type ExportOrder, toExportJob } from './export-job.js';
import type { JobError } from './job.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { ExportJobRow } from './tables.js';

export type NewExportJob = Pick<
  ExportJob,
  'environmentId' | 'applicationId' | 'policyValuesDigest' | 'request' | 'fileName' | 'destination' | 'nodeId'
>;

/** How a job ended. */
export interface ExportOutcome extends Pick<ExportJob, 'sizeBytes'> {
  /** Null on success. */
  readonly error: JobError | null;
  readonly expiresAt: number;
}

/** Most jobs of one Application that have not expired; further ones are refused. */
export const exportJobsPerApplicationMax = 100;

const open = ['CREATED', 'IN_PROGRESS'];

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('export_job').selectAll().where('environment_id', '=', environmentId);
}

/** Export jobs. Nothing caches them. */
export class ExportJobStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(job: NewExportJob): Promise<ExportJob> {
    const row: ExportJobRow = {
      id: newId('exportJob'),
      environment_id: job.environmentId,
      application_id: job.applicationId,
      policy_values_digest: job.policyValuesDigest,
      request: JSON.stringify(job.request),
      file_name: job.fileName,
      destination: job.destination && JSON.stringify(job.destination),
      node_id: job.nodeId,
      status: 'CREATED',
      size_bytes: 0,
      error: null,
      created_at: this.#clock.now(),
      started_at: null,
      ended_at: null,
      expires_at: null,
    };
    await this.#database.append(async (trx) => {
      const creator = trx.selectFrom('application').select('id').where('id', '=', job.applicationId);
      if (!(await creator.executeTakeFirst())) throw notFound('Application', job.applicationId);
      const { count } = await trx
        .selectFrom('export_job')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('environment_id', '=', job.environmentId)
        .where('application_id', '=', job.applicationId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= exportJobsPerApplicationMax)
        throw conflict(
          `This Application has ${exportJobsPerApplicationMax} export jobs, which is the limit; delete one with deleteExportJob, or wait until one expires`,
        );
      await trx.insertInto('export_job').values(row).execute();
    });
    return toExportJob(row);
  }

  async findById(environmentId: string, id: string): Promise<ExportJob | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toExportJob(row);
  }

  /** For a signed link, which names no Environment. */
  async findByLink(id: string): Promise<ExportJob | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('export_job').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row && toExportJob(row);
  }

  /** All of the Environment without an owner. */
  async list(
    environmentId: string,
    owner: Ownership | undefined,
    request: PageRequest,
  ): Promise<Page<ExportJob>> {
    const page = await this.#database.read((db) => {
      const all = rowsOf(db, environmentId);
      const chosen = owner
        ? all
            .where('application_id', '=', owner.applicationId)
            .where('policy_values_digest', '=', owner.policyValuesDigest)
        : all;
      return readPage('exportJob', chosen, request);
    });
    return mapPage(page, toExportJob);
  }

  /** The unfinished jobs of a node, oldest first. */
  async openOf(nodeId: string): Promise<readonly ExportJob[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('export_job')
        .selectAll()
        .where('node_id', '=', nodeId)
        .where('status', 'in', open)
        .orderBy('id')
        .execute(),
    );
    return rows.map(toExportJob);
  }

  /** False when it has been deleted. */
  async started(id: string, request: ExportOrder): Promise<boolean> {
    const change = { status: 'IN_PROGRESS', started_at: this.#clock.now(), request: JSON.stringify(request) };
    return await this.#change(id, change);
  }

  /** False when it has been deleted. */
  async progressed(id: string, sizeBytes: number): Promise<boolean> {
    return await this.#change(id, { size_bytes: sizeBytes });
  }

  async ended(id: string, { error, sizeBytes, expiresAt }: ExportOutcome): Promise<void> {
    await this.#change(id, {
      status: error === null ? 'SUCCEEDED' : 'FAILED',
      error: error && JSON.stringify(error),
      size_bytes: sizeBytes,
      ended_at: this.#clock.now(),
      expires_at: expiresAt,
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.append((trx) =>
      trx.deleteFrom('export_job').where('environment_id', '=', environmentId).where('id', '=', id).execute(),
    );
  }

  /** Deletes what has expired, on any node. */
  async deleteExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.append((trx) =>
      trx.deleteFrom('export_job').where('expires_at', '<=', now).execute(),
    );
  }

  /** The jobs of a node. */
  async idsOf(nodeId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read((db) =>
      db.selectFrom('export_job').select('id').where('node_id', '=', nodeId).execute(),
    );
    return new Set(rows.map(({ id }) => id));
  }

  async #change(id: string, change: Partial<ExportJobRow>): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.append((trx) =>
      trx
        .updateTable('export_job')
        .set(change)
        .where('id', '=', id)
        .where('status', 'in', open)
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows === 1n;
  }
}

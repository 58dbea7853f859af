import { badInput, badRequest, conflict, notFound, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { DataPool, DataSource, S3DataSource } from '../catalog/definitions.js';
import type { Job } from '../catalog/job.js';
import type { S3Column, S3SourceSettings, S3Table, SourceCheck } from '../catalog/s3-source.js';
import type { SyncInterval } from '../catalog/sync-interval.js';
import type { Provision } from '../provision/data-sources.js';
import { newS3DataPool, requiredColumns, type S3DataPoolInput } from '../provision/s3-source.js';
import { parseKeyGlob } from '../s3/key-glob.js';
import type { S3Object } from '../s3/object-list.js';
import { S3Error } from '../s3/s3-error.js';
import { previewFile } from './file-preview.js';
import type { JobServices } from './job-services.js';
import { fileToRead } from './load-file.js';

export interface S3SourcesOptions extends JobServices {
  readonly provision: Provision;
  /** Signals a new job. */
  readonly wake: () => void;
  /** Signals that a sync may be due. */
  readonly syncsDue: () => void;
  /** False with a ClickHouse server, which cannot read the files of this machine. */
  readonly readsFiles: boolean;
}

export interface IntrospectedTable extends S3Table {
  /** Why its columns could not be inferred. */
  readonly error: string | null;
}

export interface NewSyncedDataPool extends S3DataPoolInput {
  readonly dataSourceId: string;
  readonly table: string;
  readonly interval: SyncInterval;
}

/** The first file up to this size tells the columns of a table. */
/** Rows that are looked at for amounts of money, whose columns are exact. */
const inferenceRowsMax = 1_000;
const inferenceBytesMax = 1024 ** 3;

/** Tests S3 Data Sources, infers their tables, and creates the Data Pools that they fill. */
export class S3Sources {
  readonly #options: S3SourcesOptions;

  constructor(options: S3SourcesOptions) {
    this.#options = options;
  }

  /** Connects to the bucket and looks for the files of each table. The outcome is stored with the Data Source. */
  async test(source: S3DataSource, by: string): Promise<DataSource> {
    const { catalog, clock } = this.#options;
    const { environmentId, id, settings } = source;
    await catalog.dataSources.setStatus(environmentId, id, 'CONNECTING');
    const checks = await this.#checks(settings);
    const failed = checks.find(({ status }) => status === 'FAILED');
    await catalog.dataSources.update(environmentId, id, { settings: { checks, checkedAt: clock.now() } }, by);
    return failed
      ? await catalog.dataSources.setStatus(environmentId, id, 'BROKEN', failed.error)
      : await catalog.dataSources.setStatus(environmentId, id, 'CONNECTED');
  }

  async #checks(settings: S3SourceSettings): Promise<readonly SourceCheck[]> {
    // Credentials may permit to list only a part of the bucket.
    const [first] = settings.tables;
    const path = `${first ? parseKeyGlob(first.path).prefix : ''}**`;
    const failure = await this.#firstFiles(settings, { name: first?.name ?? '', path }, 1).then(
      () => undefined,
      (error: unknown) => failureOf(error),
    );
    const steps = [
      { name: 'ENDPOINT', description: 'The endpoint answers.', problems: ['endpoint'] },
      {
        name: 'CREDENTIALS',
        description: 'The endpoint accepts the credentials.',
        problems: ['credentials'],
      },
      { name: 'BUCKET', description: 'The bucket exists and can be listed.', problems: [] },
    ];
    const at = failure
      ? steps.findIndex(({ problems }) => failure instanceof S3Error && problems.includes(failure.problem))
      : steps.length;
    const failedAt = at === -1 ? steps.length - 1 : at;
    const connection = steps.map(({ name, description }, index) =>
      checkOf(name, description, index < failedAt ? null : index === failedAt ? failure?.message : undefined),
    );
    const tables: SourceCheck[] = [];
    for (const table of settings.tables)
      tables.push(failure ? fileCheck(table, undefined) : await this.#tableCheck(settings, table));
    return [...connection, ...tables];
  }

  async #tableCheck(settings: S3SourceSettings, table: S3Table): Promise<SourceCheck> {
    try {
      const files = await this.#firstFiles(settings, table, 1);
      return fileCheck(table, files.length > 0 ? null : `No object matches "${table.path}"`);
    } catch (error) {
      return fileCheck(table, failureOf(error).message);
    }
  }

  #checkReadsFiles(): void {
    if (!this.#options.readsFiles)
      throw badRequest('Files can be loaded only with the embedded engine, without WEIR_CLICKHOUSE_URL');
  }

  /** The tables with the columns of their first files. Nothing is stored. */
  async introspect(source: S3DataSource): Promise<readonly IntrospectedTable[]> {
    this.#checkReadsFiles();
    const tables: IntrospectedTable[] = [];
    for (const table of source.settings.tables) {
      try {
        tables.push({ ...table, columns: await this.#inferColumns(source, table), error: null });
      } catch (error) {
        tables.push({ ...table, error: failureOf(error).message });
      }
    }
    return tables;
  }

  async createDataPool(
    { environmentId, applicationId }: Principal,
    input: NewSyncedDataPool,
  ): Promise<DataPool> {
    const { catalog, provision, syncsDue } = this.#options;
    this.#checkReadsFiles();
    const { dataSourceId, table: name, interval, ...settings } = input;
    const source = await catalog.dataSources.findById(environmentId, dataSourceId);
    if (!source) throw notFound('Data Source', dataSourceId);
    if (source.type !== 'S3')
      throw badInput(
        'dataSource',
        `"${source.uniqueName}" is a ${source.type}, whose Data Pool was created with it; only an S3 Data Source has tables`,
      );
    const table = source.settings.tables.find((candidate) => candidate.name === name);
    if (!table)
      throw badInput(
        'table',
        `Data Source "${source.uniqueName}" has no table "${name}"; it has ${source.settings.tables.map((candidate) => `"${candidate.name}"`).join(', ') || 'none'}`,
      );
    const columns =
      table.columns.length > 0
        ? table.columns
        : requiredColumns(await this.#inferColumns(source, table), settings);
    const created = await catalog.syncings.createDataPool(
      { environmentId, dataSourceId },
      newS3DataPool(settings, columns),
      { table: name, interval },
      applicationId,
    );
    const dataPool = await provision.setUp(created);
    syncsDue();
    return dataPool;
  }

  async setSyncing({ environmentId }: Principal, dataPoolId: string, enabled: boolean): Promise<DataPool> {
    const { catalog, syncsDue } = this.#options;
    await catalog.syncings.setEnabled(environmentId, dataPoolId, enabled);
    syncsDue();
    const dataPool = await catalog.dataPools.findById(environmentId, dataPoolId);
    if (!dataPool) throw notFound('Data Pool', dataPoolId);
    return dataPool;
  }

  async sync(
    caller: Principal,
    dataPoolId: string,
    { isResync }: { readonly isResync: boolean },
  ): Promise<Job> {
    const { environmentId, applicationId } = caller;
    const { catalog, wake } = this.#options;
    const job = await catalog.syncings.start(
      environmentId,
      dataPoolId,
      { kind: 'SYNC', isResync },
      applicationId,
    );
    wake();
    return job;
  }

  async #inferColumns({ settings }: S3DataSource, table: S3Table): Promise<readonly S3Column[]> {
    const { buckets, files, engine, limits } = this.#options;
    const found = await this.#firstFiles(settings, table, 1_000);
    const object = found.find(({ sizeBytes }) => sizeBytes > 0 && sizeBytes <= inferenceBytesMax);
    if (!object)
      throw conflict(
        found.length === 0
          ? `The columns of table "${table.name}" cannot be inferred, because no object matches "${table.path}"; upload a file, or give the columns`
          : `The columns of table "${table.name}" cannot be inferred, because its files are empty or larger than ${inferenceBytesMax} bytes; give the columns`,
      );
    const storedAs = buckets.newName();
    try {
      const stored = await buckets.download(settings, table, object, storedAs);
      const { columns } = await previewFile({ engine, limits }, fileToRead(files, stored), inferenceRowsMax);
      return columns.map((column) => ({ ...column, nullable: true }));
    } catch (error) {
      if (error instanceof WeirError && error.code !== 'UNAVAILABLE')
        throw new WeirError(error.code, `"${object.key}": ${error.message}`, { cause: error });
      throw error;
    } finally {
      await files.remove(storedAs);
    }
  }

  #firstFiles(
    settings: S3SourceSettings,
    table: Pick<S3Table, 'name' | 'path'>,
    filesMax: number,
  ): Promise<readonly S3Object[]> {
    return this.#options.buckets.files(settings, table, { filesMax });
  }
}

const fileCheck = ({ name }: S3Table, error: string | null | undefined) =>
  checkOf(`TABLE ${name}`, `The bucket has files of table "${name}".`, error);

/** `error`: null on success, undefined if it was not checked. */
const checkOf = (name: string, description: string, error: string | null | undefined): SourceCheck => ({
  name,
  description,
  status: error === null ? 'SUCCEEDED' : error === undefined ? 'NOT_STARTED' : 'FAILED',
  error: error ?? null,
});

function failureOf(error: unknown): WeirError {
  if (error instanceof WeirError) return error;
  throw error;
}

import { WeirError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import { hasOwnDataPool } from '../catalog/data-source-kinds.js';
import type { NewDataSource } from '../catalog/data-sources.js';
import type { DataPool, DataSource, DataSourceStatus } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { Engine, Statement } from '../engine/engine.js';
import {
  createDataPoolTable,
  createEnvironment,
  dropDataPoolTable,
  modifyDataPoolExpiry,
} from '../sql/data-pool-ddl.js';

/**
 * Data Sources, their Data Pools and tables. The catalog is written before and after each step on the engine, so a crash
 * in between leaves a status from which the next start continues: creating a table that may exist and dropping one that
 * may be gone are both repeatable.
 */
export interface ProvisionOptions {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly cluster: string | undefined;
  readonly log: Log;
}

/** The engine's error when a TTL is removed from a table without one. */
const nothingToRemove = /doesn't have any table TTL expression/;

export class Provision {
  readonly #options: ProvisionOptions;

  constructor(options: ProvisionOptions) {
    this.#options = options;
  }

  /** Returns a Data Source with its own table as CONNECTED, or as BROKEN with the reason when it could not be created. */
  async createDataSource(environmentId: string, input: NewDataSource, by: string): Promise<DataSource> {
    const created = await this.#options.catalog.dataSources.create(environmentId, input, by);
    if (created.dataPool) await this.setUp(created.dataPool);
    return (
      (await this.#options.catalog.dataSources.findById(environmentId, created.dataSource.id)) ??
      created.dataSource
    );
  }

  /** Creates the table if it does not exist. A failure is recorded in the Data Pool's status, not thrown. */
  async setUp(dataPool: DataPool): Promise<DataPool> {
    const { catalog, log } = this.#options;
    const { environmentId, id, dataSourceId } = dataPool;
    if (dataPool.status !== 'PENDING') await catalog.dataPools.setStatus(environmentId, id, 'PENDING');
    const dataSource = await catalog.dataSources.findById(environmentId, dataSourceId);
    const setSourceStatus = async (status: DataSourceStatus, reason?: string) => {
      if (dataSource && hasOwnDataPool[dataSource.type])
        await catalog.dataSources.setStatus(environmentId, dataSourceId, status, reason);
    };
    await setSourceStatus('CONNECTING');
    try {
      const statements = [
        createEnvironment(environmentId, this.#options.cluster),
        ...createDataPoolTable(dataPool, this.#options.cluster),
      ];
      await this.#run(statements);
      if (quarantines(dataSource)) await this.setUpQuarantine(dataPool);
    } catch (error) {
      const reason = error instanceof WeirError ? error.message : 'The table could not be created';
      log.warn({ err: error, dataPoolId: id }, 'setting up a Data Pool failed');
      await setSourceStatus('BROKEN', reason);
      return await catalog.dataPools.setStatus(environmentId, id, 'SETUP_FAILED', reason);
    }
    await setSourceStatus('CONNECTED');
    return await catalog.dataPools.setStatus(environmentId, id, 'LIVE');
  }

  /** Creates the table for events that cannot be stored, if it does not exist. */
  async setUpQuarantine(dataPool: DataPool): Promise<void> {
    await this.#run(createDataPoolTable(quarantineOf(dataPool), this.#options.cluster));
  }

  /** With `cascade`, also deletes Metrics and access policies of its Data Pools; without it, they cause a refusal. */
  async deleteDataSource(dataSource: DataSource, { cascade }: { readonly cascade: boolean }): Promise<void> {
    const { catalog } = this.#options;
    if (cascade)
      for (const { environmentId, id } of await this.#poolsOf(dataSource))
        await catalog.dataPools.deleteUsers(environmentId, id);
    await catalog.dataSources.setStatus(dataSource.environmentId, dataSource.id, 'DELETING');
    await this.#finishDeletion(dataSource);
  }

  /** Applies the catalog's retention to the table; can be repeated. */
  async changeExpiry(dataPool: DataPool): Promise<void> {
    try {
      await this.#run(modifyDataPoolExpiry(dataPool, this.#options.cluster));
    } catch (error) {
      if (!(error instanceof WeirError) || !nothingToRemove.test(error.message)) throw error;
    }
  }

  async deleteDataPool(dataPool: DataPool, { cascade }: { readonly cascade: boolean }): Promise<void> {
    const { catalog } = this.#options;
    if (cascade) await catalog.dataPools.deleteUsers(dataPool.environmentId, dataPool.id);
    await catalog.dataPools.setStatus(dataPool.environmentId, dataPool.id, 'DELETING');
    await this.#finishPoolDeletion(dataPool);
  }

  /**
   * At startup, finishes creations and deletions that an earlier process started. Some of them may be under way on another
   * node, which then finishes them first. So nothing here can fail a start, and the next start retries what is left.
   */
  async recover(): Promise<void> {
    const { catalog } = this.#options;
    for await (const dataPool of catalog.dataPools.withStatus(['CREATED', 'PENDING']))
      await this.#finish('setup of a Data Pool', dataPool, () => this.setUp(dataPool));
    for await (const dataPool of catalog.dataPools.withStatus(['DELETING']))
      await this.#finish('deletion of a Data Pool', dataPool, () => this.#finishPoolDeletion(dataPool));
    for (const dataSource of await catalog.dataSources.beingDeleted())
      await this.#finish('deletion of a Data Source', dataSource, () => this.#finishDeletion(dataSource));
  }

  async #finish(what: string, { id }: { readonly id: string }, work: () => Promise<unknown>): Promise<void> {
    const { log } = this.#options;
    log.info({ id }, `finishing the ${what}`);
    try {
      await work();
    } catch (error) {
      log.warn({ err: error, id }, `the ${what} could not be finished; the next start retries it`);
    }
  }

  /** No more Data Pools can be created for a Data Source that is being deleted. */
  async #finishDeletion(dataSource: DataSource): Promise<void> {
    for (const pool of await this.#poolsOf(dataSource)) await this.#drop(pool);
    await this.#options.catalog.dataSources.delete(dataSource.environmentId, dataSource.id).catch(unlessGone);
  }

  async #finishPoolDeletion(dataPool: DataPool): Promise<void> {
    await this.#drop(dataPool);
    await this.#options.catalog.dataPools.delete(dataPool.environmentId, dataPool.id).catch(unlessGone);
  }

  async #poolsOf({ environmentId, id }: DataSource): Promise<readonly DataPool[]> {
    return await this.#options.catalog.dataPools.allOfDataSource(environmentId, id);
  }

  async #drop(dataPool: DataPool): Promise<void> {
    const { cluster } = this.#options;
    await this.#run([
      ...dropDataPoolTable(dataPool, cluster),
      ...dropDataPoolTable(quarantineOf(dataPool), cluster),
    ]);
  }

  async #run(statements: readonly Statement[]): Promise<void> {
    for (const statement of statements) await this.#options.engine.command(statement);
  }
}

/** Another node that has started since may have finished the deletion. */
function unlessGone(error: unknown): void {
  if (!(error instanceof WeirError) || error.code !== 'NOT_FOUND') throw error;
}

const quarantines = (dataSource: DataSource | undefined) =>
  dataSource?.type === 'WEBHOOK' && dataSource.settings.errorHandling === 'QUARANTINE';

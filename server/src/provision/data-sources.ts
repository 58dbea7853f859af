import { WeirError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { NewDataSource } from '../catalog/data-sources.js';
import type { DataPool, DataSource } from '../catalog/definitions.js';
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

  /** Returns the Data Source as CONNECTED, or as BROKEN with the reason when its table could not be created. */
  async createDataSource(environmentId: string, input: NewDataSource, by: string): Promise<DataSource> {
    const created = await this.#options.catalog.dataSources.create(environmentId, input, by);
    await this.setUp(created.dataPool);
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
    await catalog.dataSources.setStatus(environmentId, dataSourceId, 'CONNECTING');
    try {
      const statements = [
        createEnvironment(environmentId, this.#options.cluster),
        ...createDataPoolTable(dataPool, this.#options.cluster),
      ];
      await this.#run(statements);
    } catch (error) {
      const reason = error instanceof WeirError ? error.message : 'The table could not be created';
      log.warn({ err: error, dataPoolId: id }, 'setting up a Data Pool failed');
      await catalog.dataSources.setStatus(environmentId, dataSourceId, 'BROKEN', reason);
      return await catalog.dataPools.setStatus(environmentId, id, 'SETUP_FAILED', reason);
    }
    await catalog.dataSources.setStatus(environmentId, dataSourceId, 'CONNECTED');
    return await catalog.dataPools.setStatus(environmentId, id, 'LIVE');
  }

  /** With `cascade`, also deletes Metrics and access policies of its Data Pool; without it, they cause a refusal. */
  async deleteDataSource(dataSource: DataSource, { cascade }: { readonly cascade: boolean }): Promise<void> {
    const { catalog } = this.#options;
    const used = await catalog.dataPools.findByDataSource(dataSource.environmentId, dataSource.id);
    if (cascade && used) await catalog.dataPools.deleteUsers(dataSource.environmentId, used.id);
    await catalog.dataSources.setStatus(dataSource.environmentId, dataSource.id, 'DELETING');
    if (used) await this.#run(dropDataPoolTable(used, this.#options.cluster));
    await catalog.dataSources.delete(dataSource.environmentId, dataSource.id);
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
    await this.#run(dropDataPoolTable(dataPool, this.#options.cluster));
    await catalog.dataPools.delete(dataPool.environmentId, dataPool.id);
  }

  /** At startup, finishes creations and deletions that an earlier process started. */
  async recover(): Promise<void> {
    const { catalog, log } = this.#options;
    for await (const dataPool of catalog.dataPools.withStatus(['CREATED', 'PENDING'])) {
      log.info({ dataPoolId: dataPool.id }, 'finishing the setup of a Data Pool');
      await this.setUp(dataPool);
    }
    for await (const dataPool of catalog.dataPools.withStatus(['DELETING'])) {
      log.info({ dataPoolId: dataPool.id }, 'finishing the deletion of a Data Pool');
      await this.#run(dropDataPoolTable(dataPool, this.#options.cluster));
      const dataSource = await catalog.dataSources.findById(dataPool.environmentId, dataPool.dataSourceId);
      if (dataSource?.status === 'DELETING')
        await catalog.dataSources.delete(dataSource.environmentId, dataSource.id);
      else await catalog.dataPools.delete(dataPool.environmentId, dataPool.id);
    }
  }

  async #run(statements: readonly Statement[]): Promise<void> {
    for (const statement of statements) await this.#options.engine.command(statement);
  }
}

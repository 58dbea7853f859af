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
 * Data Sources, their Data Pools and the tables under them. The catalog is written before and after
 * each step on the engine, so that a crash between the two leaves a status from which the next start
 * goes on: a table that may be there is created again if it is not, one that may be gone is dropped again.
 */
export interface ProvisionOptions {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly cluster: string | undefined;
  readonly log: Log;
}

/** The engine's answer when a table that removes nothing is to stop doing so. */
const nothingToRemove = /doesn't have any table TTL expression/;

export class Provision {
  readonly #options: ProvisionOptions;

  constructor(options: ProvisionOptions) {
    this.#options = options;
  }

  /** Answers the Data Source CONNECTED, or BROKEN with the reason when its table could not be made. */
  async createDataSource(environmentId: string, input: NewDataSource, by: string): Promise<DataSource> {
    const created = await this.#options.catalog.dataSources.create(environmentId, input, by);
    await this.setUp(created.dataPool);
    return (
      (await this.#options.catalog.dataSources.findById(environmentId, created.dataSource.id)) ??
      created.dataSource
    );
  }

  /** Makes the table; harmless when it is there. A failure is the Data Pool's status, not an exception. */
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

  /** With `cascade`, Metrics and access policies of its Data Pool go too; without, they are a reason to refuse. */
  async deleteDataSource(dataSource: DataSource, { cascade }: { readonly cascade: boolean }): Promise<void> {
    const { catalog } = this.#options;
    const used = await catalog.dataPools.findByDataSource(dataSource.environmentId, dataSource.id);
    if (cascade && used) await catalog.dataPools.deleteUsers(dataSource.environmentId, used.id);
    await catalog.dataSources.setStatus(dataSource.environmentId, dataSource.id, 'DELETING');
    if (used) await this.#run(dropDataPoolTable(used, this.#options.cluster));
    await catalog.dataSources.delete(dataSource.environmentId, dataSource.id);
  }

  /** The table follows what the catalog says about retention; harmless when it does already. */
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

  /** At the start: finishes what an earlier process began. */
  async heal(): Promise<void> {
    const { catalog, log } = this.#options;
    for await (const dataPool of catalog.dataPools.withStatus(['CREATED', 'PENDING'])) {
      log.info({ dataPoolId: dataPool.id }, 'finishing the set-up of a Data Pool');
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

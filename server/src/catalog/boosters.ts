import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { createdColumns, modifiedColumns } from './audit.js';
import { type Booster, type BoosterDefinition, toBooster } from './booster.js';
import type { CatalogDatabase, CatalogReader } from './catalog-database.js';
import { insertJob, requestCancel } from './jobs.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { BoosterRow } from './tables.js';

export interface NewBooster extends BoosterDefinition {
  readonly dataPoolId: string;
  readonly metricId: string;
}

/** Every booster is one more table that an insert writes. */
export const boostersPerDataPoolMax = 10;
export const boosterDimensionsMax = 20;

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('booster').selectAll().where('environment_id', '=', environmentId);
}

/** A booster and the job that builds or drops it are written together, so that neither is without the other. */
export class BoosterStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewBooster, by: string): Promise<Booster> {
    const { dataPoolId, metricId } = input;
    const id = newId('booster');
    const now = this.#clock.now();
    return await this.#database.write(async (trx) => {
      const others = await rowsOf(trx, environmentId).where('data_pool_id', '=', dataPoolId).execute();
      if (others.length >= boostersPerDataPoolMax)
        throw conflict(
          `Data Pool ${dataPoolId} has ${boostersPerDataPoolMax} boosters, which is the limit; delete one first`,
        );
      const definition = {
        aggregation: JSON.stringify(input.aggregation),
        dimensions: JSON.stringify(input.dimensions),
        timestamp_column: input.timestamp,
      };
      const same = others.find(
        (other) =>
          other.status !== 'DELETING' &&
          other.aggregation === definition.aggregation &&
          other.dimensions === definition.dimensions &&
          other.timestamp_column === definition.timestamp_column,
      );
      if (same)
        throw conflict(
          `Booster ${same.id} already has this Metric's aggregation and these dimensions${same.status === 'FAILED' ? ', but it is FAILED; delete it first' : ''}`,
        );
      const work = { kind: 'BUILD_BOOSTER', boosterId: id } as const;
      const job = await insertJob(trx, now, environmentId, { dataPoolId, work }, by);
      const row: BoosterRow = {
        id,
        environment_id: environmentId,
        data_pool_id: dataPoolId,
        metric_id: metricId,
        job_id: job.id,
        status: 'BUILDING',
        ...definition,
        ...createdColumns(now, by),
      };
      await trx.insertInto('booster').values(row).execute();
      return toBooster(row);
    });
  }

  async findById(environmentId: string, id: string): Promise<Booster | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toBooster(row);
  }

  async listByMetric(environmentId: string, metricId: string, request: PageRequest): Promise<Page<Booster>> {
    const page = await this.#database.read((db) =>
      readPage('booster', rowsOf(db, environmentId).where('metric_id', '=', metricId), request),
    );
    return mapPage(page, toBooster);
  }

  /** Oldest first, without those that are being deleted. */
  async ofDataPool(environmentId: string, dataPoolId: string): Promise<readonly Booster[]> {
    const rows = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('data_pool_id', '=', dataPoolId)
        .where('status', '!=', 'DELETING')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toBooster);
  }

  /** From now on, queries use it. Without effect if it is being deleted. */
  async setLive(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await trx
        .updateTable('booster')
        .set({ status: 'LIVE' })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'BUILDING')
        .execute();
    });
  }

  /** From now on, no query uses it. Can be repeated, for a job that was cancelled or has failed. */
  async startDeletion(environmentId: string, id: string, by: string): Promise<Booster> {
    return await this.#database.write(async (trx) => {
      const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw notFound('Booster', id);
      const now = this.#clock.now();
      const changed = { ...row, status: 'DELETING', ...modifiedColumns(now, by) };
      await trx.updateTable('booster').set(changed).where('id', '=', id).execute();
      await requestCancel(trx, now, environmentId, row.job_id, by);
      const work = { kind: 'DROP_BOOSTER', boosterId: id } as const;
      await insertJob(trx, now, environmentId, { dataPoolId: row.data_pool_id, work }, by);
      return toBooster(changed);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await trx
        .deleteFrom('booster')
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .execute();
    });
  }
}

import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { mustHaveUsableDataPool } from './data-pool-rows.js';
import type { Metric } from './definitions.js';
import type { FilterDefinition } from './filter.js';
import type { MetricFormat } from './metric-format.js';
import type { MetricAggregation } from './metric-kinds.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { MetricRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface NewMetric {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly dataPoolId: string;
  readonly aggregation: MetricAggregation;
  readonly dimensions: readonly string[];
  readonly timestamp?: string | null | undefined;
  readonly filterSql?: string | null | undefined;
  readonly filters: readonly FilterDefinition[];
  readonly format?: MetricFormat | undefined;
}

/** The Data Pool of a Metric cannot change. */
export type MetricChanges = Partial<Omit<NewMetric, 'dataPoolId'>>;

/** Most Metrics of one Data Pool that are read at once. */
const metricsReadMax = 1_000;

function toMetric(row: MetricRow): Metric {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    dataPoolId: row.data_pool_id,
    aggregation: JSON.parse(row.aggregation) as MetricAggregation,
    dimensions: JSON.parse(row.dimensions) as string[],
    timestamp: row.timestamp_column,
    filterSql: row.filter_sql,
    filters: JSON.parse(row.filters) as FilterDefinition[],
    format: row.format === null ? null : (JSON.parse(row.format) as MetricFormat),
    ...auditOf(row),
  };
}

const jsonOr = <Text extends string | null>(value: unknown, text: Text) =>
  value === undefined ? text : JSON.stringify(value);

function changed(row: MetricRow, changes: MetricChanges): MetricRow {
  const { description, timestamp, filterSql } = changes;
  return {
    ...row,
    unique_name: changes.uniqueName ?? row.unique_name,
    description: description ?? row.description,
    aggregation: jsonOr(changes.aggregation, row.aggregation),
    dimensions: jsonOr(changes.dimensions, row.dimensions),
    timestamp_column: timestamp === undefined ? row.timestamp_column : timestamp,
    filter_sql: filterSql === undefined ? row.filter_sql : filterSql,
    filters: jsonOr(changes.filters, row.filters),
    format: jsonOr(changes.format, row.format),
  };
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('metric').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<MetricRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Metric', id);
  return row;
}

export class MetricStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewMetric, by: string): Promise<Metric> {
    const id = newId('metric');
    const row: MetricRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      data_pool_id: input.dataPoolId,
      aggregation: JSON.stringify(input.aggregation),
      dimensions: JSON.stringify(input.dimensions),
      timestamp_column: input.timestamp ?? null,
      filter_sql: input.filterSql ?? null,
      filters: JSON.stringify(input.filters),
      format: input.format === undefined ? null : JSON.stringify(input.format),
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write(async (trx) => {
      await mustHaveUsableDataPool(trx, environmentId, input.dataPoolId);
      await claimUniqueName(
        'Metric',
        row.unique_name,
        () => trx.insertInto('metric').values(row).execute(),
        id,
      );
    });
    return toMetric(row);
  }

  async findById(environmentId: string, id: string): Promise<Metric | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toMetric(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<Metric | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toMetric(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<Metric>> {
    const page = await this.#database.read((db) => readPage('metric', rowsOf(db, environmentId), request));
    return mapPage(page, toMetric);
  }

  async listByDataPool(
    environmentId: string,
    dataPoolId: string,
    request: PageRequest,
  ): Promise<Page<Metric>> {
    const page = await this.#database.read((db) =>
      readPage('metric', rowsOf(db, environmentId).where('data_pool_id', '=', dataPoolId), request),
    );
    return mapPage(page, toMetric);
  }

  /** All Metrics of a Data Pool, up to the limit. */
  async ofDataPool(environmentId: string, dataPoolId: string): Promise<readonly Metric[]> {
    const rows = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('data_pool_id', '=', dataPoolId)
        .orderBy('id')
        .limit(metricsReadMax)
        .execute(),
    );
    return rows.map(toMetric);
  }

  async update(environmentId: string, id: string, changes: MetricChanges, by: string): Promise<Metric> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row = { ...changed(current, changes), ...modifiedColumns(this.#clock.now(), by) };
      await claimUniqueName(
        'Metric',
        row.unique_name,
        () => trx.updateTable('metric').set(row).where('id', '=', id).execute(),
        id,
      );
      return toMetric(row);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await rowFor(trx, environmentId, id);
      await trx.deleteFrom('metric').where('id', '=', id).execute();
    });
  }
}

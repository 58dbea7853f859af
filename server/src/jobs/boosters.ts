import { badInput, badRequest, notFound } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { Booster } from '../catalog/booster.js';
import { boosterDimensionsMax } from '../catalog/boosters.js';
import type { DataPool, Metric } from '../catalog/definitions.js';
import type { Job } from '../catalog/job.js';
import type { Engine } from '../engine/engine.js';
import { findColumn } from '../provision/data-pool-definition.js';
import { projectionSize } from '../sql/booster-projection.js';
import { aggregatesOf, isBoostable } from '../sql/booster-states.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import { columnsOf } from '../sql/term/walk-term.js';
import { isAppendOnly, readCounts } from './job-services.js';
import { type UsableDataPoolOptions, usableDataPool } from './usable-data-pool.js';

export interface BoostersOptions extends UsableDataPoolOptions {
  readonly engine: Engine;
  /** Signals a new job. */
  readonly wake: () => void;
  /** Signals that a job was cancelled. */
  readonly checkCancelled: (jobId: string) => void;
}

export type ShownBoosterStatus = 'CREATED' | 'OPTIMIZING' | 'LIVE' | 'FAILED' | 'DELETING';

/** All boosters of a Metric; a Data Pool has fewer. */
const boostersOfMetricMax = 100;
const sizeTimeoutMs = 5_000;

/** Creates and deletes boosters. Jobs build and drop them. */
export class Boosters {
  readonly #options: BoostersOptions;

  constructor(options: BoostersOptions) {
    this.#options = options;
  }

  async create(caller: Principal, metricId: string, dimensions: readonly string[]): Promise<Booster> {
    const { catalog, wake } = this.#options;
    const metric = await catalog.metrics.findById(caller.environmentId, metricId);
    if (!metric) throw notFound('Metric', metricId);
    const pool = await usableDataPool(this.#options, caller, metric.dataPoolId);
    if (!isAppendOnly(pool))
      throw badRequest(
        `Data Pool "${pool.uniqueName}" replaces or merges records, and boosters cannot follow that. Only append-only Data Pools (MERGE_TREE) can have boosters.`,
      );
    const { aggregation } = metric;
    this.#checkAggregates(metric, pool);
    const booster = await catalog.boosters.create(
      caller.environmentId,
      {
        dataPoolId: pool.id,
        metricId,
        aggregation,
        dimensions: this.#dimensions(metric, pool, dimensions),
        timestamp: metric.timestamp ?? pool.timestamp,
      },
      caller.applicationId,
    );
    wake();
    return booster;
  }

  async delete(caller: Principal, id: string): Promise<void> {
    const { catalog, wake, checkCancelled } = this.#options;
    const { jobId } = await catalog.boosters.startDeletion(caller.environmentId, id, caller.applicationId);
    checkCancelled(jobId);
    wake();
  }

  /** Deletes a Metric's boosters with it. */
  async deleteOfMetric(caller: Principal, metricId: string): Promise<void> {
    const { catalog } = this.#options;
    const { items } = await catalog.boosters.listByMetric(caller.environmentId, metricId, {
      first: boostersOfMetricMax,
    });
    for (const { id } of items) await this.delete(caller, id);
  }

  async size({ environmentId, dataPoolId, id }: Booster) {
    const [recordCount = 0, diskSizeInBytes = 0] = await readCounts(
      this.#options.engine,
      projectionSize({ environmentId, id: dataPoolId }, id),
      sizeTimeoutMs,
    );
    return { recordCount: String(recordCount), diskSizeInBytes: String(diskSizeInBytes) };
  }

  #checkAggregates({ aggregation }: Metric, { columns }: DataPool): void {
    const aggregates = aggregatesOf([metricTerm(this.#options.parsers, aggregation, columns).term]);
    const other = aggregates.find((aggregate) => !isBoostable(aggregate));
    if (other)
      throw badInput(
        'metric',
        `boosters keep counts, sums, averages, minima, maxima and counts of distinct values, but the Metric uses ${other.name}`,
      );
  }

  /** The Metric's filter has to be applied to the booster, too, so the columns that it reads are added. */
  #dimensions({ filterSql, filters, aggregation }: Metric, { columns }: DataPool, names: readonly string[]) {
    const { parsers } = this.#options;
    if (names.length > boosterDimensionsMax)
      throw badInput(
        'dimensions',
        `at most ${boosterDimensionsMax} are allowed, but ${names.length} were given`,
      );
    for (const [index, name] of names.entries()) {
      findColumn(columns, name, `dimensions[${index}]`);
      if (names.indexOf(name) < index)
        throw badInput(`dimensions[${index}]`, `the column "${name}" is given twice`);
    }
    const conditions = [
      filterSql === null ? null : parseFilter(parsers, filterSql, columns),
      compileFilters(filters, columns),
      ...aggregatesOf([metricTerm(parsers, aggregation, columns).term]).map(({ filter }) => filter ?? null),
    ];
    const read = conditions.flatMap((condition) => (condition === null ? [] : [...columnsOf(condition)]));
    return [...new Set([...names, ...read])];
  }
}

/** Until it is LIVE, the state of a booster is that of the job that builds it. */
export function shownStatus({ status }: Booster, job: Job | undefined): ShownBoosterStatus {
  if (status !== 'BUILDING') return status;
  if (job?.status === 'FAILED') return 'FAILED';
  return job?.status === 'CREATED' ? 'CREATED' : 'OPTIMIZING';
}

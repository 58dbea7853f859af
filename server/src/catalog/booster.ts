import { auditOf } from './audit.js';
import type { Audit } from './definitions.js';
import type { MetricAggregation } from './metric-kinds.js';
import type { BoosterRow } from './tables.js';

/** BUILDING until its job has built it; what users see in the meantime is the state of that job. */
export type BoosterStatus = 'BUILDING' | 'LIVE' | 'DELETING';

/** What a booster keeps: a Metric's aggregates for every combination of dimension values, by quarters of an hour. */
export interface BoosterDefinition {
  readonly aggregation: MetricAggregation;
  /** In the order of its definition, followed by the columns that the Metric's filter reads. */
  readonly dimensions: readonly string[];
  readonly timestamp: string;
}

export interface Booster extends BoosterDefinition, Audit {
  readonly id: string;
  readonly environmentId: string;
  readonly dataPoolId: string;
  readonly metricId: string;
  /** The job that builds it. */
  readonly jobId: string;
  readonly status: BoosterStatus;
}

export function toBooster(row: BoosterRow): Booster {
  return {
    id: row.id,
    environmentId: row.environment_id,
    dataPoolId: row.data_pool_id,
    metricId: row.metric_id,
    jobId: row.job_id,
    status: row.status as BoosterStatus,
    aggregation: JSON.parse(row.aggregation) as MetricAggregation,
    dimensions: JSON.parse(row.dimensions) as string[],
    timestamp: row.timestamp_column,
    ...auditOf(row),
  };
}

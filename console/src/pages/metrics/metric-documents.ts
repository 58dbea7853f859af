import {
  type MetricsQuery,
  type MetricsQueryVariables,
  metricQuery,
  metricsQuery,
  readableMetricQuery,
  readableMetricsQuery,
  type TypedDocument,
} from '@weir/client';
import type { May } from '../../session/permissions.js';
import type { ShownMetric } from './metric-kinds.js';

interface ShownMetrics {
  readonly metrics: {
    readonly pageInfo: NonNullable<MetricsQuery['metrics']>['pageInfo'];
    readonly nodes: readonly ShownMetric[];
  } | null;
}

interface ShownMetricQuery {
  readonly metric: ShownMetric | null;
}

/** The list of Metrics, with the fields that the Application may read. */
export const metricsDocument = (may: May): TypedDocument<ShownMetrics, MetricsQueryVariables> =>
  may('administer') ? (metricsQuery as string) : (readableMetricsQuery as string);

export const metricDocument = (may: May): TypedDocument<ShownMetricQuery, { readonly id: string }> =>
  may('administer') ? (metricQuery as string) : (readableMetricQuery as string);

import {
  createAverageMetricMutation,
  createCountDistinctMetricMutation,
  createCountMetricMutation,
  createCustomMetricMutation,
  createMaxMetricMutation,
  createMinMetricMutation,
  createSumMetricMutation,
  type MetricPartsFragment,
  type WeirClient,
} from '@weir/client';
import type { MetricDraft } from './metric-form.js';

/** Each type of Metric has a mutation of its own. */
export async function createMetric(
  client: WeirClient,
  draft: MetricDraft,
): Promise<MetricPartsFragment | undefined> {
  const common = {
    dataPool: draft.dataPool,
    uniqueName: draft.uniqueName.trim(),
    ...(draft.description !== '' && { description: draft.description }),
    ...(draft.filterSql.trim() !== '' && { filterSql: draft.filterSql.trim() }),
    dimensions: draft.dimensions.map((columnName) => ({ columnName })),
    ...(draft.timestamp !== '' && { timestamp: { columnName: draft.timestamp } }),
  };
  const column = { columnName: draft.column };
  const measured = { input: { ...common, measure: column } };
  switch (draft.type) {
    case 'COUNT':
      return (await client.request(createCountMetricMutation, { input: common })).createCountMetric?.metric;
    case 'SUM':
      return (await client.request(createSumMetricMutation, measured)).createSumMetric?.metric;
    case 'AVERAGE':
      return (await client.request(createAverageMetricMutation, measured)).createAverageMetric?.metric;
    case 'MIN':
      return (await client.request(createMinMetricMutation, measured)).createMinMetric?.metric;
    case 'MAX':
      return (await client.request(createMaxMetricMutation, measured)).createMaxMetric?.metric;
    case 'COUNT_DISTINCT':
      return (
        await client.request(createCountDistinctMetricMutation, { input: { ...common, dimension: column } })
      ).createCountDistinctMetric?.metric;
    case 'CUSTOM':
      return (
        await client.request(createCustomMetricMutation, {
          input: { ...common, expression: draft.expression.trim() },
        })
      ).createCustomMetric?.metric;
  }
}

import { type MetricPartsFragment, metricKinds, type WeirClient } from '@weir/client';
import { formatInput } from './format-fields.js';
import type { MetricDraft } from './metric-form.js';
import { operandInput } from './metric-kinds.js';

/** Each kind of Metric has its own mutation. */
export async function createMetric(
  client: WeirClient,
  draft: MetricDraft,
): Promise<MetricPartsFragment | undefined> {
  const format = formatInput(draft.format);
  const input = {
    dataPool: draft.dataPool,
    uniqueName: draft.uniqueName.trim(),
    ...(draft.description !== '' && { description: draft.description }),
    ...(draft.filterSql.trim() !== '' && { filterSql: draft.filterSql.trim() }),
    dimensions: draft.dimensions.map((columnName) => ({ columnName })),
    ...(draft.timestamp !== '' && { timestamp: { columnName: draft.timestamp } }),
    ...(format && { format }),
    ...operandInput(draft),
  };
  const created = await client.request(metricKinds[draft.type].create, { input });
  return Object.values(created)[0]?.metric;
}

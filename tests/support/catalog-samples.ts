import { newWebhookKey } from '../../server/src/base/ids.js';
import type { NewApplication } from '../../server/src/catalog/applications.js';
import { serviceColumns } from '../../server/src/catalog/column.js';
import type { NewDataSource } from '../../server/src/catalog/data-sources.js';
import type { NewMetric } from '../../server/src/catalog/metrics.js';

export function sampleApplication(uniqueName: string): NewApplication {
  return { uniqueName, scopes: ['admin', 'metric:query'], tier: 'P1_X_SMALL' };
}

export function sampleDataSource(uniqueName: string): Extract<NewDataSource, { type: 'WEBHOOK' }> {
  return {
    uniqueName,
    type: 'WEBHOOK',
    settings: { webhookKey: newWebhookKey(), basicAuth: { username: 'sender', passwordHash: 'a hash' } },
    description: 'Orders of the shop, “été” 🌊',
    dataPool: {
      timestamp: 'ordered_at',
      uniqueId: null,
      columns: [
        ...serviceColumns,
        { name: 'ordered_at', type: 'TIMESTAMP', nullable: false, jsonProperty: 'orderedAt' },
        { name: 'price', type: 'DOUBLE', nullable: true, jsonProperty: 'items.0.price' },
      ],
      tableSettings: {
        engine: { type: 'MERGE_TREE' },
        orderBy: ['ordered_at'],
        partitionBy: [],
        primaryKey: [],
        ttl: null,
      },
      accessControlEnabled: true,
      dataRetentionInDays: 30,
    },
  };
}

export function sampleMetric(uniqueName: string, dataPoolId: string): NewMetric {
  return {
    uniqueName,
    dataPoolId,
    aggregation: { type: 'SUM', measure: 'price' },
    dimensions: ['price'],
    filterSql: 'price > 0',
    filters: [{ column: 'price', operator: 'IS_NOT_NULL', value: null, and: [], or: [] }],
  };
}

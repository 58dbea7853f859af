import type { Catalog } from '../../catalog/catalog.js';
import type { EventReceipts } from '../../receipts/event-receipts.js';
import type { Receipts } from '../../receipts/receipts.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { dataPoolReference } from '../query/query-inputs.js';

export interface ReceiptResolverOptions {
  readonly catalog: Catalog;
  readonly receipts: Receipts;
  readonly eventReceipts: EventReceipts;
}

export function createReceiptResolvers({ catalog, receipts, eventReceipts }: ReceiptResolverOptions) {
  return {
    Query: {
      receipt: (_parent, { id }, { principal }) => receipts.find(principal.environmentId, id),
      eventReceipts: (_parent, { uniqueId, dataPool }, { principal }) =>
        eventReceipts.find(principal, {
          uniqueId,
          dataPool: dataPool && dataPoolReference('dataPool', dataPool),
        }),
    },
    Receipt: {
      dataSource: async ({ environmentId, dataSourceId }) =>
        (await catalog.dataSources.findById(environmentId, dataSourceId)) ?? null,
      dataPool: async ({ environmentId, dataPoolId }) =>
        (await catalog.dataPools.findById(environmentId, dataPoolId)) ?? null,
      jobs: async (receipt) => {
        const ids = await receipts.jobIds(receipt);
        const jobs = await Promise.all(ids.map((id) => catalog.jobs.findById(receipt.environmentId, id)));
        return jobs.filter((job) => job !== undefined);
      },
    },
  } satisfies Resolvers;
}

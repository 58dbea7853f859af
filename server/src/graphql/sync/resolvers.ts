import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { S3Sources } from '../../jobs/s3-sources.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { jobFieldResolvers } from '../job/job-field-resolvers.js';
import { jobOfKind } from '../job/shown-job.js';
import { shownFileStatus, shownSyncStatus } from './shown-sync.js';

export interface SyncResolverOptions {
  readonly catalog: Catalog;
  readonly s3Sources: S3Sources;
}

const intervalDefault = 'EVERY_1_HOUR';

export function createSyncResolvers({ catalog, s3Sources }: SyncResolverOptions) {
  return {
    Mutation: {
      createDataPoolV2: async (_parent, { input }, { principal }) => {
        const { dataSource, timestamp, uniqueId, syncing, ...given } = input;
        const dataPool = await s3Sources.createDataPool(principal, {
          ...given,
          dataSourceId: dataSource,
          timestamp: timestamp?.columnName || undefined,
          uniqueId: uniqueId?.columnName || undefined,
          interval: syncing?.interval ?? intervalDefault,
        });
        return { dataPool, notice: null };
      },
      enableSyncing: (_parent, { id }, { principal }) => s3Sources.setSyncing(principal, id, true),
      disableSyncing: (_parent, { id }, { principal }) => s3Sources.setSyncing(principal, id, false),
      syncDataPool: async (_parent, { id }, { principal }) =>
        jobOfKind(await s3Sources.sync(principal, id, { isResync: false }), 'SYNC'),
      resyncDataPool: async (_parent, { id }, { principal }) =>
        jobOfKind(await s3Sources.sync(principal, id, { isResync: true }), 'SYNC'),
    },
    DataPool: {
      syncing: async ({ id }) => {
        const syncing = await catalog.syncings.find(id);
        if (!syncing) return null;
        const { table, interval, enabled } = syncing;
        const status = enabled ? ('ENABLED' as const) : ('DISABLED' as const);
        return { table, interval, status, lastSyncedAt: await catalog.syncings.lastSyncedAt(id) };
      },
      syncs: async ({ environmentId, id }, page) => {
        const syncs = await catalog.syncings.listSyncs(environmentId, id, page);
        return connectionOf({ ...syncs, items: syncs.items.map((job) => jobOfKind(job, 'SYNC')) });
      },
    },
    Sync: {
      dataPool: async ({ environmentId, dataPoolId }) => {
        const dataPool = await catalog.dataPools.findById(environmentId, dataPoolId);
        if (!dataPool) throw notFound('Data Pool', dataPoolId);
        return dataPool;
      },
      status: ({ status }) => shownSyncStatus[status],
      isResync: ({ work }) => work.isResync,
      files: ({ tally }) => String(tally?.files ?? 0),
      failedFiles: ({ tally }) => String(tally?.failedFiles ?? 0),
      records: ({ tally }) => String(tally?.affected ?? 0),
      bytes: ({ tally }) => String(tally?.bytes ?? 0),
      syncedFiles: async ({ id }, page) => connectionOf(await catalog.syncedFiles.list(id, page)),
    },
    SyncedFile: {
      bytes: ({ sizeBytes }) => String(sizeBytes),
      status: ({ status }) => shownFileStatus[status],
      records: ({ recordCount }) => (recordCount === null ? null : String(recordCount)),
      error: ({ error }) => (error === null ? null : { code: null, message: error }),
    },
    SyncJob: { ...jobFieldResolvers(catalog), sync: (job) => job },
  } satisfies Resolvers;
}

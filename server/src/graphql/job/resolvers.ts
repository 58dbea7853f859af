import { notFound } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Job, RecordChoice } from '../../catalog/job.js';
import type { Jobs } from '../../jobs/jobs.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { countOf, jobFieldResolvers } from './job-field-resolvers.js';
import { choiceOf, newColumnOf, replayOf, tableKeysOf } from './job-input.js';
import { jobOfKind } from './shown-job.js';

export interface JobResolverOptions {
  readonly catalog: Catalog;
  readonly jobs: Jobs;
}

export function createJobResolvers({ catalog, jobs }: JobResolverOptions) {
  const byId = async ({ environmentId }: Principal, id: string): Promise<Job> => {
    const job = await catalog.jobs.findById(environmentId, id);
    if (!job) throw notFound('Job', id);
    return job;
  };
  const fields = jobFieldResolvers(catalog);
  return {
    Query: {
      job: (_parent, { id }, { principal }) => byId(principal, id),
      jobs: async (_parent, page, { principal }) =>
        connectionOf(await catalog.jobs.list(principal.environmentId, page)),
      deletionJob: async (_parent, { id }, { principal }) => jobOfKind(await byId(principal, id), 'DELETION'),
      addColumnToDataPoolJob: async (_parent, { id }, { principal }) =>
        jobOfKind(await byId(principal, id), 'ADD_COLUMN'),
      updateDataPoolRecordsJob: async (_parent, { id }, { principal }) =>
        jobOfKind(await byId(principal, id), 'UPDATE'),
      rebuildDataPoolJob: async (_parent, { id }, { principal }) =>
        jobOfKind(await byId(principal, id), 'REBUILD'),
      replayJob: async (_parent, { id }, { principal }) => jobOfKind(await byId(principal, id), 'REPLAY'),
      loadJob: async (_parent, { id }, { principal }) => jobOfKind(await byId(principal, id), 'LOAD'),
    },
    Mutation: {
      createDeletionJob: async (_parent, { input }, { principal }) => ({
        job: jobOfKind(await jobs.createDeletion(principal, input.dataPool, choiceOf(input)), 'DELETION'),
      }),
      createAddColumnToDataPoolJob: async (_parent, { input }, { principal }) => ({
        job: jobOfKind(
          await jobs.createAddColumn(principal, input.dataPool, newColumnOf(input)),
          'ADD_COLUMN',
        ),
      }),
      createUpdateDataPoolRecordsJob: async (_parent, { input }, { principal }) => ({
        job: jobOfKind(
          await jobs.createUpdate(principal, input.dataPool, choiceOf(input), input.set),
          'UPDATE',
        ),
      }),
      createRebuildDataPoolJob: async (_parent, { input }, { principal }) => ({
        job: jobOfKind(await jobs.createRebuild(principal, input.dataPool, tableKeysOf(input)), 'REBUILD'),
      }),
      createReplayJob: async (_parent, { input }, { principal }) => ({
        job: jobOfKind(await jobs.createReplay(principal, replayOf(input)), 'REPLAY'),
      }),
      cancelJob: (_parent, { id }, { principal }) => jobs.cancel(principal, id),
    },
    Job: {
      __resolveType: ({ work }) => typeNames[work.kind],
    },
    DeletionJob: {
      ...fields,
      filterSql: ({ work }) => work.filterSql,
      filters: ({ work }) => shownFilters(work),
    },
    UpdateDataPoolRecordsJob: {
      ...fields,
      filterSql: ({ work }) => work.filterSql,
      filters: ({ work }) => shownFilters(work),
      set: ({ work }) => work.set,
    },
    AddColumnToDataPoolJob: {
      ...fields,
      columnName: ({ work }) => work.column.name,
      columnType: ({ work }) => work.column.type,
      precision: ({ work }) => work.column.precision ?? null,
      scale: ({ work }) => work.column.scale ?? null,
      jsonProperty: ({ work }) => work.column.jsonProperty,
      emptyRecords: ({ tally }) => countOf(tally, 'empty'),
      misfittingRecords: ({ tally }) => countOf(tally, 'misfitting'),
    },
    RebuildDataPoolJob: {
      ...fields,
      orderBy: ({ work }) => work.orderBy,
      partitionBy: ({ work }) => work.partitionBy,
    },
    ReplayJob: {
      ...fields,
      dataSource: async ({ environmentId, work }) =>
        (await catalog.dataSources.findById(environmentId, work.dataSourceId)) ?? null,
      source: ({ work }) => work.source,
      isDryRun: ({ work }) => work.isDryRun,
      rejectedEvents: ({ tally }) => countOf(tally, 'rejected'),
      rejections: ({ tally }) => tally?.rejections ?? [],
    },
    LoadJob: {
      ...fields,
      fileName: ({ work }) => work.fileName,
      format: ({ work }) => shownFormats[work.file.format],
      fileSizeInBytes: ({ work }) => String(work.file.bytes),
      ignoredColumns: ({ tally }) => tally?.ignoredColumns ?? null,
    },
    BoosterJob: fields,
    DataPool: {
      jobs: async ({ environmentId, id }, page) =>
        connectionOf(await catalog.jobs.listByDataPool(environmentId, id, page)),
      suggestedRebuild: (dataPool) => jobs.suggestRebuild(dataPool),
    },
  } satisfies Resolvers;
}

const typeNames = {
  DELETION: 'DeletionJob',
  UPDATE: 'UpdateDataPoolRecordsJob',
  ADD_COLUMN: 'AddColumnToDataPoolJob',
  REBUILD: 'RebuildDataPoolJob',
  REPLAY: 'ReplayJob',
  LOAD: 'LoadJob',
  SYNC: 'SyncJob',
  BUILD_BOOSTER: 'BoosterJob',
  DROP_BOOSTER: 'BoosterJob',
} as const;

const shownFormats = { csv: 'CSV', ndjson: 'NDJSON', json: 'JSON', parquet: 'PARQUET' } as const;

const shownFilters = ({ filters }: RecordChoice) => (filters.length === 0 ? null : filters);

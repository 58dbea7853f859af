import { notFound } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { PreviewGroup } from '../../jobs/column-preview.js';
import type { Jobs, RecordsPreview } from '../../jobs/jobs.js';
import { findSource } from '../../query/readable-source.js';
import type { SqlParsers } from '../../sql/expression/parsers.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { choiceOf, newColumnOf } from './job-input.js';

export interface JobPreviewResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly jobs: Jobs;
}

export function createJobPreviewResolvers({ catalog, parsers, jobs }: JobPreviewResolverOptions) {
  /** A job works on all records; what is in them is only shown to those who may read it all. */
  const mayReadAll = async (principal: Principal, dataPoolId: string): Promise<boolean> => {
    const dataPool = await catalog.dataPools.findById(principal.environmentId, dataPoolId);
    if (!dataPool) throw notFound('Data Pool', dataPoolId);
    return !(await findSource({ catalog, parsers }, principal, dataPool)).limited;
  };
  return {
    Query: {
      previewDeletionJob: async (_parent, { input }, { principal }) =>
        shownCounts(await jobs.previewDeletion(principal, input.dataPool, choiceOf(input))),
      previewUpdateDataPoolRecordsJob: async (_parent, { input }, { principal }) =>
        shownCounts(await jobs.previewUpdate(principal, input.dataPool, choiceOf(input), input.set)),
      previewAddColumnToDataPoolJob: async (_parent, { input }, { principal }) => {
        const withSamples = await mayReadAll(principal, input.dataPool);
        const preview = await jobs.previewAddColumn(
          principal,
          input.dataPool,
          newColumnOf(input),
          withSamples,
        );
        return {
          totalRecords: String(preview.totalRecords),
          examinedRecords: String(preview.examinedRecords),
          fitting: shownGroup(preview.fitting),
          empty: shownGroup(preview.empty),
          misfitting: shownGroup(preview.misfitting),
        };
      },
    },
  } satisfies Resolvers;
}

const shownCounts = ({ affectedRecords, totalRecords }: RecordsPreview) => ({
  affectedRecords: String(affectedRecords),
  totalRecords: String(totalRecords),
});

const shownGroup = ({ records, samples }: PreviewGroup) => ({ records: String(records), samples });

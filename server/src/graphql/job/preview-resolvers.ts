import type { PreviewGroup } from '../../jobs/column-preview.js';
import type { Jobs, RecordsPreview } from '../../jobs/jobs.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { choiceOf, newColumnOf } from './job-input.js';

export function createJobPreviewResolvers({ jobs }: { readonly jobs: Jobs }) {
  return {
    Query: {
      previewDeletionJob: async (_parent, { input }, { principal }) =>
        shownCounts(await jobs.previewDeletion(principal, input.dataPool, choiceOf(input))),
      previewUpdateDataPoolRecordsJob: async (_parent, { input }, { principal }) =>
        shownCounts(await jobs.previewUpdate(principal, input.dataPool, choiceOf(input), input.set)),
      previewAddColumnToDataPoolJob: async (_parent, { input }, { principal }) => {
        const preview = await jobs.previewAddColumn(principal, input.dataPool, newColumnOf(input));
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

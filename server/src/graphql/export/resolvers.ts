import { requireScopes } from '../../base/require-scopes.js';
import type { ExportJobs } from '../../export-jobs/export-jobs.js';
import { inputOf } from '../../export-jobs/run-export.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { canExport, exportInput, formatNameOf } from './export-input.js';

export interface ExportResolverOptions {
  readonly exportJobs: ExportJobs;
  readonly publicUrl: () => string;
}

export function createExportResolvers({ exportJobs, publicUrl }: ExportResolverOptions) {
  return {
    Query: {
      exportJob: (_parent, { id }, { principal }) => exportJobs.find(principal, id),
      exportJobs: async (_parent, page, { principal }) =>
        connectionOf(await exportJobs.list(principal, page)),
    },
    Mutation: {
      createExportJob: async (_parent, { input }, { principal }) => {
        // Credentials that an administrator stored are used to write.
        if (input.s3) requireScopes(principal, ['admin'], 'createExportJob with s3');
        const destination = input.s3 ? { dataSourceId: input.s3.dataSource, key: input.s3.key } : null;
        return { job: await exportJobs.create(principal, exportInput(input.export, principal), destination) };
      },
      deleteExportJob: async (_parent, { id }, { principal }) => {
        await exportJobs.delete(principal, id);
        return id;
      },
    },
    ExportJob: {
      createdBy: ({ applicationId }) => applicationId,
      format: (job) => formatNameOf(inputOf(job).format),
      sizeInBytes: ({ sizeBytes }) => String(sizeBytes),
      succeededAt: ({ status, endedAt }) => (status === 'SUCCEEDED' ? endedAt : null),
      failedAt: ({ status, endedAt }) => (status === 'FAILED' ? endedAt : null),
      s3: ({ destination }) => destination && { dataSource: destination.dataSourceId, key: destination.key },
      link: async (job, _arguments, { principal, allowance }) => {
        // A page of jobs may have a hundred statements, which are compiled to tell what the caller may read now.
        if (inputOf(job).source.kind === 'sql') allowance.takeStatement();
        const link = canExport(principal, inputOf(job)) ? await exportJobs.link(principal, job) : null;
        if (!link) return null;
        const { jobId, expires, signature } = link;
        return {
          url: `${publicUrl()}/v1/exports/${jobId}?expires=${expires}&signature=${signature}`,
          expiresAt: expires * 1_000,
        };
      },
    },
  } satisfies Resolvers;
}

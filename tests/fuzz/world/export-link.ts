import type { OwnService } from '../../support/service.js';
import { waitFor } from './wait-for.js';

/** Exports a Data Pool as a job, and gives the link to the file without its address. */
export async function exportLink(
  service: OwnService,
  dataPool: string,
  authorization: string,
): Promise<string> {
  const { createExportJob } = await service.request<{ createExportJob: { job: { id: string } } }>(
    'mutation ($input: CreateExportJobInput!) { createExportJob(input: $input) { job { id } } }',
    { input: { export: { dataPool, format: 'NDJSON' } } },
    authorization,
  );
  const { id } = createExportJob.job;
  const url = await waitFor(`export job ${id}`, async () => {
    const { exportJob } = await service.request<{ exportJob: { link: { url: string } | null } }>(
      `{ exportJob(id: "${id}") { link { url } } }`,
      {},
      authorization,
    );
    return exportJob.link?.url;
  });
  const { pathname, search } = new URL(url);
  return pathname + search;
}

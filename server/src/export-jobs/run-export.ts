import { conflict } from '../base/errors.js';
import type { Catalog } from '../catalog/catalog.js';
import type { ExportJob } from '../catalog/export-job.js';
import { type ExportInput, type ExportServices, exportFile } from '../query/export-file.js';
import { fileTypes } from '../query/file-types.js';
import type { SourceBuckets } from '../s3/source-buckets.js';
import { type WriteOptions, writeFile } from './write-file.js';

export interface RunExportServices {
  readonly catalog: Pick<Catalog, 'dataSources'>;
  readonly query: ExportServices;
  readonly buckets: SourceBuckets;
}

/** Writes the file of a job, and uploads it if it has to go elsewhere. Returns its size. */
export async function runExport(
  { query, catalog, buckets }: RunExportServices,
  job: ExportJob,
  path: string,
  options: WriteOptions,
): Promise<number> {
  const { environmentId, applicationId, destination } = job;
  const { tier, policyValues, scopes } = job.request.caller;
  const principal = { environmentId, applicationId, tier, policyValues, scopes: new Set(scopes) };
  const input = inputOf(job);
  const { signal } = options;
  const { bytes } = await exportFile(query, { principal, signal }, input);
  const size = await writeFile(bytes, path, options);
  if (destination === null) return size;
  const source = await catalog.dataSources.findById(environmentId, destination.dataSourceId);
  if (source?.type !== 'S3')
    throw conflict('The S3 Data Source that the file was to be written to has been deleted');
  const { mediaType } = fileTypes[input.format];
  await buckets.upload(source.settings, destination.key, path, { mediaType, signal });
  return size;
}

export const inputOf = ({ request }: Pick<ExportJob, 'request'>) => request.input as ExportInput;

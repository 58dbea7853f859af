import { conflict } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
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
  const { environmentId, destination } = job;
  const input = inputOf(job);
  const { signal } = options;
  // It has turns of its own, after which it begins again.
  const { bytes } = await exportFile(query, { principal: creatorOf(job), signal }, input, {
    givesWay: false,
  });
  const size = await writeFile(bytes, path, options);
  if (destination === null) return size;
  const source = await catalog.dataSources.findById(environmentId, destination.dataSourceId);
  if (source?.type !== 'S3')
    throw conflict('The S3 Data Source that the file was to be written to has been deleted');
  const { mediaType } = fileTypes[input.format];
  await buckets.upload(source.settings, destination.key, path, { mediaType, signal });
  return size;
}

/** Who created the job, with the rights that the file has. */
export function creatorOf({ environmentId, applicationId, request }: ExportJob): Principal {
  const { tier, policyValues, scopes } = request.caller;
  return { environmentId, applicationId, tier, policyValues, scopes: new Set(scopes) };
}

export const inputOf = ({ request }: Pick<ExportJob, 'request'>) => request.input as ExportInput;

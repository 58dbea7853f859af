import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { FileStore } from '../base/file-store.js';
import { ExportJobs } from '../export-jobs/export-jobs.js';
import type { SourceBuckets } from '../s3/source-buckets.js';
import type { Queries } from './build-queries.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface BuiltExports {
  readonly exportJobs: ExportJobs;
  /** Where their files are. */
  readonly exportDirectory: string;
}

export function buildExports(
  { config, log }: StageContext,
  { catalog, nodeId }: Stores,
  { query }: Queries,
  { buckets }: { readonly buckets: SourceBuckets },
): BuiltExports {
  const exportDirectory = join(config.dataDirectory, 'exports');
  const files = new FileStore(exportDirectory);
  const exportJobs = new ExportJobs({ catalog, query, buckets, files, clock: systemClock, log, nodeId });
  return { exportJobs, exportDirectory };
}

import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { FileStore } from '../base/file-store.js';
import type { Catalog } from '../catalog/catalog.js';
import type { PreviewedFile } from '../jobs/file-preview.js';
import type { Jobs } from '../jobs/jobs.js';
import { Previews } from '../uploads/previews.js';
import { Uploads } from '../uploads/uploads.js';
import type { StageContext } from './stage-context.js';

export interface BuiltUploads {
  readonly uploads: Uploads;
  readonly previews: Previews<PreviewedFile>;
}

/** Each takes a connection, up to 5 MB of memory and a share of the disk's speed. */
const receivingMax = 16;
const receivingPerApplicationMax = 8;
const openPerApplicationMax = 100;
/** The intake needs half of it to acknowledge events quickly. */
const keptFreeBytes = 512 * 1024 * 1024;
const keptMs = 24 * 3_600_000;

/** Takes up the uploads that an earlier process left. */
export async function buildUploads(
  { config, log }: StageContext,
  catalog: Catalog,
  { jobs, files }: { readonly jobs: Jobs; readonly files: FileStore },
): Promise<BuiltUploads> {
  const limits = {
    fileBytesMax: config.http.loadBytesMax,
    idleMsMax: config.http.requestTimeoutMs,
    receivingMax,
    receivingPerApplicationMax,
    openPerApplicationMax,
    keptFreeBytes,
    keptMs,
  };
  const uploads = new Uploads({
    directory: join(config.dataDirectory, 'uploads'),
    files,
    clock: systemClock,
    log,
    loads: {
      create: (caller, dataPoolId, file, fileName) => jobs.createLoad(caller, dataPoolId, file, fileName),
      findById: (environmentId, id) => catalog.jobs.findById(environmentId, id),
      findByFile: (environmentId, dataPoolId, storedAs) =>
        catalog.jobs.findByFile(environmentId, dataPoolId, storedAs),
      openFiles: () => catalog.jobs.openFiles(),
    },
    limits,
  });
  const previews = new Previews({
    files,
    limits,
    preview: (caller, file, rowsMax) => jobs.previewFile(caller, file, rowsMax),
  });
  await uploads.open();
  await previews.open();
  return { uploads, previews };
}

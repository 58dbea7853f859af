import { unavailable } from '../base/errors.js';
import type { FileStore } from '../base/file-store.js';
import { newUlid } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import type { StoredFile } from '../catalog/stored-file.js';
import type { UploadType } from './file-type.js';
import { type ArrivingFile, receiveFile } from './receive-file.js';
import type { UploadLimits } from './uploads.js';

export interface PreviewsOptions<Preview> {
  readonly files: FileStore;
  readonly limits: Pick<UploadLimits, 'idleMsMax' | 'keptFreeBytes'>;
  readonly preview: (caller: Principal, file: StoredFile, rowsMax: number) => Promise<Preview>;
}

const previewBytesMax = 2 * 1024 * 1024;
const rowsMax = 20;
const previewsMax = 4;
const namePrefix = 'preview_';
const retryAfterSeconds = 1;

/** Shows what is in the beginning of a file, before the whole is sent. */
export class Previews<Preview> {
  readonly #options: PreviewsOptions<Preview>;
  #running = 0;

  constructor(options: PreviewsOptions<Preview>) {
    this.#options = options;
  }

  /** Deletes what an earlier process left. */
  async open(): Promise<void> {
    const { files } = this.#options;
    for (const name of await files.names()) if (name.startsWith(namePrefix)) await files.remove(name);
  }

  async show(caller: Principal, type: UploadType, body: ArrivingFile): Promise<Preview> {
    const { files, limits, preview } = this.#options;
    if (this.#running >= previewsMax)
      throw unavailable(`${previewsMax} files are being previewed, which is the limit`, {
        retryAfterSeconds,
      });
    this.#running += 1;
    const storedAs = namePrefix + newUlid();
    try {
      const signal = new AbortController().signal;
      const file = { path: files.pathOf(storedAs), bytesMax: previewBytesMax, bytesDeclared: undefined };
      await receiveFile(body, { ...limits, ...file, signal });
      return await preview(caller, { storedAs, ...type, bytes: 0 }, rowsMax);
    } finally {
      this.#running -= 1;
      await files.remove(storedAs);
    }
  }
}

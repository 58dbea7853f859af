import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '../base/durable-file.js';
import { WeirError } from '../base/errors.js';
import { freeBytes, isFullDisk } from '../base/free-bytes.js';

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** The space on the disk that is left for others. */
  readonly keptFreeBytes: number;
  readonly onBytes: (bytes: number) => void;
}

const privateMode = 0o600;
const spaceCheckBytes = 16 * 1024 * 1024;

/** Writes a stream to a file that only this user can read, and returns its size once it is on disk. */
export async function writeFile(bytes: Readable, path: string, options: WriteOptions): Promise<number> {
  let written = 0;
  let nextCheck = 0;
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const isFull = written >= nextCheck && freeBytes(dirname(path)) < options.keptFreeBytes;
      if (written >= nextCheck) nextCheck += spaceCheckBytes;
      written += chunk.length;
      options.onBytes(written);
      callback(isFull ? diskFull() : null, chunk);
    },
  });
  try {
    const target = createWriteStream(path, { flags: 'w', mode: privateMode });
    await pipeline(bytes, watched, target, { signal: options.signal });
  } catch (error) {
    throw isFullDisk(error) ? diskFull() : error;
  }
  // A job that has succeeded has its file, also after a power failure.
  await syncFile(path);
  return written;
}

const diskFull = () =>
  new WeirError('CONFLICT', 'The disk does not have enough free space for the file; export less, or to S3');

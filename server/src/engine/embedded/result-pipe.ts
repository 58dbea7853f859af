import { execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A named pipe through which the engine writes a result straight into this process, as fast as it is read. */
export interface ResultPipe {
  readonly path: string;
  readonly bytes: Readable;
  /** The engine writes nothing more. After a complete result, `bytes` ends; after any other, its reader destroys it. */
  end(isComplete: boolean): void;
}

const run = promisify(execFile);
const openFile = promisify(open);
const { O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/**
 * The pipe is also open for writing here, so that it ends when `end` is called, and not when the engine closes it: only its
 * answer tells whether everything was written.
 *
 * When its reader leaves, what the engine still writes is read here and dropped, until the engine has been stopped: it would
 * count a broken pipe as a write that failed, and it notices a kill only while it can write.
 *
 * The pipe has a directory of its own, so that an engine that opens it late creates no file in its place.
 */
export async function openResultPipe(directory: string, name: string): Promise<ResultPipe> {
  const folder = join(directory, name);
  await mkdir(folder, { mode: 0o700 });
  const path = join(folder, 'result');
  // Node cannot create one.
  await run('mkfifo', ['-m', '600', path]);
  const held = await openFile(path, O_RDWR | O_NONBLOCK);
  const bytes = new Socket({
    fd: await openFile(path, O_RDONLY | O_NONBLOCK),
    readable: true,
    writable: false,
  });
  let isHeld = true;
  let isAnswered = false;
  let drain: Socket | undefined;
  const closeHeld = () => {
    if (drain) drain.destroy();
    else if (isHeld) close(held);
    isHeld = false;
  };
  // Renamed first: an engine that opened the pipe when nobody holds it would wait for a reader forever.
  const remove = async () => {
    const removed = `${folder}.removed`;
    await rename(folder, removed).finally(closeHeld);
    await rm(removed, { recursive: true, force: true });
  };
  const end = (isComplete: boolean) => {
    isAnswered = true;
    if (drain) remove().catch(() => undefined);
    else if (isComplete) closeHeld();
  };
  bytes.once('close', () => {
    if (isAnswered) return remove().catch(() => undefined);
    drain = new Socket({ fd: held, readable: true, writable: false });
    return drain
      .on('error', () => undefined)
      .resume()
      .unref();
  });
  return { path, bytes, end };
}

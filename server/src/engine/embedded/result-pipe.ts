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
  /** Ends `bytes` after everything that was written. */
  end(): void;
}

const run = promisify(execFile);
const openFile = promisify(open);
const { O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/**
 * The pipe is also open for writing here, so that it ends when `end` is called, and not when the engine closes it: only its
 * answer tells whether everything was written. This end must be closed with the other, or the engine would wait forever.
 *
 * It has a directory of its own. An engine that opens the pipe after its reader has left would wait for another reader forever,
 * which no kill ends, and would create a file where the pipe was removed. Without the directory, opening it fails.
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
  const end = () => {
    if (isHeld) close(held);
    isHeld = false;
  };
  const remove = async () => {
    const removed = `${folder}.removed`;
    await rename(folder, removed).finally(end);
    await rm(removed, { recursive: true, force: true });
  };
  bytes.once('close', () => remove().catch(() => undefined));
  return { path, bytes, end };
}

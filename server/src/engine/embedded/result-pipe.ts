import { execFile } from 'node:child_process';
import { close, constants, open, rm } from 'node:fs';
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
 */
export async function openResultPipe(directory: string, name: string): Promise<ResultPipe> {
  const path = join(directory, name);
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
  bytes.once('close', () => {
    end();
    rm(path, { force: true }, () => undefined);
  });
  return { path, bytes, end };
}

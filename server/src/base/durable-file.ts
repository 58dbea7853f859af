import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const privateFileMode = 0o600;

/** The text of a small file, which the first call makes and has on disk before it returns. */
export function readOrCreate(path: string, create: () => string): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const text = create();
  writeDurably(path, text);
  return text;
}

/** Replaces a file. It is on disk when this returns; a power failure before leaves what was there. */
export function writeDurably(path: string, text: string): void {
  const next = `${path}.new`;
  writeFileSync(next, text, { mode: privateFileMode, flush: true });
  renameSync(next, path);
  syncDirectory(dirname(path));
}

/** The names of files are on disk when their directory is. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Resolves when a file that was written and its name are on disk. */
export async function syncFile(path: string): Promise<void> {
  for (const each of [path, dirname(path)]) {
    const handle = await open(each, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

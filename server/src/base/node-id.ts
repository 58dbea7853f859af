import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const privateFileMode = 0o600;

/** An ID for this node, stored in its data directory. Call only while holding the directory's lock. */
export function readNodeId(directory: string): string {
  const file = join(directory, 'node-id');
  try {
    const id = readFileSync(file, 'utf8').trim();
    if (id !== '') return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = randomUUID();
  writeFileSync(file, id, { mode: privateFileMode });
  return id;
}

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './durable-file.js';

/** Moves a file or a folder that cannot be read to another folder of the same disk, where a person can look at it. */
export function setAside(path: string, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  renameSync(path, join(folder, `${name}.${Date.now()}`));
  syncDirectory(folder);
}

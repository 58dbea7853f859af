import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { StartProblem } from './start-problem.js';

/**
 * A data directory has one owner. The lock is SQLite's own file lock, held by an open transaction: the operating system
 * releases it when the process ends, even by a crash, so it is never stale.
 */
export interface DirectoryLock {
  release(): void;
}

export class DirectoryLocked extends StartProblem {}

const privateDirectoryMode = 0o700;

export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
  const ownerFile = join(directory, 'owner');
  const database = new Database(join(directory, 'lock'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new DirectoryLocked(
      `The data directory ${directory} is in use by another running Weir${ownerOf(ownerFile)}; stop it, or set WEIR_DATA_DIR to another directory`,
    );
  }
  writeFileSync(ownerFile, String(process.pid));
  return { release: () => database.close() };
}

/** Only for the error message: the lock itself does not depend on it. */
function ownerOf(ownerFile: string): string {
  try {
    return ` (process ${readFileSync(ownerFile, 'utf8')})`;
  } catch {
    return '';
  }
}

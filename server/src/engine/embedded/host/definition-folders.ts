import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../../../base/durable-file.js';

/**
 * The folders with the definitions of databases and tables. The engine syncs each definition, but not the folder that has its
 * name, so a power failure could undo a statement that has succeeded: a table would be missing of which the catalog knows.
 */
export class DefinitionFolders {
  readonly #root: string;
  /** When each folder changed last, as far as that is on disk. */
  readonly #synced = new Map<string, number>();

  constructor(enginePath: string) {
    this.#root = join(enginePath, 'metadata');
  }

  /** Returns when all definitions are on disk. */
  sync(): void {
    for (const folder of this.#folders()) {
      const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
      if (mtimeMs === 0 || this.#synced.get(folder) === mtimeMs) continue;
      syncDirectory(folder);
      this.#synced.set(folder, mtimeMs);
    }
  }

  /** A database is a file, and a link to the folder of its tables. There is nothing before the first one. */
  #folders(): string[] {
    if (!existsSync(this.#root)) return [];
    const databases = readdirSync(this.#root).filter((name) => !name.endsWith('.sql'));
    return [this.#root, ...databases.map((name) => join(this.#root, name))];
  }
}

import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newUlid } from './ids.js';

const privateMode = 0o700;
const namePattern = /^[A-Za-z0-9_-]+$/;

/** Files that wait to be loaded, in a folder of the data directory. */
export class FileStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: privateMode });
  }

  newName(): string {
    return newUlid();
  }

  pathOf(name: string): string {
    if (!namePattern.test(name)) throw new Error(`"${name}" is not the name of a stored file`);
    return join(this.#directory, name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async names(): Promise<readonly string[]> {
    return await readdir(this.#directory);
  }
}

import { join } from 'node:path';
import { type FileSystem, type MountedDisk, makeFileSystem, mountImage } from './disk-image.js';
import { MemoryDisk } from './memory-disk.js';

/**
 * A disk with a file system of its own that fails: its blocks are a file in memory that has holes, and while there is no memory for
 * them, every write to a block that was never written before is an input/output error, as if the device had failed.
 */
export class FailingDisk {
  readonly #fileSystem: FileSystem;
  readonly #memory: MemoryDisk;
  readonly #file: string;
  #mounted: MountedDisk;

  constructor(fileSystem: FileSystem, bytes: number) {
    this.#fileSystem = fileSystem;
    this.#memory = new MemoryDisk(2 * bytes);
    this.#file = join(this.#memory.path, 'disk.img');
    makeFileSystem(fileSystem, this.#file, bytes);
    this.#mounted = this.#mount();
  }

  get path(): string {
    return this.#mounted.path;
  }

  fail(): void {
    this.#memory.fill(0);
  }

  /** The device works again. The file system is mounted again, because it may have given up. */
  async repair(): Promise<void> {
    this.#memory.free();
    await this.#mounted.unmount();
    this.#mounted = this.#mount();
  }

  async remove(): Promise<void> {
    await this.#mounted.unmount();
    this.#memory.remove();
  }

  #mount(): MountedDisk {
    return mountImage(this.#fileSystem, this.#file, join(this.#memory.path, 'disk'));
  }
}

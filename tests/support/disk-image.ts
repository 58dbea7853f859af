import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadSectors } from './bad-sectors.js';

/**
 * A disk in a file, with a file system of its own. `cut` is a power cut: a copy, taken in one step, of what the disk has
 * received at that moment. What is only in memory is not in it. The copies share their blocks on a btrfs, which alone can
 * clone a file that is in use, and they are mounted beside the original, which goes on.
 */
export type FileSystem = 'ext4' | 'xfs';

const imageBytes = 2 * 1024 ** 3;
const storeBytes = 16 * 1024 ** 3;
const unmountMsMax = 30_000;

const makeOptions: Record<FileSystem | 'btrfs', readonly string[]> = {
  btrfs: ['-q'],
  ext4: ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0'],
  xfs: ['-q', '-f'],
};
/** A copy of an xfs has the same UUID as the original. */
const mountOptions: Record<FileSystem, string> = { ext4: 'loop', xfs: 'loop,nouuid' };

/** The file systems of this kernel. */
export const fileSystems = (['ext4', 'xfs'] as const).filter((name) =>
  new RegExp(`\\b${name}$`, 'm').test(readFileSync('/proc/filesystems', 'utf8')),
);

export interface MountedDisk {
  readonly path: string;
  /** Waits for the processes that still use it. */
  unmount(): Promise<void>;
}

export class DiskImage {
  readonly badSectors: BadSectors;
  readonly #fileSystem: FileSystem;
  readonly #directory: string;
  readonly #store: MountedDisk;
  readonly #file: string;
  readonly #mounted = new Set<string>();
  #copies = 0;

  constructor(fileSystem: FileSystem, bytes = imageBytes) {
    if (process.getuid?.() !== 0) throw new Error('This test mounts disks of its own: run it as root');
    this.#fileSystem = fileSystem;
    this.#directory = mkdtempSync(join(process.env['WEIR_TEST_DISK_DIRECTORY'] ?? tmpdir(), 'weir-disk-'));
    const store = join(this.#directory, 'store.img');
    makeFileSystem('btrfs', store, storeBytes);
    this.#store = mountFile(store, join(this.#directory, 'store'), 'loop,noatime');
    this.#file = join(this.#store.path, 'disk.img');
    makeFileSystem(fileSystem, this.#file, bytes);
    this.badSectors = new BadSectors({ store, image: this.#file });
  }

  mount(): MountedDisk {
    return this.#mount(this.#file, 'disk');
  }

  /** The disk as it is at this moment, mounted. */
  cut(): MountedDisk {
    this.#copies += 1;
    const copy = join(this.#store.path, `cut${this.#copies}.img`);
    execFileSync('cp', ['--reflink=always', this.#file, copy]);
    const mounted = this.#mount(copy, `cut${this.#copies}`);
    return {
      path: mounted.path,
      unmount: async () => {
        await mounted.unmount();
        rmSync(copy);
      },
    };
  }

  /** Also unmounts what a failed test has left mounted. */
  async remove(): Promise<void> {
    for (const path of this.#mounted) execFileSync('umount', ['--lazy', path]);
    await this.#store.unmount();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #mount(file: string, name: string): MountedDisk {
    const mounted = mountImage(this.#fileSystem, file, join(this.#directory, name));
    this.#mounted.add(mounted.path);
    return {
      path: mounted.path,
      unmount: async () => {
        await mounted.unmount();
        this.#mounted.delete(mounted.path);
      },
    };
  }
}

export function makeFileSystem(fileSystem: keyof typeof makeOptions, file: string, bytes: number): void {
  writeFileSync(file, '');
  truncateSync(file, bytes);
  execFileSync(`mkfs.${fileSystem}`, [...makeOptions[fileSystem], file]);
}

export const mountImage = (fileSystem: FileSystem, file: string, path: string): MountedDisk =>
  mountFile(file, path, mountOptions[fileSystem]);

function mountFile(file: string, path: string, options: string): MountedDisk {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-o', options, file, path]);
  return { path, unmount: () => unmount(path) };
}

/** An engine needs a moment to notice that its service is gone. */
async function unmount(path: string): Promise<void> {
  for (const giveUpAt = performance.now() + unmountMsMax; ; ) {
    try {
      execFileSync('umount', [path], { stdio: 'ignore' });
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

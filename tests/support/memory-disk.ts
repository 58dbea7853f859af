import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { temporaryDirectory } from './engines.js';

/** A disk in memory, of which the size can change at any moment. */
export class MemoryDisk {
  readonly path: string;
  readonly #bytes: number;

  constructor(bytes: number) {
    if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk of its own: run it as root');
    this.#bytes = bytes;
    this.path = temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', this.path]);
  }

  /** Leaves almost nothing, in one step, as another process could. */
  fill(leftBytes: number): void {
    for (;;) {
      const { blocks, bfree, bsize } = statfsSync(this.path);
      try {
        this.#resize((blocks - bfree) * bsize + leftBytes);
        return;
      } catch {
        // More than that was used meanwhile.
      }
    }
  }

  /** All of its space is back. */
  free(): void {
    this.#resize(this.#bytes);
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }

  #resize(bytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${bytes}`, this.path], { stdio: 'ignore' });
  }
}

import { statfsSync } from 'node:fs';

/** The free space of the disk that a directory is on; 0 when it is unknown. */
export function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

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

/** Whether a write failed because the disk, or the user's share of it, is full. */
export const isFullDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

import type { Job, SyncWork } from '../../catalog/job.js';
import type { SyncedFile } from '../../catalog/synced-file.js';

/** A sync is a job, seen by what it has loaded. */
export type ShownSync = Job<SyncWork>;

/** What users need to know of a file's status. */
export const shownFileStatus = {
  PUBLISHING: 'LOADING',
  LOADED: 'LOADED',
  REPLACING: 'REPLACED',
  REPLACED: 'REPLACED',
  FAILED: 'FAILED',
} as const satisfies Readonly<Record<SyncedFile['status'], string>>;

export const shownSyncStatus = {
  CREATED: 'SYNCING',
  IN_PROGRESS: 'SYNCING',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
} as const satisfies Readonly<Record<Job['status'], string>>;

import type { SyncedFileRow } from './tables.js';

/**
 * How far a file is. PUBLISHING: its records may be visible or not. LOADED: they are. REPLACING: a newer version is loaded
 * too, and the records of this one are being deleted. REPLACED: they are gone. FAILED: it has none.
 */
export type SyncedFileStatus = 'PUBLISHING' | 'LOADED' | 'REPLACING' | 'REPLACED' | 'FAILED';

/** One version of a file, and what a sync made of it. */
export interface SyncedFile {
  readonly id: string;
  readonly dataPoolId: string;
  readonly syncId: string;
  /** The part of the row IDs that all its records share. */
  readonly requestId: string;
  readonly path: string;
  readonly etag: string;
  readonly sizeBytes: number;
  readonly status: SyncedFileStatus;
  readonly recordCount: number | null;
  readonly error: string | null;
  readonly endedAt: number;
}

export function toSyncedFile(row: SyncedFileRow): SyncedFile {
  return {
    id: row.id,
    dataPoolId: row.data_pool_id,
    syncId: row.sync_id,
    requestId: row.request_id,
    path: row.path,
    etag: row.etag,
    sizeBytes: Number(row.size_bytes),
    status: row.status as SyncedFileStatus,
    recordCount: row.record_count === null ? null : Number(row.record_count),
    error: row.error,
    endedAt: row.ended_at,
  };
}

import type { ErrorCode } from '../base/errors.js';
import { auditOf } from './audit.js';
import type { Column } from './column.js';
import type { Audit } from './definitions.js';
import type { FilterDefinition } from './filter.js';
import type { QuarantineFilter } from './quarantine-filter.js';
import type { StoredFile } from './stored-file.js';
import type { JobRow } from './tables.js';

export type JobStatus = 'CREATED' | 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED';

/** The records that a job works on. */
export interface RecordChoice {
  readonly filterSql: string | null;
  readonly filters: readonly FilterDefinition[];
}

export interface SetColumn {
  readonly column: string;
  readonly expression: string;
}

/** How a rebuilt table is sorted and partitioned; null to keep it. */
export interface TableKeys {
  readonly orderBy: readonly string[] | null;
  readonly partitionBy: readonly string[] | null;
}

/** What a job does. */
export type JobWork =
  | (RecordChoice & { readonly kind: 'DELETION' })
  | (RecordChoice & { readonly kind: 'UPDATE'; readonly set: readonly SetColumn[] })
  | { readonly kind: 'ADD_COLUMN'; readonly column: Column & { readonly jsonProperty: string } }
  | ({ readonly kind: 'REBUILD' } & TableKeys)
  | ReplayWork
  | LoadWork
  | SyncWork
  | { readonly kind: 'BUILD_BOOSTER' | 'DROP_BOOSTER'; readonly boosterId: string };

/** The events in quarantine, or those that are stored as records. */
export type ReplaySource = 'QUARANTINE' | 'RECORDS';

/** Stores events again that were received earlier. */
export interface ReplayWork {
  readonly kind: 'REPLAY';
  readonly source: ReplaySource;
  /** Whose events. */
  readonly dataSourceId: string;
  /** The Data Pool of that Data Source. */
  readonly sourceDataPoolId: string;
  readonly filter: QuarantineFilter;
  /** Only counts. */
  readonly isDryRun: boolean;
}

/** Adds the rows of a file. */
export interface LoadWork {
  readonly kind: 'LOAD';
  readonly file: StoredFile;
  /** What its sender calls it. */
  readonly fileName: string | null;
  /** The tenant that sent it. Not in the jobs of earlier versions. */
  readonly tenant?: string;
}

/** Loads the files of a Data Pool's table in object storage that are new or have changed. */
export interface SyncWork {
  readonly kind: 'SYNC';
  /** Loads all files, also those that are loaded already. */
  readonly isResync: boolean;
}

/** Counts of records that a job has processed. */
export interface JobTally {
  /** Deleted, changed, filled with a value, copied into a rebuilt table, stored again, or loaded. */
  readonly affected: number;
  /** Left null because their event has no value; only for an added column. */
  readonly empty?: number;
  /** Left null because of a type mismatch; only for an added column. */
  readonly misfitting?: number;
  /** Loaded; only for a sync. */
  readonly files?: number;
  /** That could not be loaded; only for a sync. */
  readonly failedFiles?: number;
  /** The size of the loaded files; only for a sync. */
  readonly bytes?: number;
  /** Events that cannot be stored; only for a replay. */
  readonly rejected?: number;
  /** Why not, most frequent first; only for a replay. */
  readonly rejections?: readonly Rejection[];
  /** The columns of a loaded file that the Data Pool does not have. */
  readonly ignoredColumns?: readonly string[];
}

/** Events that cannot be stored for the same reason. */
export interface Rejection {
  /** Null if the event itself is wrong. */
  readonly column: string | null;
  readonly reason: string;
  /** Of one of them. */
  readonly message: string;
  readonly events: number;
}

export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface Job<Work extends JobWork = JobWork> extends Audit {
  readonly id: string;
  readonly environmentId: string;
  readonly dataPoolId: string;
  readonly work: Work;
  readonly status: JobStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly tally: JobTally | null;
  readonly error: JobError | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly cancelRequestedAt: number | null;
}

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    environmentId: row.environment_id,
    dataPoolId: row.data_pool_id,
    work: JSON.parse(row.work) as JobWork,
    status: row.status as JobStatus,
    progress: row.progress,
    tally: row.tally === null ? null : (JSON.parse(row.tally) as JobTally),
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    cancelRequestedAt: row.cancel_requested_at,
    ...auditOf(row),
  };
}

import type { ErrorCode } from '../base/errors.js';
import { auditOf } from './audit.js';
import type { Column } from './column.js';
import type { Audit } from './definitions.js';
import type { FilterDefinition } from './filter.js';
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
  | { readonly kind: 'BUILD_BOOSTER' | 'DROP_BOOSTER'; readonly boosterId: string };

/** Counts of records that a job has processed. */
export interface JobTally {
  /** Deleted, changed, filled with a value, or copied into a rebuilt table. */
  readonly affected: number;
  /** Left null because their event has no value; only for an added column. */
  readonly empty?: number;
  /** Left null because of a type mismatch; only for an added column. */
  readonly misfitting?: number;
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

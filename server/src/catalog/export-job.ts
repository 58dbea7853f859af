import type { Principal } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import type { JobError, JobStatus } from './job.js';
import type { ExportJobRow } from './tables.js';

/** What to export, and with whose rights. Access policies are applied when the job runs. */
export interface ExportOrder {
  /** As the code that runs exports takes it. */
  readonly input: object;
  readonly caller: Pick<Principal, 'tier' | 'policyValues'> & { readonly scopes: readonly Scope[] };
  /** A digest of the access policies with which the file is written. Absent before that, and in jobs of release 0.1.0. */
  readonly rights?: string;
}

/** An object in the bucket of an S3 Data Source. */
export interface ObjectDestination {
  readonly dataSourceId: string;
  readonly key: string;
}

/** A file that is written in the background. */
export interface ExportJob {
  readonly id: string;
  readonly environmentId: string;
  /** Who created it. */
  readonly applicationId: string;
  /** Of the creator's policy values, which decide what the file shows. */
  readonly policyValuesDigest: string;
  readonly request: ExportOrder;
  readonly fileName: string;
  /** Null for the data directory of its node. */
  readonly destination: ObjectDestination | null;
  /** The node that writes it. */
  readonly nodeId: string;
  readonly status: JobStatus;
  /** How much has been written. */
  readonly sizeBytes: number;
  readonly error: JobError | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When the job is deleted, with its file in the data directory; null until it has ended. */
  readonly expiresAt: number | null;
}

export function toExportJob(row: ExportJobRow): ExportJob {
  return {
    id: row.id,
    environmentId: row.environment_id,
    applicationId: row.application_id,
    policyValuesDigest: row.policy_values_digest,
    request: JSON.parse(row.request) as ExportOrder,
    fileName: row.file_name,
    destination: row.destination === null ? null : (JSON.parse(row.destination) as ObjectDestination),
    nodeId: row.node_id,
    status: row.status as JobStatus,
    sizeBytes: row.size_bytes,
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    expiresAt: row.expires_at,
  };
}

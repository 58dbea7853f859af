import { auditOf } from './audit.js';
import type { Resource } from './definitions.js';
import type { MaterializedViewRow } from './tables.js';

export type MaterializedViewStatus = 'BACKFILLING' | 'LIVE' | 'FAILED';

/** A statement over one Data Pool whose results are added to another one. */
export interface MaterializedView extends Resource {
  readonly sourceDataPoolId: string;
  readonly destinationDataPoolId: string;
  readonly sql: string;
  /** The dialect in which the statement was read when the view was created. */
  readonly dialect: 'POSTGRESQL' | 'COLUMNSTORE';
  /** The source's columns when the view was created: `*` does not grow with the source. */
  readonly sourceColumns: readonly string[];
  readonly status: MaterializedViewStatus;
  readonly statusReason: string | null;
  /** How much of the history has been read, 0 to 1. */
  readonly progress: number;
}

/**
 * The rows of the source that one step reads. The engine numbers the blocks of a table in the order of their commits.
 * History is everything up to a block, in slices by a hash of the rows' IDs, which do not depend on how the engine
 * merges parts.
 */
export type ViewRange =
  | {
      readonly kind: 'HISTORY';
      readonly until: number;
      /** Null for all partitions. */
      readonly partitionId: string | null;
      readonly slice: number;
      readonly slices: number;
    }
  | { readonly kind: 'LIVE'; readonly after: number; readonly until: number };

/** The slices of one partition of the history. */
export interface HistoryPart {
  readonly partitionId: string | null;
  readonly rows: number;
  readonly slices: number;
}

export interface ViewHistory {
  readonly until: number;
  readonly parts: readonly HistoryPart[];
  /** The next slice: its part, and its index in it. */
  readonly part: number;
  readonly slice: number;
}

/** A step that has started and may be stored completely, in some partitions of the destination, or not at all. */
export interface PendingStep {
  readonly range: ViewRange;
  /** The highest block of each partition of the destination before the step, where row IDs cannot tell what is stored. */
  readonly blocks: Readonly<Record<string, number>> | null;
}

/** How far a view has read its source. */
export interface ViewState {
  /** The number of the next step. Numbers are never used again, and rows of the destination are identified by them. */
  readonly step: number;
  /** Whether to remove the view's rows and to read the whole source again. */
  readonly restarts: boolean;
  /** Null once the history has been read. */
  readonly history: ViewHistory | null;
  /** The last block that live steps have read. */
  readonly after: number;
  readonly pending: PendingStep | null;
  /** Set before a rebuild exchanges the source's table: the table that will replace it, and the last block of it to skip. */
  readonly moved?: { readonly table: string; readonly after: number } | null;
}

export function toMaterializedView(row: MaterializedViewRow): MaterializedView {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    sourceDataPoolId: row.source_data_pool_id,
    destinationDataPoolId: row.destination_data_pool_id,
    sql: row.sql,
    dialect: row.dialect as MaterializedView['dialect'],
    sourceColumns: JSON.parse(row.source_columns) as string[],
    status: row.status as MaterializedViewStatus,
    statusReason: row.status_reason,
    progress: row.progress,
    ...auditOf(row),
  };
}

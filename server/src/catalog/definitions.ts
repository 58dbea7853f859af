import type { Scope } from '../base/scope.js';
import type { Tier } from '../base/tier.js';
import type { WeekStart } from '../base/week-start.js';
import type { Column } from './column.js';
import type { DataSourceSettings, DataSourceType } from './data-source-kinds.js';
import type { FilterDefinition } from './filter.js';
import type { MetricFormat } from './metric-format.js';
import type { MetricAggregation } from './metric-kinds.js';
import type { TableSettings } from './table-settings.js';

/** Who created a resource and who changed it last, and when (milliseconds since 1970 UTC). */
export interface Audit {
  readonly createdAt: number;
  readonly createdBy: string;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
}

interface Named extends Audit {
  readonly id: string;
  readonly uniqueName: string;
  readonly description: string | null;
}

export interface Environment extends Named {
  /** The day on which weeks start, unless a query says otherwise. */
  readonly weekStart: WeekStart;
}

export interface Resource extends Named {
  readonly environmentId: string;
}

export interface Application extends Resource {
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
}

export type DataSourceStatus = 'CREATED' | 'CONNECTING' | 'CONNECTED' | 'BROKEN' | 'DELETING';

export interface DataSourceOf<T extends DataSourceType> extends Resource {
  readonly type: T;
  readonly status: DataSourceStatus;
  readonly statusReason: string | null;
  readonly settings: DataSourceSettings[T];
}

export type DataSource = { [T in DataSourceType]: DataSourceOf<T> }[DataSourceType];

export type WebhookDataSource = DataSourceOf<'WEBHOOK'>;
export type S3DataSource = DataSourceOf<'S3'>;

export type DataPoolStatus = 'CREATED' | 'PENDING' | 'LIVE' | 'SETUP_FAILED' | 'DELETING';

export interface DataPool extends Resource {
  readonly dataSourceId: string;
  readonly status: DataPoolStatus;
  readonly statusReason: string | null;
  /** The default timestamp column. */
  readonly timestamp: string;
  readonly uniqueId: string | null;
  /** The service's columns first, then the user's, in the order of their definition. */
  readonly columns: readonly Column[];
  readonly tableSettings: TableSettings;
  /**
   * Whether the table's sort key is `orderBy` followed by the row's id. Not in tables that merge rows with the same key, nor in
   * those that 0.1 created.
   */
  readonly rowIdInSortKey: boolean;
  readonly accessControlEnabled: boolean;
  readonly dataRetentionInDays: number | null;
}

/** What a table is created from. */
export type TableShape = Pick<
  DataPool,
  | 'id'
  | 'environmentId'
  | 'columns'
  | 'timestamp'
  | 'tableSettings'
  | 'rowIdInSortKey'
  | 'dataRetentionInDays'
>;

export interface Metric extends Resource {
  readonly dataPoolId: string;
  readonly aggregation: MetricAggregation;
  /** Columns to break this Metric down by. */
  readonly dimensions: readonly string[];
  /** The timestamp column of this Metric; null for the Data Pool's default. */
  readonly timestamp: string | null;
  readonly filterSql: string | null;
  readonly filters: readonly FilterDefinition[];
  /** Null if nobody has said how its values are shown. */
  readonly format: MetricFormat | null;
}

/** The rows and columns of a Data Pool that the assigned Applications may read. */
export interface AccessPolicy extends Resource {
  readonly dataPoolId: string;
  /** The readable columns; only `allColumns` for all of them, including columns added later. */
  readonly columns: readonly string[];
  /** Condition for the readable rows; null for all. `${{ name }}` in it is filled from the token. */
  readonly filterSql: string | null;
  readonly filters: readonly FilterDefinition[];
}

export const allColumns = '*';

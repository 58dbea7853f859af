import type { Tier } from '../base/tier.js';
import type { BoosterUse } from './fitting-booster.js';

export type QueryType =
  | 'METRIC'
  | 'STATS'
  | 'REPORT'
  | 'RECORDS'
  | 'RECORDS_BY_UNIQUE_ID'
  | 'SQL'
  | 'TOP_VALUES';
export type QuerySubtype = 'COUNTER' | 'TIME_SERIES' | 'LEADERBOARD';
export type QueryStatus = 'COMPLETED' | 'ERROR' | 'TIMED_OUT';

/** Statistics and metadata of an executed query, as in the specification. */
export interface QueryInfo {
  readonly id: string;
  readonly environmentId: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
  readonly bytesProcessed: string;
  readonly durationInMilliseconds: number;
  readonly recordsProcessed: string;
  readonly resultingBytes: number;
  readonly resultingRecords: number;
  readonly tier: Tier;
  readonly status: QueryStatus;
  readonly type: QueryType;
  readonly subtype: QuerySubtype | null;
  readonly sql: string;
  /** Null for queries that boosters cannot answer. */
  readonly booster: BoosterUse | null;
  /** Distinguishes the tokens of one Application that may read different records; never shown. */
  readonly reader: string;
}

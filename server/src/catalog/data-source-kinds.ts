import type { CatalogWriter } from './catalog-database.js';
import type { S3SourceSettings } from './s3-source.js';
import { claimWebhookKey, type WebhookSourceSettings } from './webhook-source.js';

/** Settings specific to each kind of Data Source, stored as JSON. */
export interface DataSourceSettings {
  readonly WEBHOOK: WebhookSourceSettings;
  /** The Data Source of a Data Pool that was created for a materialized view. */
  readonly MATERIALIZED_VIEW: Readonly<Record<never, never>>;
  readonly S3: S3SourceSettings;
}

export type DataSourceType = keyof DataSourceSettings;

/** Kinds with one Data Pool, which is created with them. Other kinds have any number, which are created separately. */
export const hasOwnDataPool = {
  WEBHOOK: true,
  MATERIALIZED_VIEW: true,
  S3: false,
} as const satisfies Readonly<Record<DataSourceType, boolean>>;

/** The kinds with a Data Pool of their own, or those without. */
export type DataSourceTypeBy<Own extends boolean> = {
  [T in DataSourceType]: (typeof hasOwnDataPool)[T] extends Own ? T : never;
}[DataSourceType];

/** Runs in the transaction that creates a Data Source, by kind. */
export const dataSourceClaims: {
  readonly [T in DataSourceType]: (
    trx: CatalogWriter,
    dataSourceId: string,
    settings: DataSourceSettings[T],
  ) => Promise<void>;
} = {
  WEBHOOK: claimWebhookKey,
  MATERIALIZED_VIEW: async () => undefined,
  S3: async () => undefined,
};

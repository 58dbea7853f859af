import type { CatalogWriter } from './catalog-database.js';
import { claimWebhookKey, type WebhookSourceSettings } from './webhook-source.js';

/** Settings specific to each kind of Data Source, stored as JSON. */
export interface DataSourceSettings {
  readonly WEBHOOK: WebhookSourceSettings;
  /** The Data Source of a Data Pool that was created for a materialized view. */
  readonly MATERIALIZED_VIEW: Readonly<Record<never, never>>;
}

export type DataSourceType = keyof DataSourceSettings;

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
};

import type { CatalogWriter } from './catalog-database.js';
import { claimWebhookKey, type WebhookSourceSettings } from './webhook-source.js';

/** What only Data Sources of one kind have, by kind; stored as JSON. */
export interface DataSourceSettings {
  readonly WEBHOOK: WebhookSourceSettings;
}

export type DataSourceType = keyof DataSourceSettings;

/** What each kind does when a Data Source of it is created, in the transaction that creates it. */
export const dataSourceClaims: {
  readonly [T in DataSourceType]: (
    trx: CatalogWriter,
    dataSourceId: string,
    settings: DataSourceSettings[T],
  ) => Promise<void>;
} = {
  WEBHOOK: claimWebhookKey,
};

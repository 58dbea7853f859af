import { conflict } from '../base/errors.js';
import type { CatalogReader, CatalogWriter } from './catalog-database.js';
import { isUniqueViolation } from './database-errors.js';
import type { WebhookSignature } from './webhook-signature.js';

/** A webhook's basic authentication. The password is stored only as a slow salted hash. */
export interface BasicAuth {
  readonly username: string;
  readonly passwordHash: string;
}

/** What happens to the events of a request when some of them cannot be stored. */
export type ErrorHandling = 'REJECT_BATCH' | 'QUARANTINE';

/** What only a webhook Data Source has. */
export interface WebhookSourceSettings {
  /** The last part of its URL. */
  readonly webhookKey: string;
  readonly basicAuth: BasicAuth | null;
  /** Absent in Data Sources that an earlier version created. */
  readonly signature?: WebhookSignature | null;
  /** Absent: REJECT_BATCH. */
  readonly errorHandling?: ErrorHandling;
}

/** A key is taken permanently, so that a sender with an old key can never reach someone else's Data Pool. */
export async function claimWebhookKey(
  trx: CatalogWriter,
  dataSourceId: string,
  { webhookKey }: WebhookSourceSettings,
): Promise<void> {
  try {
    const claimed = { webhook_key: webhookKey, data_source_id: dataSourceId };
    await trx.insertInto('used_webhook_key').values(claimed).execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'used_webhook_key')) throw error;
    throw conflict('This webhook key has been used before', { cause: error });
  }
}

/** The row of the Data Source with this key, in any Environment: the key itself is the capability. */
export const rowByWebhookKey = (db: CatalogReader, key: string) =>
  db
    .selectFrom('data_source')
    .innerJoin('used_webhook_key', 'used_webhook_key.data_source_id', 'data_source.id')
    .selectAll('data_source')
    .where('webhook_key', '=', key)
    .executeTakeFirst();

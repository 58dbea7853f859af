import { newWebhookKey } from '../base/ids.js';
import type { NewDataSource } from '../catalog/data-sources.js';
import type { WebhookSignature } from '../catalog/webhook-signature.js';
import type { BasicAuth, ErrorHandling } from '../catalog/webhook-source.js';
import { type DataPoolSettings, defineDataPool } from './data-pool-definition.js';

export interface NewWebhookSource {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly basicAuth: BasicAuth | null;
  readonly signature?: WebhookSignature | undefined;
  /** By default REJECT_BATCH. */
  readonly errorHandling?: ErrorHandling | undefined;
  /** Random by default. */
  readonly webhookKey?: string | undefined;
  readonly settings: DataPoolSettings;
}

/** A webhook and the Data Pool that its events fill, checked and with the defaults filled in. */
export function newWebhookSource(input: NewWebhookSource): NewDataSource {
  const { uniqueName, description, basicAuth, signature = null, errorHandling = 'REJECT_BATCH' } = input;
  const { webhookKey = newWebhookKey(), settings } = input;
  return {
    type: 'WEBHOOK',
    uniqueName,
    description,
    settings: { webhookKey, basicAuth, signature, errorHandling },
    dataPool: defineDataPool(settings),
  };
}

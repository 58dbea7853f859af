import type { WebhookDataSource } from '../../../catalog/definitions.js';
import type { ShownConnectionSettings } from '../shown-connection-settings.js';

export interface ShownWebhook extends ShownConnectionSettings {
  readonly dataSource: WebhookDataSource;
}

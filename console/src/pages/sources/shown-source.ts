import type { DataSourcePartsFragment } from '@weir/client';

export type ShownSource = DataSourcePartsFragment;

type Settings = ShownSource['connectionSettings'];

export type ShownWebhookSource = Omit<ShownSource, 'connectionSettings'> & {
  readonly connectionSettings: Extract<Settings, { webhookUrl: string }>;
};

export const isWebhook = (source: ShownSource): source is ShownSource & ShownWebhookSource =>
  source.type === 'WEBHOOK';

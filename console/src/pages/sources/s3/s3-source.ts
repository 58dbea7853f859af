import type { S3FileFormat, SyncInterval } from '@weir/client';
import type { ShownSource } from '../shown-source.js';

export type ShownS3Source = Omit<ShownSource, 'connectionSettings'> & {
  readonly connectionSettings: Extract<ShownSource['connectionSettings'], { bucket: string }>;
};

export const isS3 = (source: ShownSource): source is ShownSource & ShownS3Source => source.type === 'S3';

const formats: Readonly<Record<S3FileFormat, string>> = {
  CSV: 'CSV, with column names in the first line',
  NDJSON: 'NDJSON: one JSON object per line',
  JSON: 'JSON: an array of objects',
  PARQUET: 'Parquet',
};

export const intervalLabels: Readonly<Record<SyncInterval, string>> = {
  EVERY_1_MINUTE: 'every minute',
  EVERY_5_MINUTES: 'every 5 minutes',
  EVERY_15_MINUTES: 'every 15 minutes',
  EVERY_30_MINUTES: 'every 30 minutes',
  EVERY_1_HOUR: 'every hour',
  EVERY_4_HOURS: 'every 4 hours',
  EVERY_12_HOURS: 'every 12 hours',
  EVERY_24_HOURS: 'every 24 hours',
};

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const formatOptions = optionsOf(formats);
export const intervalOptions = optionsOf(intervalLabels);

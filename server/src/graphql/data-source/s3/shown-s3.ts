import type { S3DataSource } from '../../../catalog/definitions.js';
import type { ShownConnectionSettings } from '../shown-connection-settings.js';

export interface ShownS3 extends ShownConnectionSettings {
  readonly dataSource: S3DataSource;
}

import type { DataSourceType } from '../../catalog/data-source-kinds.js';
import type { DataSourceKind } from './kind.js';
import { materializedViewKind } from './materialized-view-kind.js';
import { s3Kind } from './s3/schema.js';
import { webhookKind } from './webhook/schema.js';

/** Every kind of Data Source that can be created. */
export const dataSourceKinds: { readonly [T in DataSourceType]: DataSourceKind } = {
  WEBHOOK: webhookKind,
  MATERIALIZED_VIEW: materializedViewKind,
  S3: s3Kind,
};

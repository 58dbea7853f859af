import type { SealedTexts } from '../base/sealed-texts.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { ExportJobs } from '../export-jobs/export-jobs.js';
import type { Boosters } from '../jobs/boosters.js';
import type { Jobs } from '../jobs/jobs.js';
import type { S3Sources } from '../jobs/s3-sources.js';
import type { Damage } from '../provision/damage.js';
import type { Provision } from '../provision/data-sources.js';
import type { ColumnSize } from '../provision/table-size.js';
import type { Quarantine } from '../quarantine/quarantine.js';
import type { QueryServices } from '../query/operation.js';
import type { QueryHistory } from '../query/query-history.js';
import type { OldParts } from '../query/recent-records.js';
import type { EventReceipts } from '../receipts/event-receipts.js';
import type { Receipts } from '../receipts/receipts.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import type { MaterializedViews } from '../views/materialized-views.js';
import { createApplicationResolvers } from './application/resolvers.js';
import { createBoosterResolvers } from './booster/resolvers.js';
import { createCommonResolvers } from './common/resolvers.js';
import { createDashboardResolvers } from './dashboard/resolvers.js';
import { createDamageResolvers } from './data-pool/damage-resolvers.js';
import { createDataPoolResolvers } from './data-pool/resolvers.js';
import type { DataSourceResolverOptions } from './data-source/resolver-options.js';
import { createDataSourceResolvers } from './data-source/resolvers.js';
import { createEnvironmentResolvers } from './environment/resolvers.js';
import { createExportResolvers } from './export/resolvers.js';
import type { Resolvers } from './generated/resolver-types.js';
import { createJobPreviewResolvers } from './job/preview-resolvers.js';
import { createJobResolvers } from './job/resolvers.js';
import { createMaterializedViewResolvers } from './materialized-view/resolvers.js';
import { createMetricResolvers } from './metric/resolvers.js';
import { createAccessPreviewResolvers } from './policy/preview-resolvers.js';
import { createPolicyResolvers } from './policy/resolvers.js';
import { createQuarantineResolvers } from './quarantine/resolvers.js';
import { createReportResolvers } from './query/report-resolvers.js';
import { createQueryResolvers } from './query/resolvers.js';
import { createStatisticsResolvers } from './query/statistics-resolvers.js';
import { createReceiptResolvers } from './receipt/resolvers.js';
import { createRecordsResolvers } from './records/resolvers.js';
import { createSavedQueryResolvers } from './saved-query/resolvers.js';
import { createShareLinkResolvers } from './share-link/resolvers.js';
import { createSqlResolvers } from './sql/resolvers.js';
import { createSyncResolvers } from './sync/resolvers.js';

export interface ResolverOptions {
  readonly catalog: Catalog;
  readonly provision: Provision;
  readonly parsers: SqlParsers;
  readonly sealedTexts: SealedTexts | undefined;
  readonly publicUrl: () => string;
  readonly intakeTotals: DataSourceResolverOptions['intakeTotals'];
  readonly intakeMinutes: DataSourceResolverOptions['intakeMinutes'];
  readonly recentRefusals: DataSourceResolverOptions['recentRefusals'];
  readonly query: QueryServices;
  readonly history: QueryHistory;
  readonly jobs: Jobs;
  readonly exportJobs: ExportJobs;
  readonly boosters: Boosters;
  readonly s3Sources: S3Sources;
  readonly views: MaterializedViews;
  readonly quarantine: Quarantine;
  readonly receipts: Receipts;
  readonly eventReceipts: EventReceipts;
  readonly oldParts: OldParts | undefined;
  readonly expiredRecords: (dataPool: DataPool) => Promise<string>;
  readonly columnSizes: (dataPool: DataPool) => Promise<ColumnSize[]>;
  readonly damage: Damage;
  readonly tableSize: (
    dataPool: DataPool,
  ) => Promise<{ readonly recordCount: string; readonly sizeInBytes: string }>;
}

export function createResolvers(options: ResolverOptions): Resolvers[] {
  return [
    createCommonResolvers(options.catalog),
    createEnvironmentResolvers(options.catalog),
    createApplicationResolvers(options.catalog),
    createDataSourceResolvers(options),
    createDataPoolResolvers(options),
    createDamageResolvers(options),
    createMetricResolvers(options),
    createBoosterResolvers(options),
    createQueryResolvers(options),
    createPolicyResolvers(options),
    createAccessPreviewResolvers(options),
    createReportResolvers(options),
    createStatisticsResolvers(options),
    createRecordsResolvers(options),
    createSqlResolvers(options),
    createExportResolvers(options),
    createJobResolvers(options),
    createJobPreviewResolvers(options),
    createSyncResolvers(options),
    createMaterializedViewResolvers(options),
    createQuarantineResolvers(options),
    createReceiptResolvers(options),
    createDashboardResolvers(options),
    createShareLinkResolvers(options),
    createSavedQueryResolvers(options),
  ];
}

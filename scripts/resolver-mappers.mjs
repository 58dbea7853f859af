import { metricKinds } from '../server/src/catalog/metric-kinds.ts';

/**
 * The TypeScript type of each GraphQL type in the resolvers, where it differs from the GraphQL type:
 * `Metric: '../../catalog/definitions.js#Metric as MetricRow'`. Paths are relative to the generated file.
 */
const definition = (name) => `../../catalog/definitions.js#${name} as ${name}Definition`;

export const mappers = {
  Error: '../failure.js#AnsweredError',
  Environment: definition('Environment'),
  Application: '../application/shown-application.js#ShownApplication',
  DataSource: definition('DataSource'),
  S3DataSourceColumn: '../../catalog/s3-source.js#S3Column',
  DataPool: definition('DataPool'),
  DataRetention: '../data-pool/retention.js#Retention',
  Metric: definition('Metric'),
  DataPoolAccessPolicy: definition('AccessPolicy'),
  SqlColumnResponse: '../../query/run-sql.js#SqlColumn',
  Booster: '../../catalog/booster.js#Booster as BoosterDefinition',
  SuggestedBooster: '../../query/suggested-boosters.js#SuggestedBooster as BoosterSuggestion',
  Job: '../../catalog/job.js#Job as JobDefinition',
  ...Object.fromEntries(
    [
      'DeletionJob',
      'AddColumnToDataPoolJob',
      'UpdateDataPoolRecordsJob',
      'RebuildDataPoolJob',
      'ReplayJob',
      'LoadJob',
      'SyncJob',
      'BoosterJob',
    ].map((type) => [type, `../job/shown-job.js#Shown${type}`]),
  ),
  ExportJob: '../../catalog/export-job.js#ExportJob as ExportJobDefinition',
  Dashboard: '../../catalog/dashboard.js#Dashboard as DashboardDefinition',
  DashboardTimeRange: '../../catalog/dashboard.js#StoredTimeRange',
  DashboardTile: '../../catalog/dashboard.js#TileDefinition',
  MetricTile: '../../catalog/dashboard.js#MetricContent',
  SqlTile: '../../catalog/dashboard.js#SqlContent',
  ShareLink: '../../catalog/share-link.js#ShareLink as ShareLinkDefinition',
  SavedQuery: '../../catalog/saved-queries.js#SavedQuery as SavedQueryDefinition',
  EventReceipt: '../../receipts/record-state.js#EventReceipt as EventReceiptRow',
  Sync: '../sync/shown-sync.js#ShownSync',
  SyncedFile: '../../catalog/synced-file.js#SyncedFile as SyncedFileEntry',
  S3ConnectionSettings: '../data-source/s3/shown-s3.js#ShownS3',
  Receipt: '../../receipts/receipt.js#Receipt as RequestReceipt',
  MaterializedView: '../../catalog/materialized-view.js#MaterializedView as MaterializedViewDefinition',
  MaterializedViewConnectionSettings: '../data-source/shown-connection-settings.js#ShownConnectionSettings',
  QuarantinedEvent: '../../quarantine/quarantine.js#QuarantinedEvent as QuarantinedEventDefinition',
  QuarantinedEventConnection: '../quarantine/shown-quarantine.js#ShownQuarantine',
  Dimension: '../metric/shown-dimension.js#ShownDimension',
  DimensionStatistics: '../../query/dimension-statistics.js#DimensionStatistics as DimensionStatisticsAnswer',
  ConnectionSettings: '../data-source/shown-connection-settings.js#ShownConnectionSettings',
  WebhookConnectionSettings: '../data-source/webhook/shown-webhook.js#ShownWebhook',
  TableEngine: '../../catalog/table-settings.js#TableEngine as TableEngineDefinition',
  MetricSettings: definition('Metric'),
  ...Object.fromEntries(
    Object.values(metricKinds).map(({ name }) => [`${name}MetricSettings`, definition('Metric')]),
  ),
};

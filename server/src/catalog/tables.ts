/**
 * The rows as both databases return them: JSON as text, times as milliseconds, booleans as 0 and 1. The stores map them
 * to the definitions that the rest of the service uses.
 */
interface AuditColumns {
  created_at: number;
  created_by: string;
  modified_at: number;
  modified_by: string;
}

interface NamedRow extends AuditColumns {
  id: string;
  unique_name: string;
  description: string | null;
}

export interface EnvironmentRow extends NamedRow {
  week_start: string;
}

interface ResourceRow extends NamedRow {
  environment_id: string;
}

export interface ApplicationRow extends ResourceRow {
  scopes: string;
  tier: string;
}

export interface ApplicationSecretRow {
  id: string;
  application_id: string;
  hash: string;
  created_at: number;
}

export interface SigningKeyRow {
  kid: string;
  algorithm: string;
  private_jwk: string;
  public_jwk: string;
  created_at: number;
  retired_at: number | null;
}

export interface DataSourceRow extends ResourceRow {
  type: string;
  status: string;
  status_reason: string | null;
  /** JSON; the content depends on the type. */
  settings: string;
}

export interface DataPoolRow extends ResourceRow {
  data_source_id: string;
  status: string;
  status_reason: string | null;
  timestamp_column: string;
  unique_id_column: string | null;
  columns: string;
  table_settings: string;
  row_id_in_sort_key: number;
  access_control_enabled: number;
  data_retention_in_days: number | null;
}

export interface MetricRow extends ResourceRow {
  data_pool_id: string;
  aggregation: string;
  dimensions: string;
  timestamp_column: string | null;
  filter_sql: string | null;
  filters: string;
  format: string | null;
}

export interface BoosterRow extends AuditColumns {
  id: string;
  environment_id: string;
  data_pool_id: string;
  metric_id: string;
  job_id: string;
  status: string;
  aggregation: string;
  dimensions: string;
  timestamp_column: string;
}

export interface AccessPolicyRow extends ResourceRow {
  data_pool_id: string;
  columns: string;
  filter_sql: string | null;
  filters: string;
}

export interface DashboardRow extends ResourceRow {
  time_range: string | null;
  time_zone: string | null;
  filter_sql: string | null;
  tiles: string;
}

export interface ShareLinkRow {
  id: string;
  environment_id: string;
  dashboard_id: string;
  tile_id: string | null;
  application_id: string;
  description: string | null;
  scopes: string;
  policy_values: string;
  secret_hash: string;
  expires_at: number;
  created_at: number;
  created_by: string;
}

export interface SavedQueryRow extends ResourceRow {
  sql: string;
  dialect: string | null;
}

export interface JobRow extends AuditColumns {
  id: string;
  environment_id: string;
  data_pool_id: string;
  work: string;
  status: string;
  progress: number;
  tally: string | null;
  state: string;
  error: string | null;
  started_at: number | null;
  ended_at: number | null;
  cancel_requested_at: number | null;
  node_id: string | null;
  claim_id: string | null;
  lease_until: number | null;
}

export interface MaterializedViewRow extends ResourceRow {
  source_data_pool_id: string;
  destination_data_pool_id: string;
  sql: string;
  dialect: string;
  source_columns: string;
  status: string;
  status_reason: string | null;
  progress: number;
  state: string;
  generation: number;
}

export interface SyncingRow {
  data_pool_id: string;
  table_name: string;
  interval: string;
  /** 0 or 1. */
  enabled: number;
  next_at: number;
}

export interface SyncedFileRow {
  id: string;
  data_pool_id: string;
  sync_id: string;
  request_id: string;
  path: string;
  etag: string;
  size_bytes: number;
  status: string;
  record_count: number | null;
  error: string | null;
  ended_at: number;
}

export interface ExportJobRow {
  id: string;
  environment_id: string;
  application_id: string;
  policy_values_digest: string;
  request: string;
  file_name: string;
  destination: string | null;
  node_id: string;
  status: string;
  size_bytes: number;
  error: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number | null;
}

export interface IdempotencyKeyRow {
  data_pool_id: string;
  key_digest: string;
  body_digest: string;
  state: string;
  node_id: string;
  claim_id: string;
  claimed_at: number;
  created_at: number;
}

export interface CatalogTables {
  environment: EnvironmentRow;
  application: ApplicationRow;
  application_secret: ApplicationSecretRow;
  revoked_token: { application_id: string; token_digest: string; expires_at: number };
  signing_key: SigningKeyRow;
  service_secret: { name: string; secret: string; created_at: number };
  used_webhook_key: { webhook_key: string; data_source_id: string | null };
  data_source: DataSourceRow;
  data_pool: DataPoolRow;
  metric: MetricRow;
  booster: BoosterRow;
  access_policy: AccessPolicyRow;
  policy_assignment: { policy_id: string; application_id: string };
  dashboard: DashboardRow;
  share_link: ShareLinkRow;
  saved_query: SavedQueryRow;
  job: JobRow;
  materialized_view: MaterializedViewRow;
  syncing: SyncingRow;
  synced_file: SyncedFileRow;
  export_job: ExportJobRow;
  idempotency_key: IdempotencyKeyRow;
  catalog_revision: { id: number; revision: number };
}

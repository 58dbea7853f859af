import type { Clock } from '../base/clock.js';
import { AccessPolicyStore } from './access-policies.js';
import { ApplicationSecretStore } from './application-secrets.js';
import { ApplicationStore } from './applications.js';
import { BoosterStore } from './boosters.js';
import { CachedLookups } from './cached-lookups.js';
import { CatalogDatabase } from './catalog-database.js';
import { DashboardStore } from './dashboards.js';
import { DataPoolStore } from './data-pools.js';
import { DataSourceStore } from './data-sources.js';
import { openDatabase, openExistingDatabase } from './database.js';
import type { DatabaseConfig } from './database-config.js';
import { EnvironmentStore } from './environments.js';
import { ExportJobStore } from './export-jobs.js';
import { IdempotencyKeyStore } from './idempotency-keys.js';
import { JobClaims } from './job-claims.js';
import { JobStore } from './jobs.js';
import { MaterializedViewStore } from './materialized-views.js';
import { MetricStore } from './metrics.js';
import { PolicyAssignmentStore } from './policy-assignments.js';
import { RevisionWatch } from './revision-watch.js';
import { RevokedTokenStore } from './revoked-tokens.js';
import { SavedQueryStore } from './saved-queries.js';
import { ServiceSecretStore } from './service-secrets.js';
import { ShareLinkStore } from './share-links.js';
import { SigningKeyStore } from './signing-keys.js';
import { SyncedFileStore } from './synced-files.js';
import { SyncingStore } from './syncings.js';

export const stalenessMaxMsDefault = 1_000;

export interface CatalogOptions {
  readonly database: DatabaseConfig;
  readonly clock: Clock;
  /** How long `cached` may miss another node's write. This node's own writes are visible immediately. */
  readonly stalenessMaxMs?: number | undefined;
  /** Refuses a catalog that is missing or has another version's schema, instead of creating or upgrading it. */
  readonly mustExist?: boolean | undefined;
}

export interface Catalog {
  readonly environments: EnvironmentStore;
  readonly applications: ApplicationStore;
  readonly applicationSecrets: ApplicationSecretStore;
  readonly revokedTokens: RevokedTokenStore;
  readonly signingKeys: SigningKeyStore;
  readonly serviceSecrets: ServiceSecretStore;
  readonly dataSources: DataSourceStore;
  readonly dataPools: DataPoolStore;
  readonly metrics: MetricStore;
  readonly boosters: BoosterStore;
  readonly accessPolicies: AccessPolicyStore;
  readonly policyAssignments: PolicyAssignmentStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly jobs: JobStore;
  readonly jobClaims: JobClaims;
  readonly materializedViews: MaterializedViewStore;
  readonly syncings: SyncingStore;
  readonly syncedFiles: SyncedFileStore;
  readonly exportJobs: ExportJobStore;
  readonly dashboards: DashboardStore;
  readonly shareLinks: ShareLinkStore;
  readonly savedQueries: SavedQueryStore;
  /** For the paths that every request takes. The stores themselves always query the database. */
  readonly cached: CachedLookups;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export async function openCatalog(options: CatalogOptions): Promise<Catalog> {
  const { clock, stalenessMaxMs = stalenessMaxMsDefault } = options;
  const open = options.mustExist ? openExistingDatabase : openDatabase;
  const db = await open(options.database, clock);
  const database = new CatalogDatabase(db, () => watch.outdated());
  const watch = new RevisionWatch({ readRevision: () => database.revision(), clock, stalenessMaxMs });
  const stores = {
    environments: new EnvironmentStore(database, clock),
    applications: new ApplicationStore(database, clock),
    applicationSecrets: new ApplicationSecretStore(database, clock),
    revokedTokens: new RevokedTokenStore(database, clock),
    signingKeys: new SigningKeyStore(database),
    serviceSecrets: new ServiceSecretStore(database, clock),
    dataSources: new DataSourceStore(database, clock),
    dataPools: new DataPoolStore(database, clock),
    metrics: new MetricStore(database, clock),
    boosters: new BoosterStore(database, clock),
    accessPolicies: new AccessPolicyStore(database, clock),
    policyAssignments: new PolicyAssignmentStore(database),
    idempotencyKeys: new IdempotencyKeyStore(database),
    jobs: new JobStore(database, clock),
    jobClaims: new JobClaims(database, clock),
    materializedViews: new MaterializedViewStore(database, clock),
    syncings: new SyncingStore(database, clock),
    syncedFiles: new SyncedFileStore(database, clock),
    exportJobs: new ExportJobStore(database, clock),
    dashboards: new DashboardStore(database, clock),
    shareLinks: new ShareLinkStore(database, clock),
    savedQueries: new SavedQueryStore(database, clock),
  };
  return {
    ...stores,
    cached: new CachedLookups(stores, watch),
    ping: async () => {
      await database.revision();
    },
    close: () => database.close(),
  };
}

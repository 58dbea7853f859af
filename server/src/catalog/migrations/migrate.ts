import { type Kysely, type Migration, Migrator } from 'kysely';
import { firstSchema } from './0001-first-schema.js';
import { idempotencyKeys } from './0002-idempotency-keys.js';
import { serviceSecrets } from './0003-service-secrets.js';
import { accessPolicies } from './0004-access-policies.js';
import { jobs } from './0005-jobs.js';
import { dataSourceSettings } from './0006-data-source-settings.js';
import { revokedTokens } from './0007-revoked-tokens.js';
import { boosters } from './0008-boosters.js';
import { rowIdInSortKey } from './0009-row-id-in-sort-key.js';
import { materializedViews } from './0010-materialized-views.js';
import { syncs } from './0011-syncs.js';
import { exportJobs } from './0012-export-jobs.js';
import { metricFormat } from './0013-metric-format.js';
import { weekStart } from './0014-week-start.js';
import { dashboards } from './0015-dashboards.js';
import { shareLinks } from './0016-share-links.js';
import { savedQueries } from './0017-saved-queries.js';

/** In order, by name. A released migration never changes. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-schema': firstSchema,
  '0002-idempotency-keys': idempotencyKeys,
  '0003-service-secrets': serviceSecrets,
  '0004-access-policies': accessPolicies,
  '0005-jobs': jobs,
  '0006-data-source-settings': dataSourceSettings,
  '0007-revoked-tokens': revokedTokens,
  '0008-boosters': boosters,
  '0009-row-id-in-sort-key': rowIdInSortKey,
  '0010-materialized-views': materializedViews,
  '0011-syncs': syncs,
  '0012-export-jobs': exportJobs,
  '0013-metric-format': metricFormat,
  '0014-week-start': weekStart,
  '0015-dashboards': dashboards,
  '0016-share-links': shareLinks,
  '0017-saved-queries': savedQueries,
};

const migrationTable = 'weir_migration';
const migrationLockTable = 'weir_migration_lock';

async function unknownMigration(db: Kysely<unknown>): Promise<string | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === migrationTable)) return undefined;
  const rows = await (db as Kysely<{ [migrationTable]: { name: string } }>)
    .selectFrom(migrationTable)
    .select('name')
    .orderBy('name', 'desc')
    .execute();
  return rows.find((row) => !Object.hasOwn(migrations, row.name))?.name;
}

/** Shown to the operator unchanged: nothing is wrong with the database itself. */
export class NewerCatalogError extends Error {
  override readonly name = 'NewerCatalogError';

  constructor(unknown: string) {
    super(
      `This catalog belongs to a newer version of Weir: it has the migration "${unknown}", which this version does not know. Nothing was changed; start the newer version.`,
    );
  }
}

/** For programs that use the catalog beside a running service, whose schema they must not change. */
export class OutdatedCatalogError extends Error {
  override readonly name = 'OutdatedCatalogError';
}

async function refuseNewerCatalog(db: Kysely<unknown>): Promise<void> {
  const unknown = await unknownMigration(db);
  if (unknown !== undefined) throw new NewerCatalogError(unknown);
}

const migratorOf = (db: Kysely<unknown>) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: migrationTable,
    migrationLockTableName: migrationLockTable,
  });

/** Refuses a schema that is missing, older or newer, and changes nothing. */
export async function refuseOtherSchema(db: Kysely<unknown>): Promise<void> {
  await refuseNewerCatalog(db);
  const known = await migratorOf(db).getMigrations();
  if (known.every(({ executedAt }) => executedAt === undefined))
    throw new OutdatedCatalogError(
      'There is no catalog in this database; start Weir once, which creates it.',
    );
  if (known.some(({ executedAt }) => executedAt === undefined))
    throw new OutdatedCatalogError(
      'This catalog belongs to an older version of Weir. Nothing was changed; start this version once, which upgrades it.',
    );
}

/**
 * Brings the schema up to this version. Nodes that start together take turns (an advisory lock on
 * PostgreSQL, the write lock on SQLite) and each migration happens once, in one transaction.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await refuseNewerCatalog(db);
  const { error } = await migratorOf(db).migrateToLatest();
  if (error === undefined) return;
  // A newer node may have migrated between the first check and the lock.
  await refuseNewerCatalog(db);
  throw error;
}

import { existsSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import type { Clock } from '../base/clock.js';
import type { DatabaseConfig } from './database-config.js';
import { isDatabaseLost } from './database-errors.js';
import { migrate, NewerCatalogError, OutdatedCatalogError, refuseOtherSchema } from './migrations/migrate.js';
import { LibsqlDialect } from './sqlite-dialect.js';
import type { CatalogTables } from './tables.js';

/** The reason in one line. Node reports several failed addresses as one AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function operatorError(place: string, error: unknown): Error {
  if (error instanceof NewerCatalogError || error instanceof OutdatedCatalogError) return error;
  const what = isDatabaseLost(error) ? 'Cannot reach' : 'Cannot use';
  return new Error(`${what} the catalog database (${place}): ${reasonOf(error)}`, { cause: error });
}

/** Checks the schema, or changes it, before anything else uses the database. */
type PrepareSchema = (db: Kysely<unknown>) => Promise<void>;

async function openSqlite(
  path: string,
  clock: Clock,
  prepare: PrepareSchema,
): Promise<Kysely<CatalogTables>> {
  const db = new Kysely<CatalogTables>({ dialect: new LibsqlDialect(path, clock) });
  try {
    await prepare(db as Kysely<unknown>);
    return db;
  } catch (error) {
    await db.destroy().catch(() => {});
    throw operatorError(`SQLite file ${path}`, error);
  }
}

async function openPostgres(url: string, prepare: PrepareSchema): Promise<Kysely<CatalogTables>> {
  // Most services have no PostgreSQL, and its client takes time to load.
  const { describePostgres, openPool } = await import('./postgres-pool.js');
  const place = describePostgres(url);
  const preparing = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool(url, 'migrating') }),
  });
  try {
    await prepare(preparing);
  } catch (error) {
    throw operatorError(place, error);
  } finally {
    await preparing.destroy();
  }
  return new Kysely<CatalogTables>({ dialect: new PostgresDialect({ pool: openPool(url, 'serving') }) });
}

/**
 * Opens the catalog's database and brings its schema up to date. Errors are for the operator: one line that says what
 * failed and where, without passwords.
 */
export function openDatabase(config: DatabaseConfig, clock: Clock): Promise<Kysely<CatalogTables>> {
  return config.kind === 'sqlite'
    ? openSqlite(config.path, clock, migrate)
    : openPostgres(config.url, migrate);
}

/** Opens the database of a catalog that exists with this version's schema. Creates and upgrades nothing. */
export async function openExistingDatabase(
  config: DatabaseConfig,
  clock: Clock,
): Promise<Kysely<CatalogTables>> {
  if (config.kind === 'postgres') return await openPostgres(config.url, refuseOtherSchema);
  if (!existsSync(config.path))
    throw new Error(
      `There is no catalog at ${config.path}; set WEIR_DATA_DIR or WEIR_DATABASE_URL as for the service`,
    );
  return await openSqlite(config.path, clock, refuseOtherSchema);
}

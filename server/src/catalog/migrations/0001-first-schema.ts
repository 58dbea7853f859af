import {
  type CreateTableBuilder,
  type Kysely,
  type Migration,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';

type Database = Kysely<unknown>;

/**
 * Identifiers sort by time only when compared byte by byte. PostgreSQL would otherwise use the collation of the database
 * (Danish puts AA after Z). SQLite always compares bytes.
 */
export function idType(db: Database): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
}

function withAudit<T extends string>(table: CreateTableBuilder<T>) {
  return table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_by', 'text', (column) => column.notNull());
}

/** The columns of every resource. */
export function resourceTable(db: Database, name: string) {
  const table = db.schema
    .createTable(name)
    .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
    .addColumn('environment_id', idType(db), (column) => column.notNull().references('environment.id'))
    .addColumn('unique_name', 'text', (column) => column.notNull())
    .addColumn('description', 'text');
  return withAudit(table);
}

/** The names of unique indexes matter: violations are identified by them. */
export async function indexResource(db: Database, name: string): Promise<void> {
  await db.schema
    .createIndex(`${name}_unique_name`)
    .unique()
    .on(name)
    .columns(['environment_id', 'unique_name'])
    .execute();
  await db.schema.createIndex(`${name}_page`).on(name).columns(['environment_id', 'id']).execute();
}

async function createRevision(
  db: Kysely<{ catalog_revision: { id: number; revision: number } }>,
): Promise<void> {
  await db.schema
    .createTable('catalog_revision')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await db.insertInto('catalog_revision').values({ id: 1, revision: 0 }).execute();
}

async function createEnvironment(db: Database): Promise<void> {
  const table = db.schema
    .createTable('environment')
    .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
    .addColumn('unique_name', 'text', (column) => column.notNull())
    .addColumn('description', 'text');
  await withAudit(table).execute();
  await db.schema
    .createIndex('environment_unique_name')
    .unique()
    .on('environment')
    .column('unique_name')
    .execute();
}

async function createApplication(db: Database): Promise<void> {
  await resourceTable(db, 'application')
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .execute();
  await indexResource(db, 'application');
  await db.schema
    .createTable('application_secret')
    .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
    .addColumn('application_id', idType(db), (column) =>
      column.notNull().references('application.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('application_secret_application')
    .on('application_secret')
    .column('application_id')
    .execute();
}

async function createSigningKey(db: Database): Promise<void> {
  await db.schema
    .createTable('signing_key')
    .addColumn('kid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('algorithm', 'text', (column) => column.notNull())
    .addColumn('private_jwk', 'text', (column) => column.notNull())
    .addColumn('public_jwk', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
}

async function createDataSource(db: Database): Promise<void> {
  // Keys outlive their Data Sources, so that an old key can never be reused for another one.
  await db.schema
    .createTable('used_webhook_key')
    .addColumn('webhook_key', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await resourceTable(db, 'data_source')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_reason', 'text')
    .addColumn('webhook_key', 'text', (column) => column.notNull().references('used_webhook_key.webhook_key'))
    .addColumn('basic_auth', 'text')
    .execute();
  await indexResource(db, 'data_source');
  await db.schema
    .createIndex('data_source_webhook_key')
    .unique()
    .on('data_source')
    .column('webhook_key')
    .execute();
}

async function createDataPool(db: Database): Promise<void> {
  await resourceTable(db, 'data_pool')
    .addColumn('data_source_id', idType(db), (column) => column.notNull().references('data_source.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_reason', 'text')
    .addColumn('timestamp_column', 'text', (column) => column.notNull())
    .addColumn('unique_id_column', 'text')
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('table_settings', 'text', (column) => column.notNull())
    .addColumn('access_control_enabled', 'integer', (column) => column.notNull())
    .addColumn('data_retention_in_days', 'integer')
    .execute();
  await indexResource(db, 'data_pool');
  await db.schema.createIndex('data_pool_data_source').on('data_pool').column('data_source_id').execute();
}

async function createMetric(db: Database): Promise<void> {
  await resourceTable(db, 'metric')
    .addColumn('data_pool_id', idType(db), (column) => column.notNull().references('data_pool.id'))
    .addColumn('aggregation', 'text', (column) => column.notNull())
    .addColumn('dimensions', 'text', (column) => column.notNull())
    .addColumn('timestamp_column', 'text')
    .addColumn('filter_sql', 'text')
    .addColumn('filters', 'text', (column) => column.notNull())
    .execute();
  await indexResource(db, 'metric');
  await db.schema.createIndex('metric_data_pool').on('metric').column('data_pool_id').execute();
}

export const firstSchema: Migration = {
  async up(db: Database) {
    await createRevision(db as Parameters<typeof createRevision>[0]);
    await createEnvironment(db);
    await createApplication(db);
    await createSigningKey(db);
    await createDataSource(db);
    await createDataPool(db);
    await createMetric(db);
  },
};

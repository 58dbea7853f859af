import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { idType, indexResource, resourceTable } from './0001-first-schema.js';

interface Before {
  id: string;
  webhook_key: string;
  basic_auth: string | null;
}

type Database = Kysely<{
  data_source: { id: string; settings: string };
  used_webhook_key: { webhook_key: string; data_source_id: string | null };
}>;

const settingsOf = ({ webhook_key, basic_auth }: Before) =>
  JSON.stringify({
    webhookKey: webhook_key,
    basicAuth: basic_auth === null ? null : JSON.parse(basic_auth),
  });

/** PostgreSQL alters the table in place. */
async function alterTable(db: Database, rows: readonly Before[]): Promise<void> {
  await db.schema.alterTable('data_source').addColumn('settings', 'text').execute();
  for (const row of rows) {
    await db
      .updateTable('data_source')
      .set({ settings: settingsOf(row) })
      .where('id', '=', row.id)
      .execute();
  }
  await db.schema
    .alterTable('data_source')
    .alterColumn('settings', (column) => column.setNotNull())
    .dropColumn('webhook_key')
    .dropColumn('basic_auth')
    .execute();
}

/**
 * SQLite cannot drop a column that references another table, so the table is rebuilt. Data Pools reference its rows, so
 * foreign keys are checked only at the end of the transaction.
 */
async function rebuildTable(db: Database, rows: readonly Before[]): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await db.schema.dropTable('data_source').execute();
  await resourceTable(db as Kysely<unknown>, 'data_source')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_reason', 'text')
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await indexResource(db as Kysely<unknown>, 'data_source');
  for (const row of rows) {
    const { webhook_key: _key, basic_auth: _auth, ...kept } = row;
    await db
      .insertInto('data_source')
      .values({ ...kept, settings: settingsOf(row) })
      .execute();
  }
}

/** Moves webhook-specific columns into `settings`, so that other kinds of Data Source fit the same table. */
export const dataSourceSettings: Migration = {
  async up(db: Database) {
    const rows = (await db.selectFrom('data_source').selectAll().execute()) as unknown as Before[];
    await db.schema
      .alterTable('used_webhook_key')
      .addColumn('data_source_id', idType(db as Kysely<unknown>))
      .execute();
    for (const { id, webhook_key } of rows) {
      await db
        .updateTable('used_webhook_key')
        .set({ data_source_id: id })
        .where('webhook_key', '=', webhook_key)
        .execute();
    }
    const alters = db.getExecutor().adapter instanceof PostgresAdapter;
    await (alters ? alterTable(db, rows) : rebuildTable(db, rows));
  },
};

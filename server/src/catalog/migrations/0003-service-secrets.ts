import type { Kysely, Migration } from 'kysely';

/** Secrets of the service itself, such as the key that signs page cursors. */
export const serviceSecrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('service_secret')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

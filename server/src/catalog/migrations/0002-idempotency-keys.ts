import type { Kysely, Migration } from 'kysely';

/** No reference to the Data Pool: keys outlive it harmlessly until they expire. */
export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('data_pool_id', 'text', (column) => column.notNull())
      .addColumn('key_digest', 'text', (column) => column.notNull())
      .addColumn('body_digest', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('node_id', 'text', (column) => column.notNull())
      .addColumn('claim_id', 'text', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_key_pk', ['data_pool_id', 'key_digest'])
      .execute();
    await db.schema
      .createIndex('idempotency_key_created_at')
      .on('idempotency_key')
      .column('created_at')
      .execute();
  },
};

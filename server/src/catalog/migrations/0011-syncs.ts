import type { Kysely, Migration } from 'kysely';
import { idType } from './0001-first-schema.js';

/** How often Data Pools load new files from object storage, and which files they have loaded. */
export const syncs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('syncing')
      .addColumn('data_pool_id', idType(db), (column) =>
        column.primaryKey().notNull().references('data_pool.id').onDelete('cascade'),
      )
      .addColumn('table_name', 'text', (column) => column.notNull())
      .addColumn('interval', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('syncing_due').on('syncing').columns(['enabled', 'next_at']).execute();
    await db.schema
      .createTable('synced_file')
      .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
      .addColumn('data_pool_id', idType(db), (column) =>
        column.notNull().references('data_pool.id').onDelete('cascade'),
      )
      .addColumn('sync_id', idType(db), (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('etag', 'text', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('record_count', 'bigint')
      .addColumn('error', 'text')
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('synced_file_request')
      .unique()
      .on('synced_file')
      .columns(['data_pool_id', 'request_id'])
      .execute();
    await db.schema
      .createIndex('synced_file_path')
      .on('synced_file')
      .columns(['data_pool_id', 'path'])
      .execute();
    await db.schema.createIndex('synced_file_sync').on('synced_file').columns(['sync_id', 'id']).execute();
  },
};

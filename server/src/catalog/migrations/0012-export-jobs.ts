import type { Kysely, Migration } from 'kysely';
import { idType } from './0001-first-schema.js';

/** Exports that are written to files in the background. */
export const exportJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('export_job')
      .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
      .addColumn('environment_id', idType(db), (column) => column.notNull().references('environment.id'))
      .addColumn('application_id', idType(db), (column) =>
        column.notNull().references('application.id').onDelete('cascade'),
      )
      .addColumn('policy_values_digest', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('destination', 'text')
      .addColumn('node_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('export_job_page')
      .on('export_job')
      .columns(['environment_id', 'application_id', 'id'])
      .execute();
    await db.schema
      .createIndex('export_job_node')
      .on('export_job')
      .columns(['node_id', 'status', 'id'])
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { idType } from './0001-first-schema.js';

/** A booster outlives its Metric until its projection is dropped, so it refers to the Metric without a constraint. */
export const boosters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('booster')
      .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
      .addColumn('environment_id', idType(db), (column) => column.notNull().references('environment.id'))
      .addColumn('data_pool_id', idType(db), (column) =>
        column.notNull().references('data_pool.id').onDelete('cascade'),
      )
      .addColumn('metric_id', idType(db), (column) => column.notNull())
      .addColumn('job_id', idType(db), (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('aggregation', 'text', (column) => column.notNull())
      .addColumn('dimensions', 'text', (column) => column.notNull())
      .addColumn('timestamp_column', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_by', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('booster_metric').on('booster').columns(['metric_id', 'id']).execute();
    await db.schema.createIndex('booster_data_pool').on('booster').columns(['data_pool_id', 'id']).execute();
  },
};

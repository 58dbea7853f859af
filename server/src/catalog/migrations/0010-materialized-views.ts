import type { Kysely, Migration } from 'kysely';
import { idType, indexResource, resourceTable } from './0001-first-schema.js';

/** Statements whose results are kept in a Data Pool, and how far each has read its source. */
export const materializedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await resourceTable(db, 'materialized_view')
      .addColumn('source_data_pool_id', idType(db), (column) => column.notNull().references('data_pool.id'))
      .addColumn('destination_data_pool_id', idType(db), (column) =>
        column.notNull().references('data_pool.id'),
      )
      .addColumn('sql', 'text', (column) => column.notNull())
      .addColumn('dialect', 'text', (column) => column.notNull())
      .addColumn('source_columns', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('status_reason', 'text')
      .addColumn('progress', 'double precision', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .execute();
    await indexResource(db, 'materialized_view');
    await db.schema
      .createIndex('materialized_view_source')
      .on('materialized_view')
      .column('source_data_pool_id')
      .execute();
    await db.schema
      .createIndex('materialized_view_destination')
      .unique()
      .on('materialized_view')
      .column('destination_data_pool_id')
      .execute();
  },
};

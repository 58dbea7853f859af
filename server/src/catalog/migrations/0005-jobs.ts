import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Background changes to a Data Pool's records. Deleted with the Data Pool. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    // Identifiers sort by time only when compared byte by byte.
    const idType = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
    await db.schema
      .createTable('job')
      .addColumn('id', idType, (column) => column.primaryKey().notNull())
      .addColumn('environment_id', idType, (column) => column.notNull().references('environment.id'))
      .addColumn('data_pool_id', idType, (column) =>
        column.notNull().references('data_pool.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_by', 'text', (column) => column.notNull())
      .addColumn('work', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('progress', 'double precision', (column) => column.notNull())
      .addColumn('tally', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('started_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('cancel_requested_at', 'bigint')
      .addColumn('node_id', 'text')
      .addColumn('claim_id', 'text')
      .addColumn('lease_until', 'bigint')
      .execute();
    await db.schema.createIndex('job_page').on('job').columns(['environment_id', 'id']).execute();
    await db.schema.createIndex('job_data_pool').on('job').columns(['data_pool_id', 'id']).execute();
    await db.schema.createIndex('job_status').on('job').columns(['status', 'id']).execute();
    // Two nodes that claim jobs of one Data Pool at the same moment cannot both succeed.
    await db.schema
      .createIndex('job_running_data_pool_id')
      .unique()
      .on('job')
      .column('data_pool_id')
      .where(sql.ref('status'), '=', 'IN_PROGRESS')
      .execute();
  },
};

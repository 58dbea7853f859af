import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Which rows and columns of a Data Pool Applications may read, and which Applications. */
export const accessPolicies: Migration = {
  async up(db: Kysely<unknown>) {
    // Identifiers sort by time only when compared byte by byte.
    const idType = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
    await db.schema
      .createTable('access_policy')
      .addColumn('id', idType, (column) => column.primaryKey().notNull())
      .addColumn('environment_id', idType, (column) => column.notNull().references('environment.id'))
      .addColumn('unique_name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_by', 'text', (column) => column.notNull())
      .addColumn('data_pool_id', idType, (column) => column.notNull().references('data_pool.id'))
      .addColumn('columns', 'text', (column) => column.notNull())
      .addColumn('filter_sql', 'text')
      .addColumn('filters', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('access_policy_unique_name')
      .unique()
      .on('access_policy')
      .columns(['environment_id', 'unique_name'])
      .execute();
    await db.schema
      .createIndex('access_policy_page')
      .on('access_policy')
      .columns(['environment_id', 'id'])
      .execute();
    await db.schema
      .createIndex('access_policy_data_pool')
      .on('access_policy')
      .column('data_pool_id')
      .execute();
    await db.schema
      .createTable('policy_assignment')
      .addColumn('policy_id', idType, (column) =>
        column.notNull().references('access_policy.id').onDelete('cascade'),
      )
      .addColumn('application_id', idType, (column) =>
        column.notNull().references('application.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('policy_assignment_pk', ['policy_id', 'application_id'])
      .execute();
    await db.schema
      .createIndex('policy_assignment_application')
      .on('policy_assignment')
      .column('application_id')
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';

/** The tables of existing Data Pools have a sort key without the row's id. */
export const rowIdInSortKey: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('data_pool')
      .addColumn('row_id_in_sort_key', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';

/** Existing Environments keep the weeks that they had: from Monday. */
export const weekStart: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('environment')
      .addColumn('week_start', 'text', (column) => column.notNull().defaultTo('MONDAY'))
      .execute();
  },
};

import type { Kysely, Migration } from 'kysely';
import { indexResource, resourceTable } from './0001-first-schema.js';

/** Saved queries. They do not reference Data Pools: a statement is compiled when it runs. */
export const savedQueries: Migration = {
  async up(db: Kysely<unknown>) {
    await resourceTable(db, 'saved_query')
      .addColumn('sql', 'text', (column) => column.notNull())
      .addColumn('dialect', 'text')
      .execute();
    await indexResource(db, 'saved_query');
  },
};

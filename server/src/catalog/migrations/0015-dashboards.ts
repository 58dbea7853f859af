import type { Kysely, Migration } from 'kysely';
import { indexResource, resourceTable } from './0001-first-schema.js';

/** Dashboards. Tiles do not reference their Metrics: deleting a Metric leaves the tile, which says so. */
export const dashboards: Migration = {
  async up(db: Kysely<unknown>) {
    await resourceTable(db, 'dashboard')
      .addColumn('time_range', 'text')
      .addColumn('time_zone', 'text')
      .addColumn('filter_sql', 'text')
      .addColumn('tiles', 'text', (column) => column.notNull())
      .execute();
    await indexResource(db, 'dashboard');
  },
};

import type { Kysely, Migration } from 'kysely';

/** How the values of a Metric are shown. */
export const metricFormat: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('metric').addColumn('format', 'text').execute();
  },
};

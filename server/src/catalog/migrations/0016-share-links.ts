import type { Kysely, Migration } from 'kysely';
import { newId } from '../../base/ids.js';
import { idType } from './0001-first-schema.js';

/** Links that show a dashboard, or one of its tiles, which get identifiers for that. */
export const shareLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('share_link')
      .addColumn('id', idType(db), (column) => column.primaryKey().notNull())
      .addColumn('environment_id', idType(db), (column) => column.notNull().references('environment.id'))
      .addColumn('dashboard_id', idType(db), (column) =>
        column.notNull().references('dashboard.id').onDelete('cascade'),
      )
      .addColumn('tile_id', 'text')
      .addColumn('application_id', idType(db), (column) =>
        column.notNull().references('application.id').onDelete('cascade'),
      )
      .addColumn('description', 'text')
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('policy_values', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .execute();
    for (const column of ['environment_id', 'dashboard_id', 'application_id'])
      await db.schema.createIndex(`share_link_${column}`).on('share_link').columns([column, 'id']).execute();
    await nameTiles(db as Kysely<{ dashboard: { id: string; tiles: string } }>);
  },
};

async function nameTiles(db: Kysely<{ dashboard: { id: string; tiles: string } }>): Promise<void> {
  for (const { id, tiles } of await db.selectFrom('dashboard').select(['id', 'tiles']).execute()) {
    const named = (JSON.parse(tiles) as object[]).map((tile) => ({ id: newId('tile'), ...tile }));
    await db
      .updateTable('dashboard')
      .set({ tiles: JSON.stringify(named) })
      .where('id', '=', id)
      .execute();
  }
}

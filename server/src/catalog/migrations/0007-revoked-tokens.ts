import type { Kysely, Migration } from 'kysely';
import { idType } from './0001-first-schema.js';

export const revokedTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('revoked_token')
      .addColumn('application_id', idType(db), (column) =>
        column.notNull().references('application.id').onDelete('cascade'),
      )
      .addColumn('token_digest', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('revoked_token_pk', ['application_id', 'token_digest'])
      .execute();
    await db.schema
      .createIndex('revoked_token_expires_at')
      .on('revoked_token')
      .column('expires_at')
      .execute();
  },
};

import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import type { ApplicationSecretRow } from './tables.js';

/** Two, so that a new secret can be rolled out while the old one still works. */
export const secretsPerApplicationMax = 2;

export interface ApplicationSecret {
  readonly id: string;
  readonly applicationId: string;
  /** The secret itself is shown once, when it is created, and not stored. */
  readonly hash: string;
  readonly createdAt: number;
}

function toSecret(row: ApplicationSecretRow): ApplicationSecret {
  return { id: row.id, applicationId: row.application_id, hash: row.hash, createdAt: row.created_at };
}

/** Newest first. */
export async function secretsOf(db: CatalogReader, applicationId: string): Promise<ApplicationSecret[]> {
  const rows = await db
    .selectFrom('application_secret')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toSecret);
}

export async function insertSecret(
  trx: CatalogWriter,
  applicationId: string,
  hash: string,
  now: number,
): Promise<ApplicationSecret> {
  const row = { id: newId('secret'), application_id: applicationId, hash, created_at: now };
  await trx.insertInto('application_secret').values(row).execute();
  return toSecret(row);
}

async function mustHaveApplication(trx: CatalogWriter, environmentId: string, id: string): Promise<void> {
  const row = await trx
    .selectFrom('application')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('Application', id);
}

export class ApplicationSecretStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds a second secret; a third is refused. */
  async create(environmentId: string, applicationId: string, hash: string): Promise<ApplicationSecret> {
    return await this.#database.write(async (trx) => {
      await mustHaveApplication(trx, environmentId, applicationId);
      const existing = await secretsOf(trx, applicationId);
      if (existing.length >= secretsPerApplicationMax) {
        throw conflict(
          `Application ${applicationId} already has ${secretsPerApplicationMax} secrets: delete one first`,
        );
      }
      return await insertSecret(trx, applicationId, hash, this.#clock.now());
    });
  }

  /**
   * Adds a secret and deletes the others in the same transaction, so that a crash cannot leave them valid. With
   * `keepPrevious` the newest of the others stays, so that clients can switch over.
   */
  async rotate(
    environmentId: string,
    applicationId: string,
    hash: string,
    keepPrevious: boolean,
  ): Promise<ApplicationSecret> {
    return await this.#database.write(async (trx) => {
      await mustHaveApplication(trx, environmentId, applicationId);
      const kept = keepPrevious ? secretsPerApplicationMax - 1 : 0;
      const outdated = (await secretsOf(trx, applicationId)).slice(kept);
      for (const secret of outdated) {
        await trx.deleteFrom('application_secret').where('id', '=', secret.id).execute();
      }
      return await insertSecret(trx, applicationId, hash, this.#clock.now());
    });
  }

  async list(environmentId: string, applicationId: string): Promise<readonly ApplicationSecret[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('application_secret')
        .innerJoin('application', 'application.id', 'application_secret.application_id')
        .selectAll('application_secret')
        .where('application.environment_id', '=', environmentId)
        .where('application.id', '=', applicationId)
        .orderBy('application_secret.id', 'desc')
        .execute(),
    );
    return rows.map(toSecret);
  }

  async delete(environmentId: string, applicationId: string, secretId: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await mustHaveApplication(trx, environmentId, applicationId);
      const { numDeletedRows } = await trx
        .deleteFrom('application_secret')
        .where('application_id', '=', applicationId)
        .where('id', '=', secretId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('Application secret', secretId);
    });
  }
}

import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Scope } from '../base/scope.js';
import type { Tier } from '../base/tier.js';
import { type ApplicationSecret, insertSecret, secretsOf } from './application-secrets.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import type { Application } from './definitions.js';
import { mustHaveEnvironment } from './environments.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { stillUsed } from './still-used.js';
import type { ApplicationRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface NewApplication {
  /** Made here unless given. */
  readonly id?: string | undefined;
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | null | undefined;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
  /** Of its first secret, which then exists exactly when the Application does. */
  readonly secretHash?: string | undefined;
}

export interface ApplicationChanges {
  readonly uniqueName?: string | undefined;
  readonly description?: string | null | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly tier?: Tier | undefined;
}

export interface ApplicationWithSecrets {
  readonly application: Application;
  /** Newest first. */
  readonly secrets: readonly ApplicationSecret[];
}

export function toApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    scopes: JSON.parse(row.scopes) as Scope[],
    tier: row.tier as Tier,
    ...auditOf(row),
  };
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('application').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<ApplicationRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Application', id);
  return row;
}

async function refuseWhileAssigned(trx: CatalogWriter, { id, unique_name }: ApplicationRow): Promise<void> {
  const users = await trx
    .selectFrom('policy_assignment')
    .innerJoin('access_policy', 'access_policy.id', 'policy_assignment.policy_id')
    .select(['access_policy.id', 'access_policy.unique_name'])
    .where('policy_assignment.application_id', '=', id)
    .orderBy('access_policy.id')
    .execute();
  const kind = users.length === 1 ? 'access policy' : 'access policies';
  if (users.length > 0) throw stillUsed(`Application "${unique_name}"`, [{ kind, users }]);
}

export class ApplicationStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewApplication, by: string): Promise<Application> {
    const now = this.#clock.now();
    const id = input.id ?? newId('application');
    const row: ApplicationRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      scopes: JSON.stringify(input.scopes),
      tier: input.tier,
      ...createdColumns(now, by),
    };
    await this.#database.write(async (trx) => {
      await mustHaveEnvironment(trx, environmentId);
      await claimUniqueName(
        'Application',
        row.unique_name,
        () => trx.insertInto('application').values(row).execute(),
        id,
      );
      if (input.secretHash !== undefined) await insertSecret(trx, row.id, input.secretHash, now);
    });
    return toApplication(row);
  }

  async findById(environmentId: string, id: string): Promise<Application | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toApplication(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<Application | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toApplication(row);
  }

  /** In any Environment: for authentication, which is how the Environment becomes known. */
  async findWithSecrets(id: string): Promise<ApplicationWithSecrets | undefined> {
    return await this.#database.read(async (db) => {
      const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { application: toApplication(row), secrets: await secretsOf(db, id) };
    });
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<Application>> {
    const page = await this.#database.read((db) =>
      readPage('application', rowsOf(db, environmentId), request),
    );
    return mapPage(page, toApplication);
  }

  async update(
    environmentId: string,
    id: string,
    changes: ApplicationChanges,
    by: string,
  ): Promise<Application> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row: ApplicationRow = {
        ...current,
        unique_name: changes.uniqueName ?? current.unique_name,
        description: changes.description === undefined ? current.description : changes.description,
        scopes: changes.scopes === undefined ? current.scopes : JSON.stringify(changes.scopes),
        tier: changes.tier ?? current.tier,
        ...modifiedColumns(this.#clock.now(), by),
      };
      await claimUniqueName(
        'Application',
        row.unique_name,
        () => trx.updateTable('application').set(row).where('id', '=', id).execute(),
        id,
      );
      return toApplication(row);
    });
  }

  /** Its secrets go with it; with `cascade` its access policies' assignments, which are otherwise a reason to refuse. */
  async delete(
    environmentId: string,
    id: string,
    { cascade }: { readonly cascade: boolean } = { cascade: false },
  ): Promise<void> {
    await this.#database.write(async (trx) => {
      const row = await rowFor(trx, environmentId, id);
      if (!cascade) await refuseWhileAssigned(trx, row);
      await trx.deleteFrom('application').where('id', '=', id).execute();
    });
  }
}

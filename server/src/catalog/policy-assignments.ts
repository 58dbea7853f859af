import { notFound } from '../base/errors.js';
import { toApplication } from './applications.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import type { Application } from './definitions.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';

/** Assignments of access policies to Applications. Assigning twice, or unassigning what is not assigned, has no effect. */
export class PolicyAssignmentStore {
  readonly #database: CatalogDatabase;

  constructor(database: CatalogDatabase) {
    this.#database = database;
  }

  async assign(environmentId: string, policyId: string, applicationId: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await mustHaveBoth(trx, environmentId, policyId, applicationId);
      await trx
        .insertInto('policy_assignment')
        .values({ policy_id: policyId, application_id: applicationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  async unassign(environmentId: string, policyId: string, applicationId: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await mustHaveBoth(trx, environmentId, policyId, applicationId);
      await trx
        .deleteFrom('policy_assignment')
        .where('policy_id', '=', policyId)
        .where('application_id', '=', applicationId)
        .execute();
    });
  }

  /** Whether an Application has a policy that another one does not have. */
  async hasMore(applicationId: string, than: string): Promise<boolean> {
    const row = await this.#database.read((db) =>
      db
        .selectFrom('policy_assignment')
        .select('policy_id')
        .where('application_id', '=', applicationId)
        .where('policy_id', 'not in', (eb) =>
          eb.selectFrom('policy_assignment').select('policy_id').where('application_id', '=', than),
        )
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** The Applications that have a policy, newest first. */
  async applicationsOf(
    environmentId: string,
    policyId: string,
    request: PageRequest,
  ): Promise<Page<Application>> {
    const page = await this.#database.read((db) =>
      readPage(
        'application',
        db
          .selectFrom('application')
          .selectAll()
          .where('environment_id', '=', environmentId)
          .where('id', 'in', (eb) =>
            eb.selectFrom('policy_assignment').select('application_id').where('policy_id', '=', policyId),
          ),
        request,
      ),
    );
    return mapPage(page, toApplication);
  }
}

async function mustHaveBoth(
  trx: CatalogWriter,
  environmentId: string,
  policyId: string,
  applicationId: string,
): Promise<void> {
  for (const [table, what, id] of [
    ['access_policy', 'Access policy', policyId],
    ['application', 'Application', applicationId],
  ] as const) {
    const row = await trx
      .selectFrom(table)
      .select('id')
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw notFound(what, id);
  }
}

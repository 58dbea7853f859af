import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { turnOnAccessControl } from './access-control.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { mustHaveUsableDataPool } from './data-pool-rows.js';
import type { AccessPolicy } from './definitions.js';
import type { FilterDefinition } from './filter.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { AccessPolicyRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface NewAccessPolicy {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly dataPoolId: string;
  readonly columns: readonly string[];
  readonly filterSql?: string | null | undefined;
  readonly filters: readonly FilterDefinition[];
  /** True turns on the access control of its Data Pool. By default the first policy of a Data Pool does. */
  readonly accessControlEnabled?: boolean | undefined;
}

/** The Data Pool of a policy cannot change. */
export interface AccessPolicyChanges
  extends Pick<NewAccessPolicy, 'uniqueName' | 'description' | 'filterSql'> {
  readonly columns?: readonly string[] | undefined;
  readonly filters?: readonly FilterDefinition[] | undefined;
}

export interface AssignedPolicy {
  readonly applicationId: string;
  readonly policy: AccessPolicy;
}

function toAccessPolicy(row: AccessPolicyRow): AccessPolicy {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    dataPoolId: row.data_pool_id,
    columns: JSON.parse(row.columns) as string[],
    filterSql: row.filter_sql,
    filters: JSON.parse(row.filters) as FilterDefinition[],
    ...auditOf(row),
  };
}

function changed(row: AccessPolicyRow, changes: AccessPolicyChanges): AccessPolicyRow {
  const { description, filterSql, columns, filters } = changes;
  return {
    ...row,
    unique_name: changes.uniqueName ?? row.unique_name,
    description: description ?? row.description,
    columns: columns === undefined ? row.columns : JSON.stringify(columns),
    filter_sql: filterSql === undefined ? row.filter_sql : filterSql,
    filters: filters === undefined ? row.filters : JSON.stringify(filters),
  };
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('access_policy').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<AccessPolicyRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Access policy', id);
  return row;
}

export class AccessPolicyStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewAccessPolicy, by: string): Promise<AccessPolicy> {
    const { dataPoolId, accessControlEnabled } = input;
    const id = newId('policy');
    const row: AccessPolicyRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      data_pool_id: dataPoolId,
      columns: JSON.stringify(input.columns),
      filter_sql: input.filterSql ?? null,
      filters: JSON.stringify(input.filters),
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write(async (trx) => {
      const dataPool = await mustHaveUsableDataPool(trx, environmentId, dataPoolId);
      const isFirst = async () => {
        const ofDataPool = trx
          .selectFrom('access_policy')
          .select('id')
          .where('data_pool_id', '=', dataPoolId);
        return (await ofDataPool.executeTakeFirst()) === undefined;
      };
      if (accessControlEnabled ?? (await isFirst()))
        await turnOnAccessControl(trx, dataPool, modifiedColumns(row.modified_at, by));
      const insert = () => trx.insertInto('access_policy').values(row).execute();
      await claimUniqueName('Access policy', row.unique_name, insert, id);
    });
    return toAccessPolicy(row);
  }

  async findById(environmentId: string, id: string): Promise<AccessPolicy | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toAccessPolicy(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<AccessPolicy>> {
    const page = await this.#database.read((db) => readPage('policy', rowsOf(db, environmentId), request));
    return mapPage(page, toAccessPolicy);
  }

  async listByDataPool(
    environmentId: string,
    dataPoolId: string,
    request: PageRequest,
  ): Promise<Page<AccessPolicy>> {
    const page = await this.#database.read((db) =>
      readPage('policy', rowsOf(db, environmentId).where('data_pool_id', '=', dataPoolId), request),
    );
    return mapPage(page, toAccessPolicy);
  }

  async listByApplication(
    environmentId: string,
    applicationId: string,
    request: PageRequest,
  ): Promise<Page<AccessPolicy>> {
    const page = await this.#database.read((db) =>
      readPage(
        'policy',
        rowsOf(db, environmentId).where('id', 'in', (eb) =>
          eb.selectFrom('policy_assignment').select('policy_id').where('application_id', '=', applicationId),
        ),
        request,
      ),
    );
    return mapPage(page, toAccessPolicy);
  }

  /** An Application's policies for one Data Pool, oldest first. */
  async assigned(
    environmentId: string,
    applicationId: string,
    dataPoolId: string,
  ): Promise<readonly AccessPolicy[]> {
    const rows = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('data_pool_id', '=', dataPoolId)
        .where('id', 'in', (eb) =>
          eb.selectFrom('policy_assignment').select('policy_id').where('application_id', '=', applicationId),
        )
        .orderBy('id')
        .execute(),
    );
    return rows.map(toAccessPolicy);
  }

  /** Which Applications have which policies for some Data Pools, by the policies' age. At most so many. */
  async assignmentsFor(
    environmentId: string,
    dataPoolIds: readonly string[],
    most: number,
  ): Promise<readonly AssignedPolicy[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('access_policy')
        .innerJoin('policy_assignment', 'policy_assignment.policy_id', 'access_policy.id')
        .selectAll('access_policy')
        .select('policy_assignment.application_id')
        .where('environment_id', '=', environmentId)
        .where('data_pool_id', 'in', dataPoolIds)
        .orderBy('access_policy.id')
        .orderBy('policy_assignment.application_id')
        .limit(most)
        .execute(),
    );
    return rows.map((row) => ({ applicationId: row.application_id, policy: toAccessPolicy(row) }));
  }

  async update(
    environmentId: string,
    id: string,
    changes: AccessPolicyChanges,
    by: string,
  ): Promise<AccessPolicy> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row = { ...changed(current, changes), ...modifiedColumns(this.#clock.now(), by) };
      const update = () => trx.updateTable('access_policy').set(row).where('id', '=', id).execute();
      await claimUniqueName('Access policy', row.unique_name, update, id);
      return toAccessPolicy(row);
    });
  }

  /** Also deletes its assignments. */
  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await rowFor(trx, environmentId, id);
      await trx.deleteFrom('access_policy').where('id', '=', id).execute();
    });
  }
}

import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { auditOf, createdColumns } from './audit.js';
import type { CatalogReader, CatalogWriter } from './catalog-database.js';
import type { Column } from './column.js';
import type { DataPool, DataPoolStatus } from './definitions.js';
import { stillUsed, type UserGroup } from './still-used.js';
import type { TableSettings } from './table-settings.js';
import type { DataPoolRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

/** Used by the stores of Data Sources and Metrics too. */
export interface NewDataPool {
  readonly uniqueName: string;
  readonly description?: string | null | undefined;
  readonly timestamp: string;
  readonly uniqueId: string | null;
  /** All of them, the service's first. */
  readonly columns: readonly Column[];
  readonly tableSettings: TableSettings;
  readonly accessControlEnabled: boolean;
  readonly dataRetentionInDays?: number | null | undefined;
}

export function toDataPool(row: DataPoolRow): DataPool {
  return {
    id: row.id,
    environmentId: row.environment_id,
    dataSourceId: row.data_source_id,
    uniqueName: row.unique_name,
    description: row.description,
    status: row.status as DataPoolStatus,
    statusReason: row.status_reason,
    timestamp: row.timestamp_column,
    uniqueId: row.unique_id_column,
    columns: JSON.parse(row.columns) as Column[],
    tableSettings: JSON.parse(row.table_settings) as TableSettings,
    rowIdInSortKey: row.row_id_in_sort_key === 1,
    accessControlEnabled: row.access_control_enabled === 1,
    dataRetentionInDays: row.data_retention_in_days,
    ...auditOf(row),
  };
}

export interface DataPoolOrigin {
  readonly environmentId: string;
  readonly dataSourceId: string;
  readonly now: number;
  readonly by: string;
}

export async function insertDataPool(
  trx: CatalogWriter,
  origin: DataPoolOrigin,
  input: NewDataPool,
): Promise<DataPool> {
  const row: DataPoolRow = {
    id: newId('dataPool'),
    environment_id: origin.environmentId,
    data_source_id: origin.dataSourceId,
    unique_name: input.uniqueName,
    description: input.description ?? null,
    status: 'CREATED',
    status_reason: null,
    timestamp_column: input.timestamp,
    unique_id_column: input.uniqueId,
    columns: JSON.stringify(input.columns),
    table_settings: JSON.stringify(input.tableSettings),
    row_id_in_sort_key: input.tableSettings.engine.type === 'MERGE_TREE' ? 1 : 0,
    access_control_enabled: input.accessControlEnabled ? 1 : 0,
    data_retention_in_days: input.dataRetentionInDays ?? null,
    ...createdColumns(origin.now, origin.by),
  };
  await claimUniqueName(
    'Data Pool',
    input.uniqueName,
    () => trx.insertInto('data_pool').values(row).execute(),
    origin.dataSourceId,
  );
  return toDataPool(row);
}

export function dataPoolRows(db: CatalogReader, environmentId: string) {
  return db.selectFrom('data_pool').selectAll().where('environment_id', '=', environmentId);
}

export async function mustHaveDataPool(
  trx: CatalogWriter,
  environmentId: string,
  id: string,
): Promise<DataPoolRow> {
  const row = await dataPoolRows(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Data Pool', id);
  return row;
}

/** Refuses a Data Pool that is being deleted: nothing new may depend on it. */
export async function mustHaveUsableDataPool(
  trx: CatalogWriter,
  environmentId: string,
  id: string,
): Promise<DataPoolRow> {
  const row = await mustHaveDataPool(trx, environmentId, id);
  if (row.status === 'DELETING') throw conflict(`Data Pool "${row.unique_name}" is being deleted`);
  return row;
}

const usingKinds = [
  { table: 'metric', one: 'Metric', many: 'Metrics' },
  { table: 'access_policy', one: 'access policy', many: 'access policies' },
] as const;

/** `what` names the resource to delete: a Data Pool, or a Data Source with its Data Pools. */
export async function refuseWhileUsed(
  trx: CatalogWriter,
  what: string,
  dataPoolIds: readonly string[],
): Promise<void> {
  if (dataPoolIds.length === 0) return;
  const groups: UserGroup[] = await Promise.all(
    usingKinds.map(async ({ table, one, many }) => {
      const users = await trx
        .selectFrom(table)
        .select(['id', 'unique_name'])
        .where('data_pool_id', 'in', dataPoolIds)
        .orderBy('id')
        .execute();
      return { kind: users.length === 1 ? one : many, users };
    }),
  );
  groups.push(await viewsOf(trx, dataPoolIds));
  const using = groups.filter(({ users }) => users.length > 0);
  if (using.length > 0) throw stillUsed(what, using);
}

/** The materialized views that read or fill one of the Data Pools. They are never deleted with it. */
async function viewsOf(trx: CatalogWriter, dataPoolIds: readonly string[]): Promise<UserGroup> {
  const users = await trx
    .selectFrom('materialized_view')
    .select(['id', 'unique_name'])
    .where((eb) =>
      eb.or([
        eb('source_data_pool_id', 'in', dataPoolIds),
        eb('destination_data_pool_id', 'in', dataPoolIds),
      ]),
    )
    .orderBy('id')
    .execute();
  return { kind: users.length === 1 ? 'materialized view' : 'materialized views', users };
}

/** Deletes the Metrics and access policies of a Data Pool. */
export async function deleteUsersOf(trx: CatalogWriter, dataPoolId: string): Promise<void> {
  for (const { table } of usingKinds)
    await trx.deleteFrom(table).where('data_pool_id', '=', dataPoolId).execute();
}

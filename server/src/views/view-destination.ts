import { badInput, conflict } from '../base/errors.js';
import { serviceColumns } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { TableSettings } from '../catalog/table-settings.js';
import { type DataPoolDefinition, defineDataPool } from '../provision/data-pool-definition.js';
import type { SqlColumn } from '../query/run-sql.js';

export interface NewDestination {
  readonly uniqueName?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly accessControlEnabled?: boolean | undefined;
  readonly tableSettings?: Partial<TableSettings> | undefined;
}

const isService = (name: string) => serviceColumns.some((column) => column.name === name);

/** A Data Pool for the results: their columns, and the service's own, which the SQL may select too. */
export function defineDestination(
  results: readonly SqlColumn[],
  { timestamp, accessControlEnabled, tableSettings }: NewDestination,
): DataPoolDefinition {
  refuseUnstorable(results);
  const columns = results
    .filter(({ columnName }) => !isService(columnName))
    .map(({ columnName, isNullable, ...declared }) => ({
      ...declared,
      name: columnName,
      nullable: isNullable,
    }));
  const defined = defineDataPool({ columns, timestamp, accessControlEnabled, tableSettings });
  checkColumns(results, defined);
  // No event fills these columns.
  return { ...defined, columns: defined.columns.map((column) => ({ ...column, jsonProperty: null })) };
}

/** Refuses a Data Pool whose table adds rows up: after a crash, the view's rows could not be told from others. */
export function checkDestination(results: readonly SqlColumn[], pool: DataPool): void {
  if (pool.status !== 'LIVE')
    throw conflict(`destination: Data Pool "${pool.uniqueName}" is ${pool.status}; it must be LIVE`);
  const { type } = pool.tableSettings.engine;
  if (type === 'SUMMING_MERGE_TREE' || type === 'AGGREGATING_MERGE_TREE')
    throw badInput(
      'destination',
      `the table of Data Pool "${pool.uniqueName}" merges records (${type}); only a newDataPool can have such a table`,
    );
  refuseUnstorable(results);
  checkColumns(results, pool);
}

function refuseUnstorable(results: readonly SqlColumn[]): void {
  const names = new Set<string>();
  for (const { columnName, type } of results) {
    if (names.has(columnName))
      throw badInput('sql', `there are two columns "${columnName}"; rename one with AS`);
    names.add(columnName);
    if (type === 'COLUMNSTORE')
      throw badInput(
        'sql',
        `the type of the column "${columnName}" cannot be stored in a Data Pool; cast it to another one, such as text`,
      );
  }
}

function checkColumns(results: readonly SqlColumn[], { columns }: Pick<DataPool, 'columns'>): void {
  const names = new Set(results.map(({ columnName }) => columnName));
  for (const { columnName, type, isNullable } of results) {
    const column = columns.find(({ name }) => name === columnName);
    if (!column) throw badInput('sql', `the destination has no column "${columnName}"`);
    if (column.type !== type && !(type === 'DECIMAL' && column.type === 'DOUBLE'))
      throw badInput(
        'sql',
        `the column "${columnName}" is ${type}, but it is ${column.type} in the destination; cast it`,
      );
    if (isNullable && !column.nullable)
      throw badInput(
        'sql',
        `the column "${columnName}" may be null, but the destination's column may not; use COALESCE`,
      );
  }
  const missing = columns.find(({ name, nullable }) => !nullable && !names.has(name) && !isService(name));
  if (missing)
    throw badInput(
      'sql',
      `there is no column "${missing.name}", which the destination needs because it is not nullable`,
    );
}

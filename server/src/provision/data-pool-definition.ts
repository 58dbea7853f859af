import { badInput, badRequest } from '../base/errors.js';
import {
  type Column,
  integerTypes,
  numericTypes,
  receivedAtColumn,
  serviceColumns,
} from '../catalog/column.js';
import {
  checkColumnName,
  checkJsonProperty,
  checkTimestampType,
  columnRules,
} from '../catalog/column-rules.js';
import { checkedSize } from '../catalog/decimal-size.js';
import type { DataPool } from '../catalog/definitions.js';
import type { TableKeys } from '../catalog/job.js';
import type { TableEngine, TableSettings } from '../catalog/table-settings.js';
import { keyColumnName, tableKey } from '../sql/table-key.js';
import { ttlRule } from '../sql/table-ttl.js';

/** The settings of a new Data Source's Data Pool. */
export interface DataPoolSettings {
  readonly columns: readonly EventColumn[];
  readonly timestamp?: string | undefined;
  readonly uniqueId?: string | undefined;
  readonly accessControlEnabled?: boolean | undefined;
  readonly tableSettings?: Partial<TableSettings> | undefined;
}

export type EventColumn = Omit<Column, 'jsonProperty'> & { readonly jsonProperty?: string | undefined };

export type DataPoolDefinition = Pick<
  DataPool,
  'columns' | 'timestamp' | 'uniqueId' | 'tableSettings' | 'accessControlEnabled'
>;

const versionTypes = [...integerTypes, 'DATE', 'TIMESTAMP'] as const;

/** Checks everything that can be checked without the engine, and fills in the defaults. */
export function defineDataPool(settings: DataPoolSettings): DataPoolDefinition {
  const columns = [...serviceColumns, ...defineColumns(settings.columns)];
  const timestamp = settings.timestamp ?? receivedAtColumn.name;
  checkTimestamp(columns, timestamp);
  const uniqueId = settings.uniqueId ?? null;
  if (uniqueId !== null) requiredColumn(columns, uniqueId, 'uniqueId');
  return {
    columns,
    timestamp,
    uniqueId,
    tableSettings: defineTable(settings.tableSettings ?? {}, columns, timestamp, uniqueId),
    accessControlEnabled: settings.accessControlEnabled ?? false,
  };
}

function defineColumns(columns: readonly EventColumn[]): Column[] {
  const { columnsMax } = columnRules;
  if (columns.length > columnsMax)
    throw badInput('columns', `at most ${columnsMax} columns are allowed, but ${columns.length} were given`);
  const names = new Set<string>();
  return columns.map((column, index) => {
    const where = `columns[${index}]`;
    const defined = defineColumn(column, where);
    if (names.has(column.name)) throw badInput(where, `the column "${column.name}" is defined twice`);
    names.add(column.name);
    return defined;
  });
}

/** A column that events fill, defined with its Data Source or added later. */
export function defineColumn(
  { name, type, nullable, jsonProperty = name, ...size }: EventColumn,
  where: string,
): Column & { readonly jsonProperty: string } {
  checkColumnName(name, where);
  if (!columnRules.eventTypes.includes(type)) {
    throw badInput(where, `${type} is not a type that an event can fill`);
  }
  checkJsonProperty(jsonProperty, where);
  return { name, type, nullable, jsonProperty, ...checkedSize({ type, ...size }, where) };
}

export function findColumn(columns: readonly Column[], name: string, where: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw badInput(where, `there is no column "${name}"`);
  return column;
}

export function checkTimestamp(columns: readonly Column[], name: string): void {
  checkTimestampType(requiredColumn(columns, name, 'timestamp'));
}

function requiredColumn(columns: readonly Column[], name: string, where: string): Column {
  const column = findColumn(columns, name, where);
  if (column.nullable)
    throw badInput(where, `"${name}" is nullable; it must be a column with nullable: false`);
  return column;
}

function defineTable(
  given: Partial<TableSettings>,
  columns: readonly Column[],
  timestamp: string,
  uniqueId: string | null,
): TableSettings {
  const engine: TableEngine =
    given.engine ??
    (uniqueId === null ? { type: 'MERGE_TREE' } : { type: 'REPLACING_MERGE_TREE', ver: null });
  const orderBy = nonEmpty(given.orderBy) ?? [
    uniqueId !== null && engine.type === 'REPLACING_MERGE_TREE' ? uniqueId : timestamp,
  ];
  // A record may have another timestamp than the one it replaces, so by default all versions are in one partition.
  const byMonth = engine.type === 'REPLACING_MERGE_TREE' ? [] : [`toYYYYMM(${timestamp})`];
  const settings: TableSettings = {
    engine,
    orderBy,
    partitionBy: nonEmpty(given.partitionBy) ?? byMonth,
    primaryKey: given.primaryKey ?? [],
    ttl: given.ttl ?? null,
  };
  checkTable(settings, columns);
  return settings;
}

const nonEmpty = (list: readonly string[] | undefined) => (list && list.length > 0 ? list : undefined);

/** The settings of a table that is rebuilt with other keys. */
export function withKeys(pool: DataPool, { orderBy, partitionBy }: TableKeys): TableSettings {
  const { tableSettings, columns } = pool;
  const settings = {
    ...tableSettings,
    ...(orderBy && { orderBy }),
    ...(partitionBy && { partitionBy }),
  };
  // The old one need not be a prefix of the new sort key, whose own prefix is as good.
  const rebuilt = orderBy ? { ...settings, primaryKey: [] } : settings;
  checkTable(rebuilt, columns);
  return rebuilt;
}

function checkTable(settings: TableSettings, columns: readonly Column[]): void {
  for (const field of ['orderBy', 'partitionBy', 'primaryKey'] as const) {
    for (const entry of settings[field]) tableKey(field, entry, columns);
  }
  for (const [index, entry] of settings.primaryKey.entries()) {
    if (settings.orderBy[index] !== entry) throw badRequest('primaryKey must be a prefix of orderBy');
  }
  if (settings.ttl !== null) ttlRule(settings.ttl, columns);
  checkEngine(settings, columns);
}

function checkEngine({ engine, orderBy }: TableSettings, columns: readonly Column[]): void {
  if (engine.type === 'REPLACING_MERGE_TREE' && engine.ver !== null) {
    checkType(
      requiredColumn(columns, engine.ver, 'replacingMergeTree.ver'),
      versionTypes,
      'replacingMergeTree.ver',
    );
  }
  if (engine.type === 'SUMMING_MERGE_TREE') {
    for (const name of engine.columns) {
      checkType(
        findColumn(columns, name, 'summingMergeTree.columns'),
        numericTypes,
        'summingMergeTree.columns',
      );
      if (orderBy.some((entry) => keyColumnName(entry) === name)) {
        throw badInput('summingMergeTree.columns', `"${name}" is in orderBy and cannot be summed`);
      }
    }
  }
}

function checkType(column: Column, types: readonly Column['type'][], where: string): void {
  if (!types.includes(column.type)) {
    throw badInput(where, `"${column.name}" is ${column.type}; it must be one of ${types.join(', ')}`);
  }
}

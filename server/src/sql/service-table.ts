import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { onCluster } from './on-cluster.js';
import { plainStatement } from './plain-statement.js';
import { settingsOfTables } from './stored-table.js';

/**
 * A table of Weir's own. It is in the engine, because it is written in bulk, read by Environment, and expires by TTL. On a
 * cluster it is a replicated table on every shard, and a Distributed table that is read and written.
 */
export interface ServiceTable {
  readonly name: string;
  /** The definitions of columns and indexes. */
  readonly columns: readonly string[];
  /** Columns that tables created by older versions lack. */
  readonly addedColumns?: readonly string[];
  readonly engine?: 'MergeTree' | 'ReplacingMergeTree';
  /** Of a ReplacingMergeTree: the row with the largest value stays; without it, the last one. */
  readonly version?: string;
  readonly orderBy: string;
  /** When a row expires: `toDateTime(created_at) + INTERVAL 1 DAY`. */
  readonly ttl: string;
  /** Which shard of a cluster stores a row, by default any. */
  readonly shardBy?: string;
}

export const serviceDatabase = 'weir';

export const serviceTableName = ({ name }: Pick<ServiceTable, 'name'>): string =>
  `${serviceDatabase}.${name}`;

/**
 * Creates the table, or changes the one of an older version or of other settings. On a cluster nothing is compared, because only
 * one node would be asked.
 */
export function createServiceTable(table: ServiceTable, cluster: string | undefined): DefinitionChange[] {
  const {
    columns,
    addedColumns = [],
    engine = 'MergeTree',
    version,
    orderBy,
    ttl,
    shardBy = 'rand()',
  } = table;
  const whole = serviceTableName(table);
  const local = cluster === undefined ? whole : `${whole}_shard`;
  const replica = ["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"];
  const parameters = [...(cluster === undefined ? [] : replica), ...(version ? [version] : [])];
  const localEngine = `${cluster === undefined ? '' : 'Replicated'}${engine}(${parameters.join(', ')})`;
  const change = (text: string, isDone?: Statement): DefinitionChange => ({
    statement: plainStatement(text),
    ...(cluster === undefined && isDone ? { isDone } : {}),
  });
  const on = onCluster(cluster);
  const extend = (name: string) =>
    addedColumns.length === 0
      ? []
      : [
          change(
            `ALTER TABLE ${name}${on} ${addedColumns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')}`,
            hasColumns(table, addedColumns.map(nameOfColumn)),
          ),
        ];
  const changes = [
    change(`CREATE DATABASE IF NOT EXISTS ${serviceDatabase}${on}`, databaseExists),
    change(
      `CREATE TABLE IF NOT EXISTS ${local}${on} (
  ${[...columns, ...addedColumns].join(',\n  ')}
)
ENGINE = ${localEngine}
ORDER BY (${orderBy})
TTL ${ttl}
SETTINGS ${settingsOfTables}`,
      tableExists(table),
    ),
    change(`ALTER TABLE ${local}${on} MODIFY TTL ${ttl}`, hasExpiry(table)),
    ...extend(local),
  ];
  if (cluster === undefined) return changes;
  return [
    ...changes,
    change(`CREATE TABLE IF NOT EXISTS ${whole}${on} AS ${local}
ENGINE = Distributed(${quoteIdentifier(cluster)}, ${serviceDatabase}, ${table.name}_shard, ${shardBy})`),
    ...extend(whole),
  ];
}

const nameOfColumn = (definition: string) => definition.split(' ', 1)[0] ?? '';

const databaseExists: Statement = {
  text: 'SELECT count() FROM system.databases WHERE name = {database:String}',
  parameters: { database: serviceDatabase },
  tables: [],
};

const ofTable = 'database = {database:String} AND name = {table:String}';

function tableExists({ name }: ServiceTable): Statement {
  const parameters = { database: serviceDatabase, table: name };
  return { text: `SELECT count() FROM system.tables WHERE ${ofTable}`, parameters, tables: [] };
}

function hasExpiry({ name, ttl }: ServiceTable): Statement {
  return {
    text: `SELECT count() FROM system.tables WHERE ${ofTable}
  AND position(engine_full, concat(' TTL ', substring(formatQuerySingleLine({select:String}), 8), ' SETTINGS ')) > 0`,
    parameters: { database: serviceDatabase, table: name, select: `SELECT ${ttl}` },
    tables: [],
  };
}

function hasColumns({ name }: ServiceTable, columns: readonly string[]): Statement {
  return {
    text: `SELECT count() = ${columns.length} FROM system.columns
WHERE database = {database:String} AND table = {table:String} AND has({columns:Array(String)}, name)`,
    parameters: { database: serviceDatabase, table: name, columns },
    tables: [],
  };
}

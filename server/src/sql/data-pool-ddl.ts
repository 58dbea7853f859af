import type { DataPool, TableShape } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { blockNumberSettings } from './block-number-settings.js';
import { columnDefinition } from './column-definition.js';
import { quoteIdentifier } from './identifier.js';
import { onCluster } from './on-cluster.js';
import { plainStatement } from './plain-statement.js';
import type { Sql } from './sql-text.js';
import { settingsOfTables } from './stored-table.js';
import { tableKey } from './table-key.js';
import { type ExpiryRule, expiryTime, retentionRule, ttlRule } from './table-ttl.js';
import { asSql } from './trusted-text.js';

/**
 * The statements that create and drop a Data Pool's table. On one server it is one MergeTree table. On a cluster it is a
 * replicated table on every shard, and a Distributed table of the same name that queries and inserts use.
 */
export type TableDefinition = TableShape & {
  /** The text columns that are stored as LowCardinality. New tables have none: their values are not known yet. */
  readonly dictionaryColumns?: readonly string[];
  /** Its boosters. They are added to tables that exist; only a definition that is restored has them from the start. */
  readonly projections?: readonly Sql[];
  /** Whether a materialized view reads the table. */
  readonly keepsBlockNumbers?: boolean;
};

/**
 * Every row has a unique id: 12 bytes identify the webhook request and 4 bytes the event's index in it. After an insert
 * with an unknown outcome, which may have stored only some partitions, the ids show exactly which rows are missing. It is
 * one UUID instead of a UUID and a number, because a SummingMergeTree would sum the numbers.
 */
export const requestIdColumn = '_weir_request';

export function createEnvironment(environmentId: string, cluster: string | undefined): Statement {
  return plainStatement(
    `CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(environmentId)}${onCluster(cluster)}`,
  );
}

export function tableName({ environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>): Sql {
  return asSql(`${quoteIdentifier(environmentId)}.${quoteIdentifier(id)}`);
}

/** The table name for inserts, which accept only unquoted names. Weir's identifiers need no quotes. */
export function insertTableName({ environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>): string {
  return `${environmentId}.${id}`;
}

export function createDataPoolTable(pool: TableDefinition, cluster: string | undefined): Statement[] {
  const definition = `${columnList(pool)}
ENGINE = ${tableEngine(pool, cluster)}${keys(pool)}${expiry(pool)}
SETTINGS ${pool.keepsBlockNumbers ? `${settingsOfTables}, ${blockNumberSettings}` : settingsOfTables}`;
  if (cluster === undefined)
    return [plainStatement(`CREATE TABLE IF NOT EXISTS ${tableName(pool)} ${definition}`, pool)];
  return [
    plainStatement(
      `CREATE TABLE IF NOT EXISTS ${shardTableName(pool)}${onCluster(cluster)} ${definition}`,
      pool,
    ),
    plainStatement(
      `CREATE TABLE IF NOT EXISTS ${tableName(pool)}${onCluster(cluster)} AS ${shardTableName(pool)}
ENGINE = Distributed(${quoteIdentifier(cluster)}, ${quoteIdentifier(pool.environmentId)}, ${shardTable(pool)}, ${shardingKey(pool)})`,
      pool,
    ),
  ];
}

export function dropDataPoolTable(
  pool: Pick<DataPool, 'environmentId' | 'id'>,
  cluster: string | undefined,
): Statement[] {
  const tables = cluster === undefined ? [tableName(pool)] : [tableName(pool), shardTableName(pool)];
  return tables.map((table) =>
    plainStatement(`DROP TABLE IF EXISTS ${table}${onCluster(cluster)} SYNC`, pool),
  );
}

/** Changes an existing table's expiry to match the definition. */
export function modifyDataPoolExpiry(pool: TableDefinition, cluster: string | undefined): Statement[] {
  const table = cluster === undefined ? tableName(pool) : shardTableName(pool);
  const rule = expiryRule(pool);
  const change = rule === undefined ? 'REMOVE TTL' : `MODIFY TTL ${rule}`;
  return [plainStatement(`ALTER TABLE ${table}${onCluster(cluster)} ${change}`, pool)];
}

function columnList({ columns, dictionaryColumns = [], projections = [] }: TableDefinition): string {
  const own = columns.map(
    (column) => `  ${columnDefinition(column, dictionaryColumns.includes(column.name))}`,
  );
  const rowId = `  ${quoteIdentifier(requestIdColumn)} UUID CODEC(ZSTD)`;
  return `(\n${[...own, rowId, ...projections.map((each) => `  PROJECTION ${each}`)].join(',\n')}\n)`;
}

const engineNames = {
  MERGE_TREE: 'MergeTree',
  REPLACING_MERGE_TREE: 'ReplacingMergeTree',
  SUMMING_MERGE_TREE: 'SummingMergeTree',
  AGGREGATING_MERGE_TREE: 'AggregatingMergeTree',
} as const;

function tableEngine({ tableSettings: { engine } }: TableDefinition, cluster: string | undefined): string {
  const replicated = cluster === undefined ? [] : ["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"];
  const name = `${cluster === undefined ? '' : 'Replicated'}${engineNames[engine.type]}`;
  return `${name}(${[...replicated, ...engineArguments(engine)].join(', ')})`;
}

function engineArguments(engine: TableDefinition['tableSettings']['engine']): string[] {
  if (engine.type === 'REPLACING_MERGE_TREE' && engine.ver !== null) return [quoteIdentifier(engine.ver)];
  if (engine.type === 'SUMMING_MERGE_TREE' && engine.columns.length > 0) {
    return [`(${engine.columns.map(quoteIdentifier).join(', ')})`];
  }
  return [];
}

function keys({ columns, tableSettings, rowIdInSortKey }: TableDefinition): string {
  const list = (field: 'orderBy' | 'partitionBy' | 'primaryKey') =>
    tableSettings[field].map((entry) => tableKey(field, entry, columns));
  const clause = (words: string, entries: readonly string[]) =>
    entries.length > 0 ? `\n${words} (${entries.join(', ')})` : '';
  const rowId = rowIdInSortKey ? [quoteIdentifier(requestIdColumn)] : [];
  const partition = clause('PARTITION BY', list('partitionBy'));
  const primary = clause('PRIMARY KEY', list('primaryKey'));
  return `${partition}${primary}\nORDER BY (${[...list('orderBy'), ...rowId].join(', ')})`;
}

function expiry(pool: TableDefinition): string {
  const rule = expiryRule(pool);
  return rule === undefined ? '' : `\nTTL ${rule}`;
}

/** The engine allows only one TTL that deletes rows, so two rules become the earlier of both times. */
function expiryRule(pool: TableDefinition): Sql | undefined {
  const times = expiryRules(pool).map(expiryTime);
  return times.length > 1 ? asSql(`least(${times.join(', ')})`) : times[0];
}

/** All rules that expire records. The earliest applies. */
export function expiryRules({
  tableSettings,
  columns,
  timestamp,
  dataRetentionInDays,
}: Pick<TableDefinition, 'tableSettings' | 'columns' | 'timestamp' | 'dataRetentionInDays'>): ExpiryRule[] {
  return [
    ...(tableSettings.ttl === null ? [] : [ttlRule(tableSettings.ttl, columns)]),
    ...(dataRetentionInDays === null ? [] : [retentionRule(timestamp, dataRetentionInDays)]),
  ];
}

/** Versions of one record must be on the same shard. Other records are spread evenly. */
function shardingKey({ columns, tableSettings }: TableDefinition): string {
  if (tableSettings.engine.type === 'MERGE_TREE') return 'rand()';
  return `cityHash64(${tableSettings.orderBy.map((entry) => tableKey('orderBy', entry, columns)).join(', ')})`;
}

const shardName = ({ id }: Pick<DataPool, 'id'>) => `${id}_shard`;
const shardTable = (pool: Pick<DataPool, 'id'>) => quoteIdentifier(shardName(pool));

/** The name of the table that stores rows on a node. */
export const storingTable = (pool: Pick<DataPool, 'id'>, cluster: string | undefined): string =>
  cluster === undefined ? pool.id : shardName(pool);

function shardTableName(pool: Pick<DataPool, 'environmentId' | 'id'>): Sql {
  return asSql(`${quoteIdentifier(pool.environmentId)}.${shardTable(pool)}`);
}

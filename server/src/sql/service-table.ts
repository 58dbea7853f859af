import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { plainStatement } from './plain-statement.js';

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
  readonly settings?: string;
  /** Which shard of a cluster stores a row, by default any. */
  readonly shardBy?: string;
}

export const serviceDatabase = 'weir';

export const serviceTableName = ({ name }: Pick<ServiceTable, 'name'>): string =>
  `${serviceDatabase}.${name}`;

/** Creates the table, or changes the one of an older version or of other settings. */
export function createServiceTable(table: ServiceTable, cluster: string | undefined): Statement[] {
  const {
    columns,
    addedColumns = [],
    engine = 'MergeTree',
    version,
    orderBy,
    ttl,
    settings,
    shardBy = 'rand()',
  } = table;
  const onCluster = cluster === undefined ? '' : ` ON CLUSTER ${quoteIdentifier(cluster)}`;
  const whole = serviceTableName(table);
  const local = cluster === undefined ? whole : `${whole}_shard`;
  const replica = ["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"];
  const parameters = [...(cluster === undefined ? [] : replica), ...(version ? [version] : [])];
  const localEngine = `${cluster === undefined ? '' : 'Replicated'}${engine}(${parameters.join(', ')})`;
  const statements = [
    `CREATE DATABASE IF NOT EXISTS ${serviceDatabase}${onCluster}`,
    `CREATE TABLE IF NOT EXISTS ${local}${onCluster} (
  ${[...columns, ...addedColumns].join(',\n  ')}
)
ENGINE = ${localEngine}
ORDER BY (${orderBy})
TTL ${ttl}${settings === undefined ? '' : `\nSETTINGS ${settings}`}`,
    `ALTER TABLE ${local}${onCluster} MODIFY TTL ${ttl}`,
  ];
  const extend = (name: string) =>
    addedColumns.length === 0
      ? []
      : [
          `ALTER TABLE ${name}${onCluster} ${addedColumns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')}`,
        ];
  statements.push(...extend(local));
  if (cluster !== undefined) {
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${whole}${onCluster} AS ${local}
ENGINE = Distributed(${quoteIdentifier(cluster)}, ${serviceDatabase}, ${table.name}_shard, ${shardBy})`,
      ...extend(whole),
    );
  }
  return statements.map((text) => plainStatement(text));
}

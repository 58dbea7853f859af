import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { onCluster } from './on-cluster.js';
import { plainStatement } from './plain-statement.js';

/**
 * What every table needs so that a power failure loses none of its rows. Inserted parts are synced, and so are merged and mutated
 * ones before they replace their sources. chDB deletes those sources at once unless it is told to keep them. They are kept for
 * longer than it takes to notice that a write failed, and than the kernel keeps anything in memory: whatever is wrong with
 * a new part, the engine takes its sources back at the next start.
 */
const settings: Readonly<Record<string, number>> = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  old_parts_lifetime: 120,
};

const assignments = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);

/** For SETTINGS in the definition of a table. */
export const durable: string = assignments.join(', ');

export interface StoredTable {
  readonly database: string;
  readonly name: string;
}

/** The tables with parts, of Weir and of Data Pools, that lack one of the settings, such as those of older versions. */
export const undurableTablesStatement: Statement = {
  text: `SELECT database, name FROM system.tables
WHERE (database = 'weir' OR startsWith(database, 'ENV')) AND endsWith(engine, 'MergeTree')
  AND NOT hasAll(splitByString(', ', extract(engine_full, ' SETTINGS (.*)$')), splitByString(', ', {settings:String}))`,
  parameters: { settings: durable },
  tables: [],
};

export function makeDurable({ database, name }: StoredTable, cluster: string | undefined): Statement {
  const table = `${quoteIdentifier(database)}.${quoteIdentifier(name)}`;
  return plainStatement(`ALTER TABLE ${table}${onCluster(cluster)} MODIFY SETTING ${durable}`);
}

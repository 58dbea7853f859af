import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { onCluster } from './on-cluster.js';
import { plainStatement } from './plain-statement.js';

/**
 * What every table needs, of Weir and of Data Pools.
 *
 * So that a power failure loses none of its rows: inserted parts are synced, and so are merged and mutated
 * ones before they replace their sources. chDB deletes those sources at once unless it is told to keep them. They are kept for
 * longer than it takes to notice that a write failed, and than the kernel keeps anything in memory: whatever is wrong with
 * a new part, the engine takes its sources back at the next start.
 *
 * So that many small inserts are not merged with the same large part each time: parts are merged when they are 12 times as large as the
 * largest of them, instead of five times. The engine adds 5 MB to the size of each part, so with five times it merged the first
 * 2.5 MB of a table again for every four inserts. 400 inserts of 250 rows were written 14 times, and are now written 5.3 times.
 */
const settings: Readonly<Record<string, number>> = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  old_parts_lifetime: 120,
  merge_selector_base: 12,
};

const assignments = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);

/** For SETTINGS in the definition of a table. */
export const settingsOfTables: string = assignments.join(', ');

export interface StoredTable {
  readonly database: string;
  readonly name: string;
}

/** The tables with parts, of Weir and of Data Pools, that lack one of the settings, such as those of older versions. */
export const tablesWithOtherSettings: Statement = {
  text: `SELECT database, name FROM system.tables
WHERE (database = 'weir' OR startsWith(database, 'ENV')) AND endsWith(engine, 'MergeTree')
  AND NOT hasAll(splitByString(', ', extract(engine_full, ' SETTINGS (.*)$')), splitByString(', ', {settings:String}))`,
  parameters: { settings: settingsOfTables },
  tables: [],
};

export function changeSettings({ database, name }: StoredTable, cluster: string | undefined): Statement {
  const table = `${quoteIdentifier(database)}.${quoteIdentifier(name)}`;
  return plainStatement(`ALTER TABLE ${table}${onCluster(cluster)} MODIFY SETTING ${settingsOfTables}`);
}

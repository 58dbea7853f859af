import { join } from 'node:path';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import { quarantinedDataPoolId, quarantineOf } from '../catalog/quarantine.js';
import type { Config } from '../config.js';
import { type DefinedTable, EngineFiles } from '../engine/embedded/engine-files.js';
import type { Statement } from '../engine/engine.js';
import { projectionOf } from '../jobs/run-booster.js';
import { projectionDefinition } from '../sql/booster-projection.js';
import { createChangedRecords } from '../sql/changed-records.js';
import { loadParsers } from '../sql/compiler/parsers.js';
import { createDataPoolTable } from '../sql/data-pool-ddl.js';
import { createIntakeStatistics } from '../sql/intake-statistics.js';
import { createQueryHistory } from '../sql/query-history.js';
import { createReceipts } from '../sql/receipts.js';
import { createRecentRefusals } from '../sql/recent-refusals.js';
import { serviceDatabase } from '../sql/service-table.js';
import { storedDefinition } from '../sql/stored-definition.js';

/** For what the embedded engine cannot read. */
export const damagedPath = ({ dataDirectory }: Config): string => join(dataDirectory, 'damaged');

/**
 * Before the embedded engine starts: rewrites the definitions that it could not read, from the catalog. Their rows stay. What
 * cannot be restored was never used: the table of a job that has not begun, or of something that the catalog does not know.
 */
export async function repairDefinitions(config: Config, catalog: Catalog, log: Log): Promise<void> {
  const { dataDirectory } = config;
  const files = new EngineFiles(join(dataDirectory, 'engine'), damagedPath(config));
  for (const name of files.damagedDatabases()) {
    const isRepaired = files.repairDatabase(name);
    if (!isRepaired) files.setDatabaseAside(name);
    log.warn({ database: name, isRepaired }, 'the definition of a database was damaged');
  }
  for (const table of [...files.damagedTables(), ...(await lostTables(files, catalog))]) {
    const uuid = files.uuidOf(table);
    const create = uuid && (await creationOf(config, catalog, files, table));
    if (uuid && create) files.writeTable(table, storedDefinition(create, uuid));
    else files.setTableAside(table);
    log.warn({ ...table, isRepaired: Boolean(create) }, 'the definition of a table was damaged');
  }
  for (const path of files.repairTableFolders()) log.warn({ path }, 'a file of a table was damaged');
}

async function lostTables(files: EngineFiles, catalog: Catalog): Promise<DefinedTable[]> {
  const lost: DefinedTable[] = [];
  for await (const pool of catalog.dataPools.withStatus(['LIVE'])) {
    const tables = [pool, quarantineOf(pool)].map(({ environmentId, id }) => ({
      database: environmentId,
      table: id,
    }));
    lost.push(...tables.filter((table) => files.isLost(table)));
  }
  return lost;
}

async function creationOf(
  { queryHistoryDays }: Config,
  catalog: Catalog,
  files: EngineFiles,
  table: DefinedTable,
): Promise<Statement | undefined> {
  if (table.database !== serviceDatabase) return await creationOfDataPool(catalog, files, table);
  return [
    createIntakeStatistics(undefined),
    createQueryHistory(queryHistoryDays, undefined),
    createReceipts(undefined),
    createChangedRecords(undefined),
    createRecentRefusals(undefined),
  ]
    .flat()
    .map(({ statement }) => statement)
    .find(({ text }) => text.startsWith(`CREATE TABLE IF NOT EXISTS ${table.database}.${table.table} (`));
}

async function creationOfDataPool(
  catalog: Catalog,
  files: EngineFiles,
  table: DefinedTable,
): Promise<Statement | undefined> {
  const quarantined = quarantinedDataPoolId(table.table);
  const pool = await catalog.dataPools.findById(table.database, quarantined ?? table.table);
  if (!pool) return undefined;
  if (quarantined !== undefined) return createDataPoolTable(quarantineOf(pool), undefined)[0];
  const boosters = await catalog.boosters.ofDataPool(pool.environmentId, pool.id);
  const parsers = await loadParsers();
  const sources = await catalog.materializedViews.sources();
  const definition = {
    ...pool,
    dictionaryColumns: files.dictionaryColumnsOf(table),
    projections: boosters
      .filter(({ status }) => status === 'LIVE')
      .map((booster) => projectionDefinition(projectionOf(parsers, pool, booster))),
    keepsBlockNumbers: sources.some(({ sourceDataPoolId }) => sourceDataPoolId === pool.id),
  };
  return createDataPoolTable(definition, undefined)[0];
}

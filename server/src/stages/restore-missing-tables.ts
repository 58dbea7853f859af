import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { TableShape } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { Engine } from '../engine/engine.js';
import { createDataPoolTable, createEnvironment } from '../sql/data-pool-ddl.js';
import { plainStatement } from '../sql/plain-statement.js';

const readTimeoutMs = 30_000;

/**
 * Creates the tables that the catalog has and the embedded engine has not: a definition that could not be repaired, because there
 * was nothing left of its table.
 */
export async function restoreMissingTables(engine: Engine, catalog: Catalog, log: Log): Promise<void> {
  const { rows } = await engine.query({
    id: newId('query'),
    statement: plainStatement("SELECT concat(database, '.', name) FROM system.tables"),
    limits: { timeoutMs: readTimeoutMs },
    asWriter: true,
  });
  const existing = new Set(rows.map(([name]) => String(name)));
  const restore = async (table: TableShape) => {
    if (existing.has(`${table.environmentId}.${table.id}`)) return;
    log.error({ dataPoolId: table.id }, 'the table of a Data Pool was missing; an empty one is created');
    await engine.command(createEnvironment(table.environmentId, undefined));
    for (const statement of createDataPoolTable(table, undefined)) await engine.command(statement);
  };
  for await (const pool of catalog.dataPools.withStatus(['LIVE'])) {
    await restore(pool);
    const source = await catalog.dataSources.findById(pool.environmentId, pool.dataSourceId);
    if (source?.type === 'WEBHOOK' && source.settings.errorHandling === 'QUARANTINE')
      await restore(quarantineOf(pool));
  }
}

import { newId } from '../base/ids.js';
import type { Engine } from '../engine/engine.js';
import { changeSettings, tablesWithOtherSettings } from '../sql/stored-table.js';

const readTimeoutMs = 30_000;

/** Gives the tables that older versions of Weir created the settings that new ones have. Returns how many needed it. */
export async function updateTableSettings(engine: Engine, cluster: string | undefined): Promise<number> {
  const { rows } = await engine.query({
    id: newId('query'),
    statement: tablesWithOtherSettings,
    limits: { timeoutMs: readTimeoutMs },
    asWriter: true,
  });
  for (const [database, name] of rows)
    await engine.command(changeSettings({ database: String(database), name: String(name) }, cluster));
  return rows.length;
}

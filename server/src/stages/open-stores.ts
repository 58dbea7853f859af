import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { DataVersions } from '../base/data-versions.js';
import { lockDirectory } from '../base/directory-lock.js';
import { readNodeId } from '../base/node-id.js';
import { StartProblem } from '../base/start-problem.js';
import { type Catalog, openCatalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import type { Engine } from '../engine/engine.js';
import { Journal } from '../ingest/journal/journal.js';
import { openEngine } from './open-engine.js';
import type { StageContext } from './stage-context.js';

export interface Stores {
  readonly nodeId: string;
  /** As it is. Everything but the intake goes through the intake's engine, which waits for what was acknowledged. */
  readonly engine: Engine;
  /** How often the records of each Data Pool have changed. */
  readonly versions: DataVersions;
  readonly catalog: Catalog;
  /** Where small requests are kept between their answer and their table. */
  readonly journalDirectory: string | undefined;
}

/** The data directory, locked, with the engine and the catalog. */
export async function openStores(context: StageContext): Promise<Stores> {
  const { config, onStop } = context;
  const lock = lockDirectory(config.dataDirectory);
  onStop(() => lock.release());
  const journal = join(config.dataDirectory, 'journal');
  if (config.engine.url) refuseLeftEvents(journal);
  const engine = await openEngine(context);
  onStop(() => engine.close());
  const catalog = await openCatalogOf(config);
  onStop(() => catalog.close());
  return {
    nodeId: readNodeId(config.dataDirectory),
    engine,
    versions: new DataVersions(),
    catalog,
    // A ClickHouse server is also read by others, who could not know what waits here.
    journalDirectory: config.engine.url ? undefined : journal,
  };
}

async function openCatalogOf({ databaseUrl, dataDirectory }: Config): Promise<Catalog> {
  const database = databaseUrl
    ? ({ kind: 'postgres', url: databaseUrl.href } as const)
    : ({ kind: 'sqlite', path: join(dataDirectory, 'catalog.sqlite') } as const);
  return await openCatalog({ database, clock: systemClock }).catch((error: Error) => {
    throw new StartProblem(error.message, { cause: error });
  });
}

/** Left by a crash: what the embedded engine's owner acknowledged belongs into its tables, not into a server's. */
function refuseLeftEvents(directory: string): void {
  const requests = existsSync(directory) ? new Journal(directory).left.length : 0;
  if (requests === 0) return;
  throw new StartProblem(
    `${directory} holds ${requests} requests that were acknowledged and are not in the embedded engine's tables yet; start once without WEIR_CLICKHOUSE_URL, or use another WEIR_DATA_DIR`,
  );
}

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { systemClock } from '../base/clock.js';
import { DataVersions } from '../base/data-versions.js';
import { lockDirectory } from '../base/directory-lock.js';
import { freeBytes } from '../base/free-bytes.js';
import { readNodeId } from '../base/node-id.js';
import { readEncryptionKey, SealedTexts } from '../base/sealed-texts.js';
import { StartProblem } from '../base/start-problem.js';
import { type Catalog, openCatalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import { startFreeBytesMin } from '../engine/embedded/host-files.js';
import type { Engine } from '../engine/engine.js';
import { Journal } from '../ingest/journal/journal.js';
import { Damage } from '../provision/damage.js';
import { updateTableSettings } from '../provision/update-table-settings.js';
import { leaveOutUnreadable } from './leave-out-unreadable.js';
import { requireFreePort } from './listening-problem.js';
import { openEngine } from './open-engine.js';
import { damagedPath, repairDefinitions } from './repair-definitions.js';
import { restoreMissingTables } from './restore-missing-tables.js';
import type { StageContext } from './stage-context.js';

const privateDirectoryMode = 0o700;

export interface Stores {
  readonly nodeId: string;
  /** Direct access. Everything except the intake uses the intake's engine, which waits for acknowledged rows. */
  readonly engine: Engine;
  /** Counts the changes to each Data Pool's records. */
  readonly versions: DataVersions;
  readonly catalog: Catalog;
  /** Undefined while nodes that share a catalog have no key in common. */
  readonly sealedTexts: SealedTexts | undefined;
  readonly damage: Damage;
  /** The directory of the journal, a write-ahead log for small requests. */
  readonly journalDirectory: string | undefined;
}

/** Locks the data directory, and opens the catalog and the engine. */
export async function openStores(context: StageContext): Promise<Stores> {
  const { config, log, onStop, registry } = context;
  if (!config.engine.url) requireSpace(config.dataDirectory);
  const lock = lockDirectory(config.dataDirectory);
  onStop(() => lock.release());
  await requireFreePort(config.http);
  const journal = join(config.dataDirectory, 'journal');
  if (config.engine.url) refuseLeftEvents(journal);
  const catalog = await openCatalogOf(config);
  onStop(() => catalog.close());
  const engine: Engine = await openEngine(context, {
    beforeStart: async () => {
      await repairDefinitions(config, catalog, log);
      await leaveOutUnreadable(config, log);
    },
    afterRestart: () =>
      damage.look().catch((err: unknown) => log.warn({ err }, 'looking for damaged parts failed')),
    onBrokenPart: (path) => damage.suspect(path),
  });
  onStop(() => engine.close());
  const versions = new DataVersions();
  const missing = missingParts(registry);
  const damage = new Damage({
    engine,
    catalog,
    log,
    clock: systemClock,
    asidePath: damagedPath(config),
    changed: (dataPoolId) => versions.bump(dataPoolId),
    onLooked: (parts) => missing.set(parts),
  });
  if (!config.engine.url) {
    await restoreMissingTables(engine, catalog, log);
    await damage.look();
  }
  const changed = await updateTableSettings(engine, config.engine.cluster);
  if (changed > 0)
    log.info({ tables: changed }, 'tables of an older version have the settings of this one now');
  return {
    nodeId: readNodeId(config.dataDirectory),
    engine,
    versions,
    catalog,
    sealedTexts: openSealedTexts(config),
    damage,
    // Other clients read a ClickHouse server too, and would not see rows that are only in the journal.
    journalDirectory: config.engine.url ? undefined : journal,
  };
}

const missingParts = (registry: Registry) =>
  new Gauge({
    name: 'weir_engine_missing_parts',
    help: 'Parts of tables that the embedded engine could not read, whose records are missing',
    registers: [registry],
  });

/** On a full disk nothing is touched: the start itself would write files, and what it could not write would be missing. */
function requireSpace(dataDirectory: string): void {
  mkdirSync(dataDirectory, { recursive: true, mode: privateDirectoryMode });
  const bytes = freeBytes(dataDirectory);
  if (bytes >= startFreeBytesMin) return;
  throw new StartProblem(
    `The disk of the data directory ${dataDirectory} has ${bytes} bytes of free space, and the engine needs ${startFreeBytesMin} to start; free some space, or move the directory to a larger disk`,
  );
}

/** With `mustExist`, a catalog that a service may be using. */
export async function openCatalogOf(
  { databaseUrl, dataDirectory }: Config,
  { mustExist = false } = {},
): Promise<Catalog> {
  const database = databaseUrl
    ? ({ kind: 'postgres', url: databaseUrl.href } as const)
    : ({ kind: 'sqlite', path: join(dataDirectory, 'catalog.sqlite') } as const);
  return await openCatalog({ database, clock: systemClock, mustExist }).catch((error: Error) => {
    throw new StartProblem(error.message, { cause: error });
  });
}

/** A generated key is in the data directory, which nodes do not share. */
function openSealedTexts({ encryptionKey, databaseUrl, dataDirectory }: Config): SealedTexts | undefined {
  if (encryptionKey === undefined && databaseUrl) return undefined;
  return new SealedTexts(encryptionKey ?? readEncryptionKey(dataDirectory));
}

/** After a crash, acknowledged events belong in the embedded engine's tables, not in a server's. */
function refuseLeftEvents(directory: string): void {
  const requests = existsSync(directory) ? new Journal(directory).left.length : 0;
  if (requests === 0) return;
  throw new StartProblem(
    `${directory} contains ${requests} acknowledged requests that are not in the embedded engine's tables yet; start once without WEIR_CLICKHOUSE_URL, or set WEIR_DATA_DIR to another directory`,
  );
}

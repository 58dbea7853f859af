import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../server/src/base/clock.js';
import { type Catalog, type CatalogOptions, openCatalog } from '../../server/src/catalog/catalog.js';
import type { DatabaseConfig } from '../../server/src/catalog/database-config.js';
import { freshDatabase } from './fresh-database.js';

/** A directory that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'weir-catalog-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Both databases of the catalog, for `describe.each`: they must behave the same. */
export const catalogDatabases: readonly { name: string; fresh: () => Promise<DatabaseConfig> }[] = [
  { name: 'SQLite', fresh: async () => ({ kind: 'sqlite', path: join(temporaryDirectory(), 'catalog.db') }) },
  { name: 'PostgreSQL', fresh: async () => ({ kind: 'postgres', url: await freshDatabase() }) },
];

/** One node's catalog, closed after the test. */
export async function openNode(
  database: DatabaseConfig,
  options: Partial<CatalogOptions> = {},
): Promise<Catalog> {
  const catalog = await openCatalog({ clock: systemClock, ...options, database });
  onTestFinished(() => catalog.close());
  return catalog;
}

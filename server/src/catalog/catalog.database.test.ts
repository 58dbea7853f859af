import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode, temporaryDirectory } from '../../../tests/support/catalog-databases.js';
import { freshDatabase } from '../../../tests/support/fresh-database.js';
import { systemClock } from '../base/clock.js';
import { openDatabase } from './database.js';
import type { DatabaseConfig } from './database-config.js';
import { LibsqlDialect } from './sqlite-dialect.js';

type MigrationTables = Record<'weir_migration' | 'made_by_test', { name: string; timestamp: string }>;

/** The database as it is, without the catalog's own way in. */
async function behind<T>(
  config: DatabaseConfig,
  work: (db: Kysely<MigrationTables>) => Promise<T>,
): Promise<T> {
  const dialect =
    config.kind === 'sqlite'
      ? new LibsqlDialect(config.path, systemClock)
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) });
  const db = new Kysely<MigrationTables>({ dialect });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function failure(config: DatabaseConfig): Promise<Error> {
  try {
    const db = await openDatabase(config, systemClock);
    await db.destroy();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It opened');
}

describe.each(catalogDatabases)('the catalog database on $name', ({ fresh }) => {
  it('opens again with what was written before', async () => {
    const config = await fresh();
    const first = await openNode(config);
    const { id } = await first.environments.create({ uniqueName: 'production' }, 'system');
    await first.close();
    const second = await openNode(config);
    expect(await second.environments.findById(id)).toMatchObject({ uniqueName: 'production' });
  });

  it('is migrated once by nodes that start together', async () => {
    const config = await fresh();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openNode(config)));
    await Promise.all(nodes.map((node) => node.ping()));
    const names = await behind(config, (db) => db.selectFrom('weir_migration').select('name').execute());
    expect(names[0]).toEqual({ name: '0001-first-schema' });
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it('refuses a catalog of a newer version in one line, and leaves it untouched', async () => {
    const config = await fresh();
    await (await openNode(config)).close();
    const later = { name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00.000Z' };
    await behind(config, (db) => db.insertInto('weir_migration').values(later).execute());
    const everything = () =>
      behind(config, async (db) => ({
        tables: await db.introspection.getTables({ withInternalKyselyTables: true }),
        migrations: await db.selectFrom('weir_migration').selectAll().execute(),
      }));
    const before = await everything();
    const error = await failure(config);
    expect(error.message).toMatch(/newer version of Weir.*"9999-from-the-future".*Nothing was changed/);
    expect(error.message).not.toContain('\n');
    expect(await everything()).toEqual(before);
  });

  it('refuses text that one of the databases would lose, rather than change it', async () => {
    const catalog = await openNode(await fresh());
    for (const description of ['a\u0000b', 'a\ud800b']) {
      await expect(
        catalog.environments.create({ uniqueName: 'odd', description }, 'system'),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

describe('a catalog database that cannot be opened', () => {
  const password = 'sw0rdfish';

  it('names host, port and database of a PostgreSQL that does not answer, and never the password', async () => {
    const error = await failure({ kind: 'postgres', url: `postgres://weir:${password}@127.0.0.1:1/orders` });
    expect(error.message).toBe(
      'Cannot reach the catalog database (PostgreSQL at 127.0.0.1:1, database "orders"): connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(inspect(error, { depth: 10 })).not.toContain(password);
  });

  it('says what PostgreSQL said when it refuses the login or has no such database', async () => {
    const wrongPassword = new URL(await freshDatabase());
    wrongPassword.password = password;
    const refused = await failure({ kind: 'postgres', url: wrongPassword.href });
    expect(refused.message).toContain('password authentication failed for user "weir"');
    expect(inspect(refused, { depth: 10 })).not.toContain(password);

    const absent = new URL(await freshDatabase());
    absent.pathname = '/absent';
    expect((await failure({ kind: 'postgres', url: absent.href })).message).toContain(
      'database "absent" does not exist',
    );
  });

  it('does not repeat a URL that it cannot read', async () => {
    const error = await failure({ kind: 'postgres', url: `postgres://weir:${password}@host:port/db` });
    expect(error.message).toBe('The catalog database URL is not a valid postgres:// URL');
    expect(inspect(error, { depth: 10 })).not.toContain(password);
  });

  it('names the SQLite file that is not a database, and leaves it alone', async () => {
    const path = join(temporaryDirectory(), 'catalog.db');
    writeFileSync(path, 'a diary, not a database\n'.repeat(100));
    const before = readFileSync(path);
    expect((await failure({ kind: 'sqlite', path })).message).toBe(
      `Cannot reach the catalog database (SQLite file ${path}): file is not a database`,
    );
    expect(readFileSync(path)).toEqual(before);
  });

  it('names the SQLite file that cannot be made', async () => {
    const path = join(temporaryDirectory(), 'file', 'catalog.db');
    writeFileSync(join(path, '..'), '');
    expect((await failure({ kind: 'sqlite', path })).message).toContain(`SQLite file ${path}`);
  });
});

it('keeps the SQLite file, which holds signing keys, from other users of the machine', async () => {
  const path = join(temporaryDirectory(), 'made', 'for', 'it', 'catalog.db');
  await openNode({ kind: 'sqlite', path });
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('waits for another writer of the SQLite file without stopping this process', async () => {
  const config: DatabaseConfig = { kind: 'sqlite', path: join(temporaryDirectory(), 'catalog.db') };
  const catalog = await openNode(config);
  await behind(config, async (db) => {
    let written = false;
    let waiting: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async () => {
      waiting = catalog.environments.create({ uniqueName: 'waited' }, 'system').then(() => {
        written = true;
      });
      // Only an event loop that runs comes back from a timer while the write waits.
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(written).toBe(false);
    });
    await waiting;
  });
  expect(await catalog.environments.findByUniqueName('waited')).toBeDefined();
});

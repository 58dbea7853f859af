import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../../tests/support/catalog-databases.js';
import { sampleDataSource } from '../../../../tests/support/catalog-samples.js';
import { systemClock } from '../../base/clock.js';
import { newId, newWebhookKey } from '../../base/ids.js';
import type { DatabaseConfig } from '../database-config.js';
import { LibsqlDialect } from '../sqlite-dialect.js';
import { firstSchema } from './0001-first-schema.js';
import { idempotencyKeys } from './0002-idempotency-keys.js';
import { serviceSecrets } from './0003-service-secrets.js';
import { accessPolicies } from './0004-access-policies.js';
import { jobs } from './0005-jobs.js';

const before: Record<string, Migration> = {
  '0001-first-schema': firstSchema,
  '0002-idempotency-keys': idempotencyKeys,
  '0003-service-secrets': serviceSecrets,
  '0004-access-policies': accessPolicies,
  '0005-jobs': jobs,
};

type Row = Record<string, string | number | null>;
type OldTables = Record<'environment' | 'used_webhook_key' | 'data_source' | 'data_pool' | 'metric', Row>;

const audit = { created_at: 1, created_by: 'APP1', modified_at: 2, modified_by: 'APP2' };
const environmentId = newId('environment');
const password = { username: 'sender', passwordHash: 'a hash' };

/** The rows of a Data Source with a Data Pool and a Metric, as they were before there were settings. */
function oldRows(name: string, basicAuth: object | null) {
  const dataSourceId = newId('dataSource');
  const dataPoolId = newId('dataPool');
  const named = { environment_id: environmentId, unique_name: name, description: `${name} “été”`, ...audit };
  const { dataPool } = sampleDataSource(name);
  return {
    key: newWebhookKey(),
    source: {
      ...named,
      id: dataSourceId,
      type: 'WEBHOOK',
      status: 'CONNECTED',
      status_reason: null,
      basic_auth: basicAuth && JSON.stringify(basicAuth),
    },
    pool: {
      ...named,
      id: dataPoolId,
      data_source_id: dataSourceId,
      status: 'LIVE',
      status_reason: null,
      timestamp_column: dataPool.timestamp,
      unique_id_column: null,
      columns: JSON.stringify(dataPool.columns),
      table_settings: JSON.stringify(dataPool.tableSettings),
      access_control_enabled: 1,
      data_retention_in_days: null,
    },
    metric: {
      ...named,
      id: newId('metric'),
      data_pool_id: dataPoolId,
      aggregation: JSON.stringify({ type: 'COUNT' }),
      dimensions: '[]',
      timestamp_column: null,
      filter_sql: null,
      filters: '[]',
    },
  };
}

type OldRows = ReturnType<typeof oldRows>;

async function makeOldCatalog(config: DatabaseConfig, sources: readonly OldRows[], deletedKey: string) {
  const dialect =
    config.kind === 'sqlite'
      ? new LibsqlDialect(config.path, systemClock)
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) });
  const db = new Kysely<OldTables>({ dialect });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => before },
    migrationTableName: 'weir_migration',
    migrationLockTableName: 'weir_migration_lock',
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const environment = { id: environmentId, unique_name: 'production', description: null, ...audit };
  await db.insertInto('environment').values(environment).execute();
  await db.insertInto('used_webhook_key').values({ webhook_key: deletedKey }).execute();
  for (const { key, source, pool, metric } of sources) {
    await db.insertInto('used_webhook_key').values({ webhook_key: key }).execute();
    await db
      .insertInto('data_source')
      .values({ ...source, webhook_key: key })
      .execute();
    await db.insertInto('data_pool').values(pool).execute();
    await db.insertInto('metric').values(metric).execute();
  }
  await db.destroy();
}

describe.each(catalogDatabases)('a catalog of the old form on $name', ({ fresh }) => {
  it('opens with every Data Source, its key, its password and what depends on it', async () => {
    const config = await fresh();
    const deletedKey = newWebhookKey();
    const open = oldRows('visits', null);
    const closed = oldRows('orders', password);
    await makeOldCatalog(config, [open, closed], deletedKey);

    const catalog = await openNode(config);
    expect(await catalog.environments.findById(environmentId)).toMatchObject({ weekStart: 'MONDAY' });
    for (const [{ key, source, pool, metric }, basicAuth] of [
      [open, null],
      [closed, password],
    ] as const) {
      const found = await catalog.dataSources.findByWebhookKey(key);
      expect(found).toEqual({
        id: source.id,
        environmentId,
        uniqueName: source.unique_name,
        description: source.description,
        type: 'WEBHOOK',
        status: 'CONNECTED',
        statusReason: null,
        settings: { webhookKey: key, basicAuth },
        createdAt: 1,
        createdBy: 'APP1',
        modifiedAt: 2,
        modifiedBy: 'APP2',
      });
      expect(await catalog.dataSources.findById(environmentId, source.id)).toEqual(found);
      expect(await catalog.dataPools.findByDataSource(environmentId, source.id)).toMatchObject({
        id: pool.id,
        // The table was created without.
        rowIdInSortKey: false,
      });
      expect((await catalog.metrics.findById(environmentId, metric.id))?.dataPoolId).toBe(pool.id);
    }
    expect(await catalog.dataSources.findByWebhookKey(deletedKey)).toBeUndefined();
  });

  it('still refuses old keys and taken names, and keeps Data Pools tied to their Data Sources', async () => {
    const config = await fresh();
    const deletedKey = newWebhookKey();
    const orders = oldRows('orders', password);
    await makeOldCatalog(config, [orders], deletedKey);

    const { dataSources, dataPools, metrics } = await openNode(config);
    const made = sampleDataSource('fresh');
    for (const webhookKey of [deletedKey, orders.key]) {
      const again = { ...made, settings: { ...made.settings, webhookKey } };
      await expect(dataSources.create(environmentId, again, 'test')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This webhook key has been used before',
      });
    }
    await expect(dataSources.create(environmentId, sampleDataSource('orders'), 'test')).rejects.toMatchObject(
      { code: 'CONFLICT' },
    );
    expect((await dataSources.create(environmentId, made, 'test')).dataSource.uniqueName).toBe('fresh');

    await expect(dataSources.delete(environmentId, orders.source.id)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await metrics.delete(environmentId, orders.metric.id);
    await dataSources.delete(environmentId, orders.source.id);
    expect(await dataPools.findById(environmentId, orders.pool.id)).toBeUndefined();
    expect(await dataSources.findByWebhookKey(orders.key)).toBeUndefined();
  });
});

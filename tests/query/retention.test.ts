import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../server/src/base/errors.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { retentionOf } from '../../server/src/graphql/data-pool/retention.js';
import { modifyDataPool } from '../../server/src/provision/data-pools.js';
import type { Provision } from '../../server/src/provision/data-sources.js';
import { expiredRecords } from '../../server/src/provision/table-size.js';
import { counter } from '../../server/src/query/counter.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read, sql } from '../support/engines.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/** Old records are really gone, by the engine's own clock. */
let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const dayMs = 86_400_000;
const daysAgo = (days: number) =>
  new Date(Date.now() - days * dayMs).toISOString().replace('T', ' ').replace('Z', '');

const columns = [{ name: 'at', type: 'TIMESTAMP', nullable: false }] as const;

const count = async (pool: DataPool) =>
  (
    await counter(node.services, node.caller, {
      metric: { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } },
    })
  ).value;

describe('retention', () => {
  it('removes what is older as soon as it is set, and keeps the rest', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, [{ at: daysAgo(40) }, { at: daysAgo(20) }, { at: daysAgo(1) }]);
    const changed = await modifyDataPool(
      node.catalog,
      node.provision,
      pool,
      { dataRetentionInDays: 30 },
      'test',
    );
    expect(changed.dataRetentionInDays).toBe(30);
    await expect.poll(() => count(pool)).toBe('2');
    await modifyDataPool(node.catalog, node.provision, changed, { dataRetentionInDays: 10 }, 'test');
    await expect.poll(() => count(pool)).toBe('1');
  });

  it.each([
    ['the longest retention', { dataRetentionInDays: 36_500 }],
    ['a retention of one day', { dataRetentionInDays: 1 }],
  ])('counts in years beyond 2106 and before 1970: %s', async (_, changes) => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    const isLong = changes.dataRetentionInDays > 1;
    await node.insert(pool, [
      { at: '2200-01-01 00:00:00' },
      { at: daysAgo(10) },
      { at: '1901-01-01 00:00:00' },
    ]);
    const changed = await modifyDataPool(node.catalog, node.provision, pool, changes, 'test');
    await node.engine.command(sql(`OPTIMIZE TABLE ${tableName(pool)} FINAL`));
    await expect.poll(() => count(changed)).toBe(isLong ? '2' : '1');
    expect(await expiredRecords(node.engine, changed)).toBe('0');
  });

  it('removes what comes too late when the table is merged, and by a ttl of the table as well', async () => {
    const pool = await node.createPool({
      columns,
      timestamp: 'at',
      tableSettings: { ttl: 'at + INTERVAL 7 DAY', engine: { type: 'MERGE_TREE' } },
    });
    await node.insert(pool, [{ at: daysAgo(8) }, { at: daysAgo(6) }]);
    await node.engine.command(sql(`OPTIMIZE TABLE ${tableName(pool)} FINAL`));
    await expect.poll(() => count(pool)).toBe('1');
  });

  it('reaches the table when it is set again after the engine was away, to remove records and to keep them', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, [{ at: daysAgo(40) }, { at: daysAgo(1) }]);
    const isUnavailable = new Proxy(node.provision, {
      get: () => async () => {
        throw unavailable('The engine is away');
      },
    });
    const current = async () => {
      const found = await node.catalog.dataPools.findById(pool.environmentId, pool.id);
      if (!found) throw new Error('The Data Pool is gone');
      return found;
    };
    const set = async (provision: Provision, dataRetentionInDays: number) =>
      await modifyDataPool(node.catalog, provision, await current(), { dataRetentionInDays }, 'test');
    const expires = async () => {
      const { rows } = await read(
        node.engine,
        `SELECT position(engine_full, ' TTL ') > 0 FROM system.tables WHERE name = '${pool.id}'`,
      );
      return rows[0]?.[0] === 1;
    };
    await expect(set(isUnavailable, 30)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await set(node.provision, 30);
    await expect.poll(() => count(pool)).toBe('1');
    await expect(set(isUnavailable, 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await expires()).toBe(true);
    await set(node.provision, 0);
    expect(await expires()).toBe(false);
    // Nothing to keep from, and nothing wrong with asking for it.
    expect(await set(node.provision, 0)).toMatchObject({ dataRetentionInDays: null });
  });

  it("is said in the Data Pool's details: the setting, the column, how long, and both when there are two", async () => {
    const kept = await node.createPool({ columns, timestamp: 'at' });
    expect(retentionOf(kept)).toBeNull();
    const both = await node.createPool({
      columns,
      timestamp: 'at',
      tableSettings: { ttl: '_service_received_at + INTERVAL 1 YEAR' },
    });
    const changed = await modifyDataPool(
      node.catalog,
      node.provision,
      both,
      { dataRetentionInDays: 30 },
      'test',
    );
    expect(retentionOf(changed)).toMatchObject({
      description:
        'Records are removed permanently once _service_received_at is more than 1 year in the past or at is more than 30 days in the past. This happens in the background, usually within four hours.',
      rules: [
        { setting: 'TTL', columnName: '_service_received_at', amount: 1, unit: 'YEAR' },
        { setting: 'DATA_RETENTION_IN_DAYS', columnName: 'at', amount: 30, unit: 'DAY' },
      ],
    });
    // In a table that has no such rule yet, so that nothing removes them meanwhile.
    await node.insert(kept, [{ at: daysAgo(40) }, { at: daysAgo(1) }]);
    expect(await expiredRecords(node.engine, { ...kept, dataRetentionInDays: 30 })).toBe('1');
    expect(await expiredRecords(node.engine, kept)).toBe('0');
  });
});

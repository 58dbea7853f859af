import { beforeAll, describe, expect, it } from 'vitest';
import {
  createView,
  expectSame,
  findView,
  statusBecomes,
  tableOf,
  viewFields,
} from '../support/materialized-views.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'country', type: 'STRING', nullable: false },
  { name: 'price', type: 'INT64' },
];
let names = 0;
const newName = (kind: string) => `${kind}_${++names}`;
const order = (n: number) => ({
  at: `2026-0${(n % 3) + 1}-1${n % 10} 10:00:00`,
  country: ['DE', 'FR', 'US'][n % 3],
  price: n % 5 === 0 ? null : n,
});
const orders = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => order(from + n));

const newOrders = async (settings: object = {}) => {
  const uniqueName = newName('orders');
  return {
    uniqueName,
    ...(await createWebhook(service, columns, { timestamp: 'at', ...settings }, { uniqueName })),
  };
};

const plain = (name: string) => ({
  sql: `SELECT at, upper(country) AS land, price * 2 AS twice FROM ${name} WHERE price > 3`,
  destination: { newDataPool: { timestamp: { columnName: 'at' } } },
});
const plainSame = [
  'SELECT at, country, price * 2 FROM $table WHERE price > 3 ORDER BY at, price',
  'SELECT at, land, twice FROM $table ORDER BY at, twice',
] as const;

describe('a materialized view', () => {
  it('adds the results for new records to a new Data Pool, which queries read like any other', async () => {
    const source = await newOrders();
    await post(service, source.path, orders(0, 10));
    const view = await createView(service, { uniqueName: newName('view'), ...plain(source.uniqueName) });
    expect(view).toMatchObject({
      status: 'LIVE',
      progress: 1,
      error: null,
      source: { id: source.dataPoolId },
      destination: { uniqueName: view.uniqueName },
    });
    await post(service, source.path, orders(100, 160));
    await expectSame(service, source, view, [
      'SELECT at, country, price * 2 FROM $table WHERE price >= 100 ORDER BY at, price',
      plainSame[1],
    ]);
    const { sqlV1, dataPool } = await service.request<{
      sqlV1: { rows: string[][] };
      dataPool: { columns: { nodes: unknown[] }; timestamp: object; dataSource: object };
    }>(
      `query ($sql: String!, $id: ID!) {
        sqlV1(input: { query: $sql }) { rows }
        dataPool(id: $id) {
          columns { nodes { columnName type isNullable } } timestamp { columnName }
          dataSource { type connectionSettings { ... on MaterializedViewConnectionSettings { materializedView { id } } } }
        }
      }`,
      { sql: `SELECT COUNT(*) FROM ${view.uniqueName}`, id: view.destination.id },
    );
    expect(sqlV1.rows).toEqual([['48']]);
    expect(dataPool).toEqual({
      columns: {
        nodes: [
          { columnName: '_service_received_at', type: 'TIMESTAMP', isNullable: false },
          { columnName: '_service_payload', type: 'JSON', isNullable: false },
          { columnName: 'at', type: 'TIMESTAMP', isNullable: false },
          { columnName: 'land', type: 'STRING', isNullable: true },
          { columnName: 'twice', type: 'INT64', isNullable: true },
        ],
      },
      timestamp: { columnName: 'at' },
      dataSource: {
        type: 'MATERIALIZED_VIEW',
        connectionSettings: { materializedView: { id: view.id } },
      },
    });
  });

  it('reads history first if asked, and nothing is lost or doubled while records arrive', async () => {
    const source = await newOrders();
    await post(service, source.path, orders(0, 2_000));
    let sending = true;
    let sent = 2_000;
    const senders = Array.from({ length: 4 }, async () => {
      while (sending) {
        const from = sent;
        sent += 20;
        expect((await post(service, source.path, orders(from, from + 20))).status).toBe(200);
      }
    });
    const input = { ...plain(source.uniqueName), backfillOptions: { backfill: true } };
    const views = await Promise.all(
      [1, 2].map(() => createView(service, { uniqueName: newName('view'), ...input })),
    );
    for (const { id } of views) await statusBecomes(service, id, 'LIVE');
    const target = sent + 1_000;
    await expect.poll(() => sent > target).toBe(true);
    sending = false;
    await Promise.all(senders);
    for (const view of views) await expectSame(service, source, view, plainSame);
    expect((await findView(service, views[0]?.id ?? '')).progress).toBe(1);
  });

  it('aggregates each step, which a table that sums adds up', async () => {
    const source = await newOrders();
    await post(service, source.path, orders(0, 500));
    const view = await createView(service, {
      uniqueName: newName('view'),
      sql: `SELECT date_trunc('day', at) AS day, country, COUNT(*) AS orders, COALESCE(SUM(price), 0)::bigint AS revenue FROM ${source.uniqueName} GROUP BY 1, 2`,
      destination: {
        newDataPool: {
          timestamp: { columnName: 'day' },
          tableSettings: {
            engine: { summingMergeTree: { columns: ['orders', 'revenue'] } },
            orderBy: ['day', 'country'],
          },
        },
      },
      backfillOptions: { backfill: true },
    });
    for (let n = 500; n < 1_000; n += 50) await post(service, source.path, orders(n, n + 50));
    const same = [
      "SELECT toStartOfDay(at, 'UTC') AS day, country, count(), sum(ifNull(price, 0)) FROM $table GROUP BY day, country ORDER BY day, country",
      "SELECT toStartOfDay(day, 'UTC'), country, sum(orders), sum(revenue) FROM $table GROUP BY day, country ORDER BY day, country",
    ] as const;
    await expectSame(service, source, view, same);
    // Recomputed, not added again.
    await service.request(
      'mutation ($id: ID!) { refreshMaterializedView(id: $id) { materializedView { status } } }',
      {
        id: view.id,
      },
    );
    await statusBecomes(service, view.id, 'LIVE');
    await expectSame(service, source, view, same);
  });

  it('fills an existing Data Pool beside its webhook, reads the newest of records that replace each other, and feeds other views', async () => {
    const source = await newOrders({ uniqueId: 'country' });
    const target = await newOrders();
    await post(service, target.path, orders(1, 4));
    const view = await createView(service, {
      uniqueName: newName('view'),
      sql: `SELECT * FROM ${source.uniqueName}`,
      destination: { existingDataPool: { name: target.uniqueName } },
      backfillOptions: { backfill: true },
    });
    const chained = await createView(service, {
      uniqueName: newName('view'),
      sql: `SELECT country, price FROM ${target.uniqueName} WHERE price > 1000`,
      destination: { newDataPool: {} },
    });
    await post(service, source.path, { at: '2026-05-01 00:00:00', country: 'DE', price: 4_000 });
    await expect
      .poll(() => stored(service, `SELECT country, price FROM ${tableOf(chained)}`))
      .toEqual([['DE', '4000']]);
    const all = `SELECT country, price, _service_payload != '{}' FROM ${target.table} ORDER BY country, price`;
    expect(await stored(service, all)).toEqual([
      ['DE', '3', 1],
      ['DE', '4000', 1],
      ['FR', '1', 1],
      ['US', '2', 1],
    ]);
    // A replacement is a new row; after a refresh there is only the newest.
    await post(service, source.path, { at: '2026-05-02 00:00:00', country: 'DE', price: 5_000 });
    await expect.poll(async () => (await stored(service, all)).length).toBe(5);
    await service.request(
      'mutation ($id: ID!) { refreshMaterializedView(id: $id) { materializedView { id } } }',
      {
        id: view.id,
      },
    );
    await expect
      .poll(async () => (await stored(service, all)).map(([, price]) => price))
      .toEqual(['3', '5000', '1', '2']);
    await expect(
      createView(service, {
        sql: `SELECT * FROM ${target.uniqueName}`,
        destination: { existingDataPool: { id: source.dataPoolId } },
      }),
    ).rejects.toThrow('would read its own results');
  });

  it('does not see deletions and updates of the source until it is refreshed, nor a column added later', async () => {
    const source = await newOrders();
    await post(service, source.path, orders(0, 100));
    const view = await createView(service, {
      uniqueName: newName('view'),
      sql: `SELECT * FROM ${source.uniqueName}`,
      destination: { newDataPool: { timestamp: { columnName: 'at' } } },
      backfillOptions: { backfill: true },
    });
    const counts = () => stored(service, `SELECT count(), countIf(price > 1000) FROM ${tableOf(view)}`);
    await expect.poll(counts).toEqual([['100', '0']]);
    const dataPool = source.dataPoolId;
    await runJob('Deletion', { dataPool, filterSql: "country = 'DE'" });
    await runJob('UpdateDataPoolRecords', {
      dataPool,
      filterSql: "country = 'FR'",
      set: [{ column: 'price', expression: '5000' }],
    });
    await runJob('AddColumnToDataPool', {
      dataPool,
      columnName: 'land',
      columnType: 'STRING',
      jsonProperty: 'country',
    });
    await post(service, source.path, orders(200, 210));
    await expect.poll(counts).toEqual([['110', '0']]);
    await service.request(
      'mutation ($id: ID!) { refreshMaterializedView(id: $id) { materializedView { id } } }',
      {
        id: view.id,
      },
    );
    const wanted = await stored(service, `SELECT count(), countIf(price > 1000) FROM ${source.table}`);
    await expect.poll(counts).toEqual(wanted);
    expect(wanted).not.toEqual([['110', '0']]);
  });

  it('stops when a record does not fit, says why, and starts over when it is refreshed', async () => {
    const source = await newOrders();
    const view = await createView(service, {
      uniqueName: newName('view'),
      sql: `SELECT at, 100 / price AS share FROM ${source.uniqueName}`,
      destination: { newDataPool: { timestamp: { columnName: 'at' } } },
    });
    await post(service, source.path, [{ ...order(1), price: 0 }]);
    await statusBecomes(service, view.id, 'FAILED');
    expect((await findView(service, view.id)).error?.message).toMatch(/division by zero/i);
    await runJob('Deletion', { dataPool: source.dataPoolId, filterSql: 'price = 0' });
    await post(service, source.path, [{ ...order(1), price: 50 }]);
    const { refreshMaterializedView } = await service.request<{ refreshMaterializedView: object }>(
      'mutation ($id: ID!) { refreshMaterializedView(id: $id) { materializedView { status error { message } } } }',
      { id: view.id },
    );
    expect(refreshMaterializedView).toEqual({ materializedView: { status: 'BACKFILLING', error: null } });
    await statusBecomes(service, view.id, 'LIVE');
    expect(await stored(service, `SELECT share FROM ${tableOf(view)}`)).toEqual([['2']]);
  });
});

async function runJob(name: string, input: object): Promise<void> {
  const created = await service.request<Record<string, { job: { id: string } }>>(
    `mutation ($input: Create${name}JobInput!) { create${name}Job(input: $input) { job { id } } }`,
    { input },
  );
  const id = created[`create${name}Job`]?.job.id;
  await expect
    .poll(
      async () =>
        (
          await service.request<{ job: { status: string } }>('query ($id: ID!) { job(id: $id) { status } }', {
            id,
          })
        ).job.status,
    )
    .toBe('SUCCEEDED');
}

describe('the API of materialized views', () => {
  it('finds, lists, renames and deletes them; a view keeps its Data Pools from being deleted', async () => {
    const source = await newOrders();
    const view = await createView(service, { uniqueName: newName('view'), ...plain(source.uniqueName) });
    const uniqueName = newName('renamed');
    const { modifyMaterializedView } = await service.request<{ modifyMaterializedView: object }>(
      `mutation ($input: ModifyMaterializedViewInput!) {
        modifyMaterializedView(input: $input) { materializedView { ${viewFields} } } }`,
      { input: { idOrUniqueName: { id: view.id }, uniqueName, description: 'Large orders' } },
    );
    const renamed = { ...view, uniqueName, description: 'Large orders' };
    expect(modifyMaterializedView).toEqual({ materializedView: renamed });
    const found = await service.request(
      `query ($uniqueName: String!) {
        materializedViewByName(uniqueName: $uniqueName) { ${viewFields} }
        materializedViews(first: 1) { nodes { id environment { weekStart } } } }`,
      { uniqueName },
    );
    expect(found).toEqual({
      materializedViewByName: renamed,
      materializedViews: { nodes: [{ id: view.id, environment: { weekStart: 'MONDAY' } }] },
    });
    for (const id of [source.dataPoolId, view.destination.id])
      for (const cascade of [false, true])
        await expect(
          service.request(
            'mutation ($id: ID!, $cascade: Boolean) { deleteDataPool(id: $id, cascade: $cascade) }',
            {
              id,
              cascade,
            },
          ),
        ).rejects.toThrow(`is still used by materialized view \\"${uniqueName}\\"`);
    expect(
      await service.request('mutation ($id: ID!) { deleteMaterializedView(id: $id) }', { id: view.id }),
    ).toEqual({ deleteMaterializedView: view.id });
    await service.request('mutation ($id: ID!) { deleteDataPool(id: $id) }', { id: view.destination.id });
    await expect(findView(service, view.id)).rejects.toThrow('NOT_FOUND');
  });

  it.each([
    ['SELECT * FROM nothing', 'nothing'],
    ['SELECT 1 AS one', 'reads exactly one Data Pool, but this SQL reads 0'],
    [
      'SELECT o.at FROM $t o JOIN $u u ON o.country = u.country',
      'reads exactly one Data Pool, but this SQL reads 2',
    ],
    ['SELECT o.at FROM $t o JOIN $t u ON o.country = u.country', 'without joins'],
    ['SELECT at FROM $t WHERE price > (SELECT AVG(price) FROM $t)', 'without joins'],
    ['SELECT at, now() AS stored FROM $t', 'functions of the current time and random functions'],
    ['SELECT at FROM $t WHERE country IN (SELECT gen_random_uuid()::text)', 'random functions'],
    ['SELECT at FROM $t ORDER BY at LIMIT 5', 'LIMIT'],
    ['SELECT DISTINCT country FROM $t', 'DISTINCT'],
    ['SELECT at, row_number() OVER (ORDER BY at) AS n FROM $t', 'window functions'],
    ['SELECT toDate(at) AS at FROM $t ORDER BY at WITH FILL', 'WITH FILL'],
    ['SELECT country, count() AS n FROM $t GROUP BY country WITH TOTALS', 'WITH TOTALS'],
    ['SELECT at, at FROM $t', 'two columns'],
    ['SELECT at, ARRAY[price] AS prices FROM $t', 'cannot be stored'],
    ['SELECT at, price AS "a.b" FROM $t', 'not a valid column name'],
    ['SELECT at FROM $t WHERE', 'line 1'],
    ['DELETE FROM $t', 'line 1'],
  ])('refuses %s', async (sql, message) => {
    const [source, other] = [await newOrders(), await newOrders()];
    const text = sql.replaceAll('$t', source.uniqueName).replaceAll('$u', other.uniqueName);
    const uniqueName = newName('refused');
    await expect(
      createView(service, { uniqueName, sql: text, destination: { newDataPool: {} } }),
    ).rejects.toThrow(message);
    // Nothing is left behind.
    await expect(
      service.request('query ($uniqueName: String!) { dataPoolByName(uniqueName: $uniqueName) { id } }', {
        uniqueName,
      }),
    ).rejects.toThrow('NOT_FOUND');
  });

  it('refuses a destination that does not fit', async () => {
    const source = await newOrders();
    const sums = await newOrders({ tableSettings: { engine: { summingMergeTree: { columns: ['price'] } } } });
    const target = await newOrders();
    const into = (destination: object, sql = 'SELECT at, country, price FROM $t') =>
      createView(service, {
        uniqueName: newName('refused'),
        sql: sql.replace('$t', source.uniqueName),
        destination,
      });
    const existing = { existingDataPool: { id: target.dataPoolId } };
    await expect(into({})).rejects.toThrow('destination: exactly one of newDataPool, existingDataPool');
    await expect(into(existing, 'SELECT at, country, price AS x FROM $t')).rejects.toThrow(
      'has no column \\"x\\"',
    );
    await expect(into(existing, 'SELECT at, country, price::text FROM $t')).rejects.toThrow(
      'but it is INT64',
    );
    await expect(into(existing, "SELECT at, nullif(country, '') AS country FROM $t")).rejects.toThrow(
      'may be null',
    );
    await expect(into(existing, 'SELECT at FROM $t')).rejects.toThrow('there is no column \\"country\\"');
    await expect(into({ existingDataPool: { id: sums.dataPoolId } })).rejects.toThrow('merges records');
    await expect(into({ existingDataPool: { id: source.dataPoolId } })).rejects.toThrow('its own results');
    await expect(into({ newDataPool: { timestamp: { columnName: 'country' } } })).rejects.toThrow(
      'TIMESTAMP or DATE',
    );
    await expect(into({ newDataPool: { uniqueName: source.uniqueName } })).rejects.toThrow('already exists');
    await into(existing);
    await expect(into(existing)).rejects.toThrow('already filled by materialized view');
    await expect(
      createView(service, { sql: `SELECT * FROM ${sums.uniqueName}`, destination: { newDataPool: {} } }),
    ).rejects.toThrow('its table merges records');
  });
});

/** How the engine reads a page: by its own plan, and by the records that it processes. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { DataPoolSettings } from '../../server/src/provision/data-pool-definition.js';
import type { Caller } from '../../server/src/query/caller.js';
import { type DataGridInput, dataGrid } from '../../server/src/query/data-grid.js';
import { insertTableName, requestIdColumn } from '../../server/src/sql/data-pool-ddl.js';
import { read, sql } from '../support/engines.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => node.close());

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'day', type: 'DATE', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'note', type: 'STRING', nullable: true },
] as const;

const recordsStored = 100_000;

/** Records of three months, in two parts of each partition: one every minute, all of one day, of three tenants. */
async function filledPool(settings: Partial<DataPoolSettings>): Promise<DataPool> {
  const pool = await node.createPool({ columns, timestamp: 'at', ...settings });
  for (const odd of [0, 1])
    await node.engine.command(
      sql(`INSERT INTO ${insertTableName(pool)} (at, day, tenant, note, ${requestIdColumn}, _service_received_at)
        SELECT toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(number) AS at, toDate32('2026-01-01'),
          concat('t', toString(number % 3)), 'x', generateUUIDv4(), at FROM numbers(${recordsStored}) WHERE number % 2 = ${odd}`),
    );
  return pool;
}

const grid = (pool: DataPool, input: Partial<DataGridInput>, caller: Caller = node.caller) =>
  dataGrid(node.services, caller, {
    dataPool: { id: pool.id },
    columns: ['at', 'tenant', 'note'],
    sort: 'DESC',
    page: {},
    ...input,
  });

/** What the engine plans for the page's statement. */
async function planOf(ask: () => Promise<unknown>): Promise<string> {
  const query = vi.spyOn(node.engine, 'query');
  await ask();
  const statement = query.mock.calls[0]?.[0].statement;
  vi.restoreAllMocks();
  if (!statement) throw new Error('nothing was queried');
  const explain = `EXPLAIN actions = 1 ${statement.text}`;
  const { rows } = await read(node.engine, explain, statement.parameters);
  return rows.map(([line]) => String(line)).join('\n');
}

const all = (plan: string, pattern: RegExp) => [...plan.matchAll(pattern)].map(([, text]) => text?.trim());

/** One read in the table's order, which needs no sorting. */
function expectOrderedRead(plan: string, sort: 'ASC' | 'DESC'): void {
  expect(all(plan, /Read type: (.*)/g), plan).toEqual([sort === 'ASC' ? 'InOrder' : 'InReverseOrder']);
  expect(all(plan, /Prefix sort description: (.*)/g), plan).toEqual(
    all(plan, /Result sort description: (.*)/g),
  );
}

describe.each(['ASC', 'DESC'] as const)('a page of an append-only Data Pool, %s,', (sort) => {
  let pool: DataPool;
  beforeAll(async () => {
    pool = await filledPool({});
  });

  const filters = { 'all records': {}, 'filtered records': { filterSql: "note = 'x' AND tenant <> 't9'" } };
  it.each(Object.entries(filters))(
    'is one ordered read of %s, and so is the page after it',
    async (_name, filter) => {
      const first = await grid(pool, { sort, ...filter, page: { first: 100 } });
      const after = first.pageInfo.endCursor;
      expectOrderedRead(await planOf(() => grid(pool, { sort, ...filter, page: { first: 100 } })), sort);
      expectOrderedRead(
        await planOf(() => grid(pool, { sort, ...filter, page: { first: 100, after } })),
        sort,
      );
      const back = sort === 'ASC' ? 'DESC' : 'ASC';
      expectOrderedRead(await planOf(() => grid(pool, { sort, ...filter, page: { last: 9 } })), back);
    },
  );

  it('reads what an access policy shows in order, up to a bound, and sorts its keyed IDs', async () => {
    const limited = await filledPool({ accessControlEnabled: true });
    const caller = await callerWith(node, limited, [
      { columns: ['at', 'tenant', 'note'], filterSql: "tenant = 't1'" },
    ]);
    const plan = await planOf(() => grid(limited, { sort }, caller));
    expect(all(plan, /Read type: (.*)/g), plan).toEqual([sort === 'ASC' ? 'InOrder' : 'InReverseOrder']);
    expect(all(plan, /Prefix sort description: (.*)/g), plan).toEqual([`at ${sort}`]);
    expect(all(plan, /Filter column: at (..)/g), plan).toEqual([sort === 'ASC' ? '<=' : '>=']);
    expect(all(plan, /Granules: (.*)/g), plan).toEqual(['2']);
  });

  it('is one ordered read of one tenant, where the table is ordered by tenant and time', async () => {
    const byTenant = await filledPool({ tableSettings: { orderBy: ['tenant', 'at'] } });
    expectOrderedRead(await planOf(() => grid(byTenant, { sort, filterSql: "tenant = 't1'" })), sort);
  });

  it('reads few records, also among many with the same time', async () => {
    const sameDay = await filledPool({ timestamp: 'day' });
    let after: string | null = null;
    for (const _page of [1, 2, 3, 4]) {
      const { rows, pageInfo, query } = await grid(sameDay, { sort, page: { first: 1_000, after } });
      expect(rows).toHaveLength(1_000);
      expect(Number(query.recordsProcessed)).toBeLessThan(recordsStored / 2);
      after = pageInfo.endCursor;
    }
  });
});

const tables = [
  ['MERGE_TREE', `tenant, ${requestIdColumn}`],
  ['REPLACING_MERGE_TREE', '(tenant)'],
  ['AGGREGATING_MERGE_TREE', '(tenant)'],
] as const;

it.each(tables)(
  '%s has the sort key %s, of which its settings show what was asked for',
  async (type, key) => {
    const engine = type === 'REPLACING_MERGE_TREE' ? { type, ver: null } : { type };
    const tableSettings = { engine, orderBy: ['tenant'] };
    const { id, tableSettings: shown } = await node.createPool({ columns, timestamp: 'at', tableSettings });
    expect(shown).toMatchObject(tableSettings);
    const sortKey = 'SELECT sorting_key FROM system.tables WHERE name = {id:String}';
    expect((await read(node.engine, sortKey, { id })).rows).toEqual([[key]]);
  },
);

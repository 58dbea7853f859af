import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../server/src/base/errors.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Job, TableKeys } from '../../server/src/catalog/job.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { defaultJobLimits, type JobServices } from '../../server/src/jobs/job-services.js';
import { modifyDataPool } from '../../server/src/provision/data-pools.js';
import { dataGrid } from '../../server/src/query/data-grid.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { ViewFollower } from '../../server/src/views/view-follower.js';
import { read, sql } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { openViews, viewServices } from '../support/view-node.js';

let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode({ checksTables: false });
});
afterAll(() => node.close());

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'country', type: 'STRING', nullable: false },
  { name: 'plan', type: 'STRING', nullable: true },
  { name: 'customer', type: 'STRING', nullable: false },
  { name: 'amount', type: 'INT64', nullable: true },
] as const;
const caller = () => node.caller.principal;
const sameKeys: TableKeys = { orderBy: null, partitionBy: null };
const newKeys: TableKeys = { orderBy: ['country', 'at'], partitionBy: ['toYear(at)'] };
/** Every part takes several steps. */
const smallSteps = { ...defaultJobLimits, keysPerStepMax: 15 };

/** Records of three months, with five countries, two plans or none, and a customer each. */
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index).map((n) => ({
    at: `2026-0${1 + (n % 3)}-01 00:00:0${n % 10}.000`,
    country: `c${n % 5}`,
    plan: n % 3 === 0 ? null : `p${n % 3}`,
    customer: `customer ${String(n).padStart(4, '0')}`,
    amount: n,
  }));
/** Inserts 120,000 records, whose texts are computed from their numbers. */
const insertMany = (pool: DataPool, country: string, customer: string) =>
  node.engine.command(
    sql(`INSERT INTO ${tableName(pool)} (at, country, customer, _service_received_at, _weir_request, _service_payload)
SETTINGS max_partitions_per_insert_block = 0 SELECT toDateTime64('2026-01-01', 3), ${country}, ${customer}, now64(3), generateUUIDv4(), '{}' FROM numbers(120000)`),
  );
const repeating = "concat('c', toString(number % 5))";
const customers = (count: number) => rows(0, count).map(({ customer }) => [customer]);

async function filled(settings: object = {}): Promise<DataPool> {
  const pool = await node.createPool({ columns, timestamp: 'at', ...settings });
  for (let from = 0; from < 100; from += 25) await node.insert(pool, rows(from, 25));
  return pool;
}

const layout = async (pool: DataPool) =>
  (
    await read(
      node.engine,
      `SELECT sorting_key, partition_key, (SELECT groupArray(name) FROM system.columns WHERE table = {id:String} AND startsWith(type, 'LowCardinality')) FROM system.tables WHERE name = {id:String}`,
      { id: pool.id },
    )
  ).rows;
const plainLayout = [['at, _weir_request', '(toYYYYMM(at))', []]];
const tablesOfJobs = async () =>
  (await read(node.engine, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')")).rows;

/** The real engine, with something around each of its commands. */
function around(engine: Engine, change: (text: string, run: () => Promise<void>) => Promise<void>): Engine {
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'command')
        return (...[statement, timeoutMs]: Parameters<Engine['command']>) =>
          change(statement.text, () => target.command(statement, timeoutMs));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function rebuild(
  pool: DataPool,
  keys: TableKeys,
  options: Partial<JobServices> = {},
  change: Parameters<typeof around>[1] = (_text, run) => run(),
): Promise<Job> {
  const { jobs, runner, ended } = startJobs(node, {
    limits: smallSteps,
    engine: around(node.engine, change),
    insertsHeld: (id, work) => node.engine.holdInserts(id, (held) => work(around(held, change))),
    ...options,
  });
  await runner.start();
  const job = await ended(await jobs.createRebuild(caller(), pool.id, keys));
  await runner.stop();
  return job;
}

const isCopy = (text: string) => text.startsWith('INSERT INTO');
const isExchange = (text: string) => text.startsWith('EXCHANGE');

describe('a rebuild', () => {
  it('gives the table other keys and dictionaries, and every answer stays the same', async () => {
    const pool = await filled();
    const metric = await node.createMetric({
      dataPoolId: pool.id,
      aggregation: { type: 'SUM', measure: 'amount' },
    });
    const first = startJobs(node);
    await first.runner.start();
    const booster = await first.boosters.create(caller(), metric, ['country']);
    await expect
      .poll(async () => (await node.catalog.boosters.findById(node.environmentId, booster.id))?.status)
      .toBe('LIVE');
    await first.runner.stop();
    const timeRange = { startMs: Date.UTC(2026, 0, 1), stopMs: Date.UTC(2027, 0, 1) };
    const answers = async () => {
      const grid = await dataGrid(node.services, node.caller, {
        dataPool: { id: pool.id },
        columns: columns.map(({ name }) => name),
        sort: 'ASC',
        page: { first: 100 },
        filterSql: "country IN ('c1', 'c2') AND plan LIKE 'p%' AND concat(country, plan) <> 'c1p1'",
      });
      const leaders = await leaderboard(node.services, node.caller, {
        metric: { id: metric },
        dimensions: ['country'],
        sort: 'DESC',
        rowLimit: 10,
        timeRange,
      });
      return { grid: grid.rows, leaders: leaders.rows, booster: leaders.query.booster };
    };
    const before = await answers();
    expect(before.booster).toMatchObject({ used: true });
    expect(await layout(pool)).toEqual(plainLayout);
    expect(await rebuild(pool, newKeys)).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 100 } });
    expect(await layout(pool)).toEqual([['country, at, _weir_request', '(toYear(at))', ['country', 'plan']]]);
    expect(await node.catalog.dataPools.findById(node.environmentId, pool.id)).toMatchObject({
      tableSettings: newKeys,
      rowIdInSortKey: true,
    });
    expect(await answers()).toEqual(before);
    expect(await recordsOf(node, pool, 'customer')).toEqual(customers(100));
    expect(await tablesOfJobs()).toEqual([]);
  });

  it('has every record once while events arrive and the engine merges parts between its steps', async () => {
    const pool = await filled();
    let next = 100;
    const job = await rebuild(pool, newKeys, {}, async (text, run) => {
      await run();
      if (!isCopy(text) || next >= 400) return;
      // Inserts wait while the last records are copied, so this must not be waited for.
      const inserted = node.insert(pool, rows(next, 5));
      next += 5;
      if (next % 3 === 0) await node.engine.command(sql(`OPTIMIZE TABLE ${tableName(pool)} FINAL`));
      void inserted;
    });
    expect(job).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(next).toBeGreaterThan(120);
    await expect.poll(async () => await recordsOf(node, pool, 'customer')).toEqual(customers(next));
  });

  it('has every record once when the outcome of steps is unknown, and knows that the tables were exchanged', async () => {
    const pool = await filled();
    let statements = 0;
    const lost = new Set<string>();
    const job = await rebuild(pool, sameKeys, {}, async (text, run) => {
      const isStep = isCopy(text) || isExchange(text);
      if (isStep) statements += 1;
      // Before or after it has run, and each of them once.
      const isLost = isStep && !lost.has(text) && (isExchange(text) || statements % 3 === 0);
      if (isLost) lost.add(text);
      if (!isLost || isExchange(text) || statements % 2 === 0) await run();
      if (isLost) throw unavailable('The answer is lost');
    });
    expect(job).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect([...lost].some(isExchange)).toBe(true);
    expect(lost.size).toBeGreaterThan(2);
    expect(await recordsOf(node, pool, 'customer')).toEqual(customers(100));
    expect(await tablesOfJobs()).toEqual([]);
  });

  it('that is cancelled or lacks disk space leaves the table as it was', async () => {
    const pool = await filled();
    let cancel = async () => {};
    const { jobs, runner, ended } = startJobs(node, {
      limits: smallSteps,
      engine: around(node.engine, async (text, run) => {
        await run();
        if (isCopy(text)) await cancel();
      }),
    });
    const job = await jobs.createRebuild(caller(), pool.id, newKeys);
    cancel = async () => {
      await node.catalog.jobs.requestCancel(node.environmentId, job.id, 'test').catch(() => undefined);
    };
    await runner.start();
    expect(await ended(job)).toMatchObject({
      status: 'FAILED',
      error: { message: 'The job was cancelled. The table is unchanged.' },
    });
    await runner.stop();
    const limits = { ...smallSteps, rebuildSpaceFactor: 1e15 };
    expect(await rebuild(pool, newKeys, { limits })).toMatchObject({
      status: 'FAILED',
      error: { code: 'CONFLICT', message: expect.stringContaining('bytes of free disk space') },
    });
    expect(await layout(pool)).toEqual(plainLayout);
    expect(await recordsOf(node, pool, 'customer')).toEqual(customers(100));
    expect(await tablesOfJobs()).toEqual([]);
  });

  it('is refused for keys that the table cannot have, and where records replace each other or other nodes insert', async () => {
    const { jobs } = startJobs(node);
    const pool = await filled();
    const refusals: [DataPool, Partial<TableKeys>, string][] = [
      [pool, { orderBy: ['plan'] }, '"plan" is nullable'],
      [pool, { orderBy: ['nothing'] }, '"nothing" is not a column'],
      [pool, { partitionBy: ['toYYYYMM(country)'] }, 'toYYYYMM needs a DATE or TIMESTAMP'],
      [await filled({ uniqueId: 'customer' }), {}, 'replaces or merges records'],
    ];
    for (const [refused, keys, message] of refusals)
      await expect(jobs.createRebuild(caller(), refused.id, { ...sameKeys, ...keys })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(message),
      });
    const others = startJobs(node, { isOnlyNode: false });
    await expect(others.jobs.createRebuild(caller(), pool.id, sameKeys)).rejects.toMatchObject({
      message: expect.stringContaining('PostgreSQL'),
    });
  });

  it('keeps materialized views right that read the table or fill it, while events arrive', async () => {
    const source = await filled();
    const views = openViews(node);
    const follower = new ViewFollower(viewServices(node, node.engine));
    const view = await views.create(caller(), {
      sql: `SELECT at, customer, amount FROM ${source.id}`,
      backfill: true,
      destination: { created: { timestamp: 'at' } },
    });
    follower.follow(view);
    const find = (id: string) => node.catalog.dataPools.findById(node.environmentId, id);
    const destination = await find(view.destinationDataPoolId);
    if (!destination) throw new Error('The view has no destination');
    let next = 100;
    const arrivals = new Set<Promise<void>>();
    const arrive = () => {
      arrivals.add(node.insert(source, rows(next, 5)).then(() => follower.changed(source.id)));
      next += 5;
    };
    const rebuilt = async (pool: DataPool, keys: TableKeys) => {
      let isLost = false;
      return await rebuild(pool, keys, { changed: (id) => follower.changed(id) }, async (text, run) => {
        await run();
        if (isCopy(text)) arrive();
        if (!isExchange(text) || isLost) return;
        isLost = true;
        throw unavailable('The answer is lost');
      });
    };
    const rebuilds: readonly [DataPool, TableKeys][] = [
      [source, newKeys],
      [destination, { orderBy: ['customer'], partitionBy: ['toYear(at)'] }],
      [source, { orderBy: ['at'], partitionBy: null }],
    ];
    for (const [pool, keys] of rebuilds.slice(0, extent(2, 3))) {
      expect(await rebuilt(pool, keys)).toMatchObject({ status: 'SUCCEEDED', error: null });
      arrive();
    }
    await Promise.all(arrivals);
    expect(next).toBeGreaterThan(150);
    for (const pool of [source, destination])
      await expect.poll(() => recordsOf(node, pool, 'customer')).toEqual(customers(next));
    await follower.stop();
  });

  it('is not disturbed by views: none is created or refreshed while a rebuild is open', async () => {
    const [source, destination] = [await filled(), await filled()];
    const { jobs } = startJobs(node);
    const views = openViews(node);
    const create = (sql: string) =>
      views.create(caller(), { sql, backfill: false, destination: { existing: { id: destination.id } } });
    const sql = `SELECT at, country, customer FROM ${source.id}`;
    const view = await create(sql);
    const job = await jobs.createRebuild(caller(), destination.id, sameKeys);
    const refused = { code: 'CONFLICT', message: expect.stringContaining(`when job ${job.id} has ended`) };
    await expect(views.refresh(caller(), view)).rejects.toMatchObject(refused);
    await node.catalog.materializedViews.delete(node.environmentId, view.id);
    await expect(create(sql)).rejects.toMatchObject(refused);
    await jobs.cancel(caller(), job.id);
  });

  it('gives a dictionary to texts that the engine can keep in one, suggests it, and takes it back when there are too many', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    const { jobs } = startJobs(node);
    await insertMany(
      pool,
      "concat('c', toString(number % 1000))",
      "concat('customer ', toString(number % 8000))",
    );
    expect(await jobs.suggestRebuild(pool)).toEqual({
      reason: 'The text of "country" repeats a lot and could be stored with a dictionary.',
    });
    await rebuild(pool, sameKeys, { limits: defaultJobLimits });
    expect(await layout(pool)).toEqual([['at, _weir_request', '(toYYYYMM(at))', ['country']]]);
    expect(await jobs.suggestRebuild(pool)).toBeNull();
    await insertMany(pool, "concat('c', toString(number))", "''");
    expect(await jobs.suggestRebuild(pool)).toEqual({
      reason:
        'The text of "country" has too many different values by now for the dictionary that it is stored with.',
    });
    await rebuild(pool, sameKeys, { limits: defaultJobLimits });
    expect(await layout(pool)).toEqual(plainLayout);
    expect(await jobs.suggestRebuild(pool)).toBeNull();
  });

  it('fails when the records would be in too many partitions, and is not suggested when they are', async () => {
    const tableSettings = { engine: { type: 'MERGE_TREE' }, partitionBy: ['customer'] } as const;
    const parted = await node.createPool({ columns, timestamp: 'at', tableSettings });
    const { jobs } = startJobs(node);
    await insertMany(parted, repeating, 'toString(number % 1000)');
    expect(await jobs.suggestRebuild(parted)).not.toBeNull();
    await insertMany(parted, repeating, "'one more'");
    expect(await jobs.suggestRebuild(parted)).toBeNull();
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(
      pool,
      rows(0, 2_000).map((row) => ({ ...row, country: row.customer })),
    );
    expect(await rebuild(pool, { orderBy: null, partitionBy: ['country'] })).toMatchObject({
      status: 'FAILED',
      error: { message: expect.stringContaining('at most 1000 are allowed') },
    });
  });

  it('keeps the retention, which cannot be changed meanwhile', async () => {
    const pool = await filled();
    const { catalog, provision } = node;
    const retained = await modifyDataPool(catalog, provision, pool, { dataRetentionInDays: 30_000 }, 'test');
    const changes: unknown[] = [];
    const job = await rebuild(retained, sameKeys, {}, async (text, run) => {
      if (isCopy(text) && changes.length === 0)
        changes.push(
          await modifyDataPool(catalog, provision, pool, { dataRetentionInDays: 1 }, 'test').catch(
            (error: unknown) => error,
          ),
          await modifyDataPool(catalog, provision, pool, { description: 'new' }, 'test'),
        );
      await run();
    });
    expect(job).toMatchObject({ status: 'SUCCEEDED' });
    expect(changes).toMatchObject([
      { code: 'CONFLICT', message: expect.stringContaining(`when job ${job.id} has ended`) },
      { description: 'new' },
    ]);
    const { rows: found } = await read(
      node.engine,
      'SELECT create_table_query FROM system.tables WHERE name = {id:String}',
      { id: pool.id },
    );
    expect(String(found[0])).toContain('toIntervalDay(30000)');
    expect(await recordsOf(node, pool, 'customer')).toEqual(customers(100));
  });
});

describe('a table that has grown', () => {
  const rebuildsOf = async (pool: DataPool) =>
    (await node.catalog.jobs.listByDataPool(node.environmentId, pool.id, {})).items.filter(
      ({ work }) => work.kind === 'REBUILD',
    );

  it('is rebuilt automatically, once, if its texts are worth a dictionary, and not before', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    const { layouts, runner, ended } = startJobs(node);
    await runner.start();
    await node.insert(pool, rows(0, 25));
    await layouts.look();
    expect(await rebuildsOf(pool)).toEqual([]);
    await insertMany(pool, repeating, 'toString(number)');
    await Promise.all([layouts.look(), layouts.look()]);
    const [job, ...others] = await rebuildsOf(pool);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ createdBy: pool.createdBy, work: { orderBy: null, partitionBy: null } });
    expect(await ended(job as Job)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await layout(pool)).toEqual([['at, _weir_request', '(toYYYYMM(at))', ['country', 'plan']]]);
    await insertMany(pool, 'toString(number)', "''");
    for (const again of [layouts, startJobs(node).layouts]) await again.look();
    expect(await rebuildsOf(pool)).toHaveLength(1);
    await runner.stop();
  });

  it('stays as it is when nothing repeats, when it is too large, when it was cancelled, or when an earlier version created it', async () => {
    const different = await node.createPool({ columns, timestamp: 'at' });
    await insertMany(different, 'toString(number)', 'toString(number)');
    const large = await node.createPool({ columns, timestamp: 'at' });
    for (let times = 0; times < 9; times++) await insertMany(large, repeating, "''");
    const cancelled = await node.createPool({ columns, timestamp: 'at' });
    const { jobs, layouts } = startJobs(node);
    const job = await jobs.createRebuild(caller(), cancelled.id, sameKeys);
    await jobs.cancel(caller(), job.id);
    await insertMany(cancelled, repeating, "''");
    const earlier = await node.createPool({ columns, timestamp: 'at' });
    await insertMany(earlier, repeating, "''");
    const { dataPools } = node.catalog;
    const findById = dataPools.findById.bind(dataPools);
    vi.spyOn(dataPools, 'findById').mockImplementation(async (...key) => {
      const pool = await findById(...key);
      return pool?.id === earlier.id ? { ...pool, rowIdInSortKey: false } : pool;
    });
    await layouts.look();
    vi.restoreAllMocks();
    for (const pool of [different, large, earlier]) expect(await rebuildsOf(pool)).toEqual([]);
    expect(await rebuildsOf(cancelled)).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../server/src/base/errors.js';
import type { MaterializedView } from '../../server/src/catalog/materialized-view.js';
import type { TableEngine } from '../../server/src/catalog/table-settings.js';
import type { Engine, Statement } from '../../server/src/engine/engine.js';
import { advanceView } from '../../server/src/views/advance-view.js';
import { recordsOf } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { openViews, viewServices } from '../support/view-node.js';

let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode({ checksTables: false });
});
afterAll(async () => {
  await node.close();
});

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'n', type: 'INT64', nullable: false },
] as const;

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    at: `2026-0${((from + index) % 3) + 1}-01 00:00:00`,
    n: from + index,
  }));

/** What happens to the statement of a step before its answer is lost. */
type Fate = (run: (statement: Statement) => Promise<void>, statement: Statement) => Promise<void>;

const fates: readonly (readonly [string, Fate])[] = [
  ['nothing of it is stored', async () => undefined],
  ['all of it is stored', (run, statement) => run(statement)],
  [
    'one partition of it is stored',
    (run, statement) =>
      run({
        ...statement,
        text: statement.text.replace(" != '' SETTINGS", " != '' AND toYYYYMM(`at`) = 202602 SETTINGS"),
      }),
  ],
];

/** The engine, whose next step meets this fate. */
function faulty(engine: Engine, fate: Fate): Engine {
  let isNext = true;
  return {
    ...engineOf(engine),
    command: async (statement, timeoutMs) => {
      const run = (changed: Statement) => engine.command(changed, timeoutMs);
      if (!isNext || !statement.text.startsWith('INSERT INTO')) return await run(statement);
      isNext = false;
      await fate(run, statement);
      throw unavailable('The answer was lost');
    },
  };
}

const engineOf = (engine: Engine): Engine => ({
  query: (request) => engine.query(request),
  export: (request) => engine.export(request),
  insert: (request) => engine.insert(request),
  command: (statement, timeoutMs) => engine.command(statement, timeoutMs),
  cancel: (id) => engine.cancel(id),
  endFor: (id) => engine.endFor(id),
  ping: () => engine.ping(),
  close: () => engine.close(),
});

async function create(table: TableEngine, sql: string): Promise<MaterializedView> {
  return await openViews(node).create(node.caller.principal, {
    sql,
    backfill: true,
    destination: { created: { timestamp: 'at', tableSettings: { engine: table, orderBy: ['at', 'n'] } } },
  });
}

/** Steps until there is nothing left to do; the answer of the first step is lost, and it is tried again. */
async function catchUp({ id }: MaterializedView, fate: Fate): Promise<void> {
  const engine = faulty(node.engine, fate);
  let isLost = false;
  const once = (error: unknown) => {
    if (isLost) throw error;
    isLost = true;
    return true;
  };
  for (let more = true; more; ) {
    const loaded = await node.catalog.materializedViews.load(id);
    if (!loaded) throw new Error('The view is gone');
    more = await advanceView(viewServices(node, engine), loaded).catch(once);
  }
}

describe.each(fates)('a step whose answer is lost when %s', (_name, fate) => {
  it.each([
    ['that keeps every row', { type: 'MERGE_TREE' }],
    ['that adds rows up', { type: 'SUMMING_MERGE_TREE', columns: ['events'] }],
  ] as const)('is in a table %s once, in the history and afterwards', async (_table, table) => {
    const source = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(source, rows(0, 30));
    const sql = `SELECT at, n % 10 AS n, COUNT(*) AS events FROM ${source.id} GROUP BY at, n % 10`;
    const view = await create(table, sql);
    await node.insert(source, rows(30, 60));
    await catchUp(view, fate);
    await node.insert(source, rows(60, 90));
    // Merges rows with those of the step, so that sums have lost the IDs of its rows.
    const merging: Fate = async (run, statement) => {
      await fate(run, statement);
      await node.engine.command({
        text: `OPTIMIZE TABLE \`${view.environmentId}\`.\`${view.destinationDataPoolId}\` FINAL`,
        parameters: {},
        tables: [],
      });
    };
    await catchUp(view, merging);
    const destination = await node.catalog.dataPools.findById(view.environmentId, view.destinationDataPoolId);
    if (!destination) throw new Error('The destination is gone');
    const found = await recordsOf(node, destination, 'at, n, events');
    const total = found.reduce((sum, [, , events]) => sum + Number(events), 0);
    expect(total).toBe(90);
    expect(new Set(found.map(([at, n]) => `${at} ${n}`)).size).toBe(30);
    expect(await node.catalog.materializedViews.findById(view.environmentId, view.id)).toMatchObject({
      status: 'LIVE',
      progress: 1,
    });
  });
});

it('a view of a Data Pool that has no records yet has no history to read, when it is created and when it begins again', async () => {
  const source = await node.createPool({ columns, timestamp: 'at' });
  const view = await create({ type: 'MERGE_TREE' }, `SELECT at, n FROM ${source.id}`);
  const { environmentId, id } = view;
  const shown = () => node.catalog.materializedViews.findById(environmentId, id);
  expect(await shown()).toMatchObject({ status: 'LIVE', progress: 1 });
  await openViews(node).refresh(node.caller.principal, view);
  const loaded = await node.catalog.materializedViews.load(id);
  if (!loaded) throw new Error('The view is gone');
  await advanceView(viewServices(node, node.engine), loaded);
  expect(await shown()).toMatchObject({ status: 'LIVE', progress: 1 });
});

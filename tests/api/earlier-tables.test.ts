/** A Data Pool whose table 0.1 created: its sort key lacks the rows' ids, and its columns have the engine's default codec. */
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const directory = temporaryDirectory();
let service: OwnService;
let webhook: Webhook;

/** As 0.1 wrote it. */
const tableOf01 = (table: string) => `CREATE TABLE ${table} (
  \`_service_received_at\` DateTime64(3, 'UTC'),
  \`_service_payload\` String,
  \`id\` String,
  \`at\` DateTime64(3, 'UTC'),
  \`x\` Nullable(Int64),
  \`_weir_request\` UUID CODEC(ZSTD)
)
ENGINE = MergeTree()
PARTITION BY (toYYYYMM(\`at\`))
ORDER BY (\`at\`)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

beforeAll(async () => {
  service = await startService({ directory });
  webhook = await createWebhook(
    service,
    [
      { name: 'id', type: 'STRING', nullable: false },
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'x', type: 'INT64' },
    ],
    { timestamp: 'at' },
  );
  const engine = connectEngine(directory);
  for (const text of [`DROP TABLE ${webhook.table} SYNC`, tableOf01(webhook.table)])
    await engine.command({ text, parameters: {}, tables: [webhook.dataPoolId] });
  await engine.close();
  await service.stop();
  const catalog = new Database(join(directory, 'catalog.sqlite'));
  // As the migration leaves it.
  catalog.prepare('UPDATE data_pool SET row_id_in_sort_key = 0 WHERE id = ?').run(webhook.dataPoolId);
  catalog.close();
  service = await startService({ directory });
});
afterAll(() => service.discard());

/** 300 events at three times, so that most pages end among equal times. */
const events = Array.from({ length: 300 }, (_, x) => ({
  id: `e${String(x).padStart(3, '0')}`,
  at: `2026-0${1 + (x % 3)}-01T00:00:00Z`,
  x,
}));

interface Page {
  readonly rows: readonly (readonly string[])[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function allPages(columns: readonly string[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (let after: string | null = null; ; ) {
    const { dataGrid }: { dataGrid: Page } = await service.request(
      `query ($input: DataGridInput!) { dataGrid(input: $input) { rows pageInfo { hasNextPage endCursor } } }`,
      { input: { dataPool: { id: webhook.dataPoolId }, columns, sort: 'ASC', first: 70, after } },
    );
    rows.push(...dataGrid.rows.map((row) => [...row]));
    if (!dataGrid.pageInfo.hasNextPage) return rows;
    after = dataGrid.pageInfo.endCursor;
  }
}

async function run(kind: string, input: object) {
  const created = await service.request<Record<string, { job: { id: string } }>>(
    `mutation ($input: Create${kind}JobInput!) { create${kind}Job(input: $input) { job { id } } }`,
    { input: { dataPool: webhook.dataPoolId, ...input } },
  );
  const { id } = created[`create${kind}Job`]?.job ?? {};
  const status = async () => {
    const { job } = await service.request<{ job: { status: string; error: unknown } }>(
      'query ($id: ID!) { job(id: $id) { status error { message } } }',
      { id },
    );
    return job;
  };
  await expect.poll(async () => (await status()).status).toMatch(/SUCCEEDED|FAILED/);
  expect(await status()).toEqual({ status: 'SUCCEEDED', error: null });
}

it('gets the settings that make it survive a power failure', async () => {
  const [[definition = ''] = []] = await stored(
    service,
    'SELECT engine_full FROM system.tables WHERE name = {id:String}',
    { id: webhook.dataPoolId },
  );
  expect(definition).toContain(
    'min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 120, merge_selector_base = 12',
  );
});

it('takes events, and its grid has every record once, in order', async () => {
  expect((await post(service, webhook.path, events.slice(0, 150))).status).toBe(200);
  expect((await post(service, webhook.path, events.slice(150))).status).toBe(200);
  const rows = await allPages(['id', 'at']);
  expect(rows.map(([id]) => id).toSorted()).toEqual(events.map(({ id }) => id));
  const times = rows.map(([, at]) => at);
  expect(times).toEqual(times.toSorted());
});

it('runs every kind of job', async () => {
  await run('Deletion', { filterSql: 'x < 30' });
  await run('UpdateDataPoolRecords', { filterSql: 'x < 60', set: [{ column: 'x', expression: 'x + 1000' }] });
  await run('AddColumnToDataPool', { columnName: 'sent', columnType: 'INT32', jsonProperty: 'x' });
  await run('AddColumnToDataPool', { columnName: 'label', columnType: 'STRING', jsonProperty: 'id' });
  await post(service, webhook.path, { id: 'last', at: '2026-04-01T00:00:00Z', x: 7 });
  const kept = events.filter(({ x }) => x >= 30);
  const expected = [
    ...kept.map(({ id, x }) => [id, String(x < 60 ? x + 1000 : x), x, id]),
    ['last', '7', 7, 'last'],
  ];
  const rows = await stored(service, `SELECT id, x, sent, label FROM ${webhook.table} ORDER BY id`);
  expect(rows).toEqual(expected);
  expect((await allPages(['id'])).map(([id]) => id).toSorted()).toEqual(expected.map(([id]) => id));
});

const sortKey = async () => {
  const [row] = await stored(service, 'SELECT sorting_key FROM system.tables WHERE name = {id:String}', {
    id: webhook.dataPoolId,
  });
  return row;
};
const suggestion = async () => {
  const { dataPool } = await service.request<{ dataPool: { suggestedRebuild: { reason: string } | null } }>(
    'query ($id: ID!) { dataPool(id: $id) { suggestedRebuild { reason } } }',
    { id: webhook.dataPoolId },
  );
  return dataPool.suggestedRebuild;
};

it('keeps its sort key, and a rebuild is suggested', async () => {
  expect(await sortKey()).toEqual(['(at)']);
  const { reason } = (await suggestion()) ?? {};
  expect(reason).toMatch(/pages of records are slow.*not compressed by their types/);
});

it('gets the layout of today when it is rebuilt, with the same records', async () => {
  const columns = ['id', 'at', 'x', 'sent', 'label'];
  const before = await allPages(columns);
  await run('RebuildDataPool', {});
  expect(await sortKey()).toEqual(['at, _weir_request']);
  const codecs = await stored(
    service,
    "SELECT count() FROM system.columns WHERE table = {id:String} AND compression_codec = ''",
    { id: webhook.dataPoolId },
  );
  expect(codecs).toEqual([['0']]);
  expect((await allPages(columns)).toSorted()).toEqual(before.toSorted());
  expect(await suggestion()).toBeNull();
  await post(service, webhook.path, { id: 'later', at: '2026-04-02T00:00:00Z', x: 8 });
  expect((await allPages(columns)).at(-1)?.[0]).toBe('later');
});

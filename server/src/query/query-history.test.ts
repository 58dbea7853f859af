import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unavailable } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { createLog } from '../base/log.js';
import { type Principal, readerKey } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import type { Engine, EngineCell, InsertRequest } from '../engine/engine.js';
import { readQueryHistory } from '../sql/query-history.js';
import { QueryHistory } from './query-history.js';
import { toHistoryRow } from './query-history-rows.js';
import type { QueryInfo } from './query-info.js';
import { visibleQueries } from './visible-queries.js';

const me: Principal = {
  environmentId: 'ENV1',
  applicationId: 'APP1',
  scopes: new Set(['metric:query']),
  tier: 'P1_X_SMALL',
  policyValues: {},
};
const admin: Principal = { ...me, applicationId: 'APP2', scopes: new Set(['admin']) };

const queryInfo = (more: Partial<QueryInfo> = {}): QueryInfo => ({
  id: newId('query'),
  environmentId: 'ENV1',
  createdAt: 1_000,
  createdBy: 'APP1',
  modifiedAt: 1_000,
  modifiedBy: 'APP1',
  bytesProcessed: '1',
  recordsProcessed: '1',
  durationInMilliseconds: 1,
  resultingBytes: 1,
  resultingRecords: 1,
  tier: 'P1_X_SMALL',
  status: 'COMPLETED',
  type: 'METRIC',
  subtype: 'COUNTER',
  reader: '',
  sql: 'SELECT 1',
  booster: null,
  ...more,
});

/** An engine that keeps what is inserted, and answers it to every read. */
class FakeEngine {
  readonly stored: Record<string, unknown>[] = [];
  /** What inserts wait for; a rejection is theirs. */
  gate: () => Promise<void> = () => Promise.resolve();
  inserts = 0;

  readonly engine = {
    command: () => Promise.resolve(),
    insert: async ({ rows }: InsertRequest) => {
      this.inserts += 1;
      await this.gate();
      this.stored.push(
        ...rows
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    },
    query: () =>
      Promise.resolve({
        columns: [],
        rows: this.stored.map((row) => {
          const cells = Object.values({ ...row, created_at: 1_000 }) as EngineCell[];
          // The table's order of columns is another than the object's.
          const at = Object.keys(row);
          return order.map((name) => cells[at.indexOf(name)] ?? null);
        }),
        statistics: { recordsProcessed: 0, bytesProcessed: 0 },
        bytes: 0,
      }),
  } as unknown as Engine;
}
const order = [
  'id',
  'environment_id',
  'created_at',
  'created_by',
  'bytes_processed',
  'duration_ms',
  'records_processed',
  'resulting_bytes',
  'resulting_records',
  'tier',
  'status',
  'type',
  'subtype',
  'sql',
  'policy_values_digest',
  'booster',
];

let fake: FakeEngine;
let history: QueryHistory;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = new FakeEngine();
  history = new QueryHistory({
    engine: fake.engine,
    log: createLog('silent'),
    retentionDays: 1,
    cluster: undefined,
  });
  await history.open();
});
afterEach(() => {
  vi.useRealTimers();
});
const tick = () => vi.advanceTimersByTimeAsync(1_000);
const idsOf = async (principal = admin, size = 100) =>
  (await history.list(principal, {}, size)).items.map(({ id }) => id);

test('a query is found before it is written, while it is, and afterwards, once each', async () => {
  const info = queryInfo();
  let open = () => {};
  fake.gate = () => new Promise((resolve) => (open = resolve));
  history.record(info);
  expect(await idsOf()).toEqual([info.id]);
  await tick();
  expect(fake.stored).toEqual([]);
  expect(await idsOf()).toEqual([info.id]);
  open();
  await tick();
  expect(fake.stored).toHaveLength(1);
  expect(await history.find(me, info.id)).toEqual(info);
});

test('what could not be written is kept, found and tried again', async () => {
  fake.gate = () => Promise.reject(unavailable('away'));
  const infos = [queryInfo(), queryInfo()];
  for (const info of infos) history.record(info);
  await tick();
  await tick();
  expect(fake.inserts).toBe(2);
  expect(await idsOf()).toEqual(infos.map(({ id }) => id).reverse());
  fake.gate = () => Promise.resolve();
  await tick();
  expect(fake.stored.map((row) => row['id'])).toEqual(infos.map(({ id }) => id));
});

test('what is asked during a write waits for the next one: many small writes are what the engine is slow at', async () => {
  let isAsking = true;
  fake.gate = async () => {
    if (isAsking) history.record(queryInfo());
    isAsking = fake.inserts < 10;
  };
  history.record(queryInfo());
  await tick();
  expect(fake.inserts).toBe(1);
  await tick();
  expect(fake.inserts).toBe(2);
});

test('an engine that does not answer holds nobody up, and memory stays bounded', async () => {
  fake.gate = () => new Promise(() => {});
  history.record(queryInfo());
  await tick();
  const long = 'x'.repeat(100_000);
  for (let i = 0; i < 1_000; i++) history.record(queryInfo({ sql: long }));
  const kept = (await history.list(admin, {}, 2_000)).items;
  expect(kept.reduce((sum, { sql }) => sum + sql.length, 0)).toBeLessThanOrEqual(32 * 1024 * 1024);
  for (let i = 0; i < 60_000; i++) history.record(queryInfo());
  const { items } = await history.list(admin, {}, 100_000);
  expect(items.length).toBeLessThanOrEqual(50_001);
  expect(items.length).toBeGreaterThan(30_000);
});

test('closing while a write is under way loses and repeats nothing', async () => {
  let open = () => {};
  fake.gate = () => new Promise((resolve) => (open = resolve));
  const infos = [queryInfo(), queryInfo()];
  history.record(infos[0] as QueryInfo);
  await tick();
  history.record(infos[1] as QueryInfo);
  const closed = history.close();
  fake.gate = () => Promise.resolve();
  open();
  await closed;
  expect(fake.stored.map((row) => row['id'])).toEqual(infos.map(({ id }) => id));
});

test('an Application sees its own queries, an admin all of the Environment, nobody those of another', async () => {
  const own = queryInfo();
  const other = queryInfo({ createdBy: 'APP3' });
  const elsewhere = queryInfo({ environmentId: 'ENV2' });
  for (const info of [own, other, elsewhere]) history.record(info);
  expect(await idsOf(me)).toEqual([own.id]);
  expect(await idsOf(admin)).toEqual([other.id, own.id]);
  expect((await history.list(me, { createdBy: 'APP3' }, 10)).items).toEqual([]);
  await expect(history.find(me, other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(history.find(admin, elsewhere.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

const types = ['METRIC', 'STATS', 'REPORT', 'RECORDS', 'RECORDS_BY_UNIQUE_ID', 'SQL', 'TOP_VALUES'] as const;

test.each<[Scope, readonly string[]]>([
  ['metric:query', ['METRIC', 'REPORT']],
  ['metric:stats', ['STATS', 'TOP_VALUES']],
  ['data_pool:query', ['RECORDS', 'RECORDS_BY_UNIQUE_ID', 'SQL', 'STATS', 'TOP_VALUES']],
  ['admin', [...types].sort()],
])('a token sees only the kinds of query that it could have run: %s', async (scope, expected) => {
  const principal: Principal = { ...me, scopes: new Set([scope]) };
  const infos = types.map((type) => queryInfo({ type }));
  for (const info of infos) history.record(info);
  const { items } = await history.list(principal, {}, 100);
  expect(items.map(({ type }) => type).sort()).toEqual(expected);
  for (const info of infos) {
    const found = await history.find(principal, info.id).then(
      () => true,
      () => false,
    );
    expect(found, info.type).toBe(expected.includes(info.type));
  }
  const written = readQueryHistory(visibleQueries(principal), 10);
  expect(
    Object.values(written.parameters)
      .filter((value) => types.some((type) => type === value))
      .sort(),
  ).toEqual(scope === 'admin' ? [] : expected);
});

test('a token sees what was asked with its own policy values, and without any what was asked without any', async () => {
  const asTenant = (tenant: string): Principal => ({ ...me, policyValues: { tenant } });
  const without = queryInfo();
  const one = queryInfo({ reader: readerKey(asTenant('1')) });
  for (const info of [without, one]) history.record(info);
  expect(await idsOf(me)).toEqual([without.id]);
  expect(await idsOf(asTenant('1'))).toEqual([one.id]);
  expect(await idsOf(asTenant('2'))).toEqual([]);
  expect(await idsOf(admin)).toEqual([one.id, without.id]);
  expect(readQueryHistory(visibleQueries(me), 10).parameters).toMatchObject({ digest: '' });
});

test('rows are written under the names of the columns that they are read by', () => {
  expect(Object.keys(toHistoryRow(queryInfo())).sort()).toEqual([...order].sort());
});

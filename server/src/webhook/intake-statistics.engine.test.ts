import { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { type EmbeddedEngine, sharedEngine } from '../../../tests/support/engines.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { unavailable } from '../base/errors.js';
import { createLog } from '../base/log.js';
import type { WebhookDataSource } from '../catalog/definitions.js';
import type { Engine, InsertRequest } from '../engine/engine.js';
import type { AnsweredRequest } from './answered-request.js';
import { IntakeStatistics } from './intake-statistics.js';

let embedded: EmbeddedEngine;
let isDown = false;
let isLosingAnswers = false;
const inserts: InsertRequest[] = [];
/** The same engine, whose inserts a test can make fail, or succeed without an answer. */
let engine: Engine;

beforeAll(async () => {
  embedded = await sharedEngine();
  engine = Object.assign(Object.create(embedded.engine) as Engine, {
    command: (...call: Parameters<Engine['command']>) => embedded.engine.command(...call),
    query: (...call: Parameters<Engine['query']>) => embedded.engine.query(...call),
    insert: async (request: InsertRequest) => {
      inserts.push(request);
      if (isDown) throw unavailable('The engine is down');
      await embedded.engine.insert(request);
      if (isLosingAnswers) throw unavailable('The answer was lost');
    },
  });
});

const clock = new ManualClock(Date.now());

async function node(): Promise<IntakeStatistics> {
  const statistics = new IntakeStatistics({
    engine,
    log: createLog('silent'),
    registry: new Registry(),
    clock,
    cluster: undefined,
  });
  await statistics.open();
  return statistics;
}

const request = (dataSourceId: string, durationMs = 1): AnsweredRequest => ({
  receiptId: 'RCP1',
  dataSource: { id: dataSourceId } as WebhookDataSource,
  receivedAtMs: clock.now(),
  durationMs,
  dataPoolId: 'DPO1',
  verification: 'NONE',
  body: Buffer.from('[]'),
  status: 200,
  reason: undefined,
});

/** The default range. */
const lastDay = { weekStart: 'MONDAY' } as const;

test('the counts of several nodes and minutes are added up', async () => {
  const [one, two] = [await node(), await node()];
  for (let minute = 0; minute < 3; minute++) {
    one.record(request('DSO1'));
    two.record(request('DSO1'));
    two.record(request('DSO2'));
    await one.totals('DSO1', lastDay);
    clock.advance(60_000);
  }
  await one.close();
  expect(await two.totals('DSO1', lastDay)).toMatchObject({ requests: '6', bytes: '12' });
  expect(await two.totals('DSO2', lastDay)).toMatchObject({ requests: '3' });
  await two.close();
});

test('the last minutes are listed one by one, also those without requests', async () => {
  const statistics = await node();
  const firstMs = Math.floor(clock.now() / 60_000) * 60_000;
  statistics.record(request('DSO_MINUTES'));
  clock.advance(120_000);
  const minutes = await statistics.lastMinutes('DSO_MINUTES', 4);
  expect(minutes.map(({ start }) => (start - firstMs) / 60_000)).toEqual([-1, 0, 1, 2]);
  expect(minutes.map(({ accepted }) => accepted)).toEqual(['0', '0', '0', '0']);
  await expect(statistics.lastMinutes('DSO_MINUTES', 1, 1_441)).rejects.toThrow('minutesEach must be from');
  await expect(statistics.lastMinutes('DSO_MINUTES', 1_441)).rejects.toThrow('last must be from 1 to 1440');
  await statistics.close();
});

test('spans of minutes are added up, and begin at full hours', async () => {
  const statistics = await node();
  const outcome = { isStored: true, isRepeated: false, isQuarantined: false, eventCount: 2, failed: [] };
  for (let minute = 0; minute < 90; minute += 30) {
    statistics.record({ ...request('DSO_SPANS'), outcome: outcome as never });
    clock.advance(30 * 60_000);
  }
  const hours = await statistics.lastMinutes('DSO_SPANS', 3, 60);
  expect(hours.map(({ start }) => start % 3_600_000)).toEqual([0, 0, 0]);
  expect(hours.reduce((sum, { accepted }) => sum + Number(accepted), 0)).toBe(6);
  await statistics.close();
});

test('nothing is lost or counted twice when writes fail, or succeed without an answer', async () => {
  const statistics = await node();
  isDown = true;
  statistics.record(request('DSO3'));
  await statistics.totals('DSO3', lastDay);
  isDown = false;
  isLosingAnswers = true;
  statistics.record(request('DSO3'));
  expect(await statistics.totals('DSO3', lastDay)).toMatchObject({ requests: '2' });
  statistics.record(request('DSO3'));
  isLosingAnswers = false;
  expect(await statistics.totals('DSO3', lastDay)).toMatchObject({ requests: '3' });
  expect(await statistics.totals('DSO3', lastDay)).toMatchObject({ requests: '3' });
  await statistics.close();
});

test('a write that reaches the engine after a later one does not undo it', async () => {
  const statistics = await node();
  isDown = true;
  inserts.length = 0;
  statistics.record(request('DSO6'));
  await statistics.totals('DSO6', lastDay);
  isDown = false;
  statistics.record(request('DSO6'));
  expect(await statistics.totals('DSO6', lastDay)).toMatchObject({ requests: '2' });
  await embedded.engine.insert(inserts[0] as InsertRequest);
  expect(await statistics.totals('DSO6', lastDay)).toMatchObject({ requests: '2' });
  await statistics.close();
});

test('a request that is counted late, when its minute is written and over, is added to it', async () => {
  const statistics = await node();
  const late = request('DSO4');
  statistics.record(request('DSO4'));
  clock.advance(60_000);
  await statistics.totals('DSO4', lastDay);
  statistics.record(late);
  expect(await statistics.totals('DSO4', lastDay)).toMatchObject({ requests: '2' });
  await statistics.close();
});

test('percentiles are of all minutes together, without refused requests', async () => {
  const statistics = await node();
  for (let sent = 0; sent < 90; sent++) statistics.record(request('DSO5', 10));
  clock.advance(60_000);
  for (let sent = 0; sent < 9; sent++) statistics.record(request('DSO5', 100));
  statistics.record(request('DSO5', 1_000));
  for (let sent = 0; sent < 1_000; sent++) statistics.record({ ...request('DSO5', 0.1), status: 401 });
  const { latency, refusedRequests } = await statistics.totals('DSO5', lastDay);
  const off = (given: number | null, exact: number) => Math.abs((given ?? Number.NaN) / exact - 1);
  expect(off(latency.p50, 10)).toBeLessThan(0.1);
  expect(off(latency.p95, 100)).toBeLessThan(0.1);
  expect(off(latency.p99, 100)).toBeLessThan(0.1);
  expect(refusedRequests).toBe('1000');
  await statistics.close();
});

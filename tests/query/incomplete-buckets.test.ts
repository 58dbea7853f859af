/** `incompleteFrom` follows the clock, also when the rest of an answer is cached. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Granularity } from '../../server/src/base/granularity.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { ScopeInput } from '../../server/src/query/query-scope.js';
import { type TimeSeriesInput, timeSeries } from '../../server/src/query/time-series.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const minuteMs = 60_000;
const at = (text: string) => Date.parse(text);

let queries: QueryNode;
let pool: DataPool;
let caller: QueryNode['caller'];
beforeAll(async () => {
  queries = await openQueryNode({ cached: true, nowMs: at('2026-03-15T12:34:56.789Z') });
  pool = await queries.createPool({
    columns: [{ name: 'at', type: 'TIMESTAMP', nullable: false }],
    timestamp: 'at',
  });
  await queries.insert(pool, [{ at: '2026-03-13 10:00:00.000' }, { at: '2026-03-15 12:00:00.000' }]);
});
afterAll(() => queries.close());
// The cache has an entry for each Application.
beforeEach(() => {
  vi.restoreAllMocks();
  caller = queries.otherCaller();
});

const moveTo = (text: string) => queries.clock.advance(at(text) - queries.clock.now());

async function ask(
  granularity: Granularity,
  timeRange: ScopeInput['timeRange'],
  more: Partial<TimeSeriesInput> = {},
) {
  const { labels, incompleteFrom } = await timeSeries(queries.services, caller, {
    metric: { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } },
    granularity,
    groupBy: [],
    timeRange,
    ...more,
  });
  return { labels, incompleteFrom };
}

test('it is the first bucket that is not over, with all later ones', async () => {
  moveTo('2026-03-15T12:34:56.789Z');
  const incompleteFrom = async (...args: Parameters<typeof ask>) => (await ask(...args)).incompleteFrom;
  const today = '2026-03-15T00:00:00Z';
  expect(await incompleteFrom('DAY', { relative: 'LAST_N_DAYS', n: 7 })).toBe(today);
  expect(await incompleteFrom('DAY', { relative: 'THIS_MONTH' })).toBe(today);
  expect(await incompleteFrom('DAY', { relative: 'PREVIOUS_WEEK' })).toBeNull();
  expect(await incompleteFrom('DAY', { relative: 'TOMORROW' })).toBe('2026-03-16T00:00:00Z');
  expect(await incompleteFrom('HOUR', { relative: 'TODAY' })).toBe('2026-03-15T12:00:00Z');
  expect(await incompleteFrom('THIRTY_MINUTES', { relative: 'TODAY' })).toBe('2026-03-15T12:30:00Z');
  expect(await incompleteFrom('QUARTER', { relative: 'THIS_YEAR' })).toBe('2026-01-01T00:00:00Z');
  const zoned = { timeZone: 'Asia/Tokyo', weekStart: 'SUNDAY' } as const;
  expect(await incompleteFrom('WEEK', { relative: 'LAST_N', n: 3 }, zoned)).toBe('2026-03-14T15:00:00Z');
});

test('the end of a bucket counts, wherever the range or the records end', async () => {
  moveTo('2026-03-15T12:35:00Z');
  const [startMs, stopMs] = [at('2026-03-13T00:00:00Z'), at('2026-03-15T06:00:00Z')];
  const today = { incompleteFrom: '2026-03-15T00:00:00Z' };
  expect(await ask('DAY', {})).toMatchObject(today);
  expect(await ask('DAY', { startMs, stopMs })).toMatchObject(today);
  expect(await ask('HOUR', { startMs, stopMs })).toMatchObject({ incompleteFrom: null });
  expect(await ask('DAY', { startMs, stopMs: at('2026-03-15T00:00:00Z') })).toMatchObject({
    incompleteFrom: null,
  });
  expect(await ask('DAY', { startMs, stopMs: startMs })).toMatchObject({ labels: [], incompleteFrom: null });
});

test('a bucket is over from the millisecond at which it ends', async () => {
  const range = { startMs: at('2026-03-15T12:00:00Z'), stopMs: at('2026-03-15T13:00:00Z') };
  moveTo('2026-03-15T12:59:59.999Z');
  expect(await ask('HOUR', range)).toMatchObject({ incompleteFrom: '2026-03-15T12:00:00Z' });
  moveTo('2026-03-15T13:00:00Z');
  expect(await ask('HOUR', range)).toMatchObject({ incompleteFrom: null });
});

/** How many answers were computed and stored in the cache since the call. */
function countComputed() {
  const keep = vi.spyOn(queries.services.answers!, 'keep');
  return () => keep.mock.calls.length;
}

test.each<[string, string, ScopeInput['timeRange']]>([
  ['an absolute', '14:00', { startMs: at('2026-03-15T14:00:00Z'), stopMs: at('2026-03-15T15:00:00Z') }],
  ['a relative', '15:00', { relative: 'TODAY' }],
])('a cached answer over %s range is never behind', async (_, time, timeRange) => {
  const computed = countComputed();
  const steps = 40;
  for (let step = 0; step < steps; step += 1) {
    moveTo(new Date(at(`2026-03-15T${time}:00Z`) + step * 17_000).toISOString());
    const { incompleteFrom } = await ask('FIVE_MINUTES', timeRange);
    const bucketMs = Math.floor(queries.clock.now() / (5 * minuteMs)) * 5 * minuteMs;
    expect(incompleteFrom).toBe(new Date(bucketMs).toISOString().replace('.000Z', 'Z'));
  }
  // Once in each minute that has begun.
  expect(computed()).toBe(1 + Math.floor(((steps - 1) * 17_000) / minuteMs));
});

test('an answer whose buckets are all over stays cached across minutes', async () => {
  const computed = countComputed();
  const range = { startMs: at('2026-03-13T00:00:00Z'), stopMs: at('2026-03-14T00:00:00Z') };
  moveTo('2026-03-15T16:00:30Z');
  expect(await ask('DAY', range)).toMatchObject({ incompleteFrom: null });
  queries.clock.advance(45_000);
  expect(await ask('DAY', range)).toMatchObject({ incompleteFrom: null });
  expect(computed()).toBe(1);
});

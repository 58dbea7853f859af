/** Weeks that start on another day than Monday, in every operation that takes a time zone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RelativeTimeRange } from '../../server/src/base/relative-time-range.js';
import { type WeekStart, weekStarts } from '../../server/src/base/week-start.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { counter } from '../../server/src/query/counter.js';
import { dataGrid } from '../../server/src/query/data-grid.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import type { ScopeInput } from '../../server/src/query/query-scope.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { topValues } from '../../server/src/query/top-values.js';
import { weekdayOf } from '../support/calendars.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const dayMs = 86_400_000;
const zone = 'America/New_York';
/** A Wednesday. On Sunday the 8th, clocks were put forward. */
const nowMs = Date.parse('2026-03-11T15:00:00Z');

let queries: QueryNode;
let pool: DataPool;
beforeAll(async () => {
  queries = await openQueryNode({ cached: true, nowMs });
  pool = await queries.createPool(columns);
  await queries.insert(pool, days.map(record));
  await queries.catalog.serviceSecrets.obtain('cursor');
});
afterAll(() => queries.close());

const columns = {
  columns: [
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'day', type: 'STRING', nullable: false },
  ],
  timestamp: 'at',
} as const;

/** Local dates, from four weeks before now to two weeks after. There is a record in the first minute of each. */
const days = Array.from({ length: 42 }, (_, i) => new Date(Date.UTC(2026, 1, 11) + i * dayMs));
const dateText = (date: Date) => date.toISOString().slice(0, 10);
/** New York is 5 hours behind until the 8th of March, then 4. */
const midnight = (date: Date) => date.getTime() + (date.getTime() > Date.UTC(2026, 2, 8) ? 4 : 5) * 3_600_000;
const record = (date: Date) => ({
  at: new Date(midnight(date) + 1).toISOString().replace('T', ' ').replace('Z', ''),
  day: dateText(date),
});

/** The local dates of the weeks from `first` to `last`, counted from the current one. */
function datesOf(weekStart: WeekStart, first: number, last: number): string[] {
  const today = Date.UTC(2026, 2, 11);
  const wednesday = 3;
  const thisWeek = today - ((wednesday + 7 - weekdayOf[weekStart]) % 7) * dayMs;
  const [fromMs, untilMs] = [thisWeek + first * 7 * dayMs, thisWeek + (last + 1) * 7 * dayMs];
  return days.filter((date) => date.getTime() >= fromMs && date.getTime() < untilMs).map(dateText);
}

const count = ({ id }: DataPool) => ({ dataPool: { id }, aggregation: { type: 'COUNT' } }) as const;

/** Each tells which days it saw, or how many. */
async function told(scope: ScopeInput, caller = queries.otherCaller()) {
  const { services } = queries;
  const metric = count(pool);
  const one = await counter(services, caller, { metric, ...scope });
  const series = await timeSeries(services, caller, { metric, granularity: 'DAY', groupBy: [], ...scope });
  const board = await leaderboard(services, caller, {
    metric,
    dimensions: ['day'],
    sort: 'DESC',
    rowLimit: 100,
    ...scope,
  });
  const report = await metricReport(services, caller, {
    dimensions: [{ columnName: 'day', sort: 'ASC' }],
    metrics: [{ metric, sort: 'DESC' }],
    orderByColumn: 1,
    page: { first: 100 },
    ...scope,
  });
  const grid = await dataGrid(services, caller, {
    dataPool: { id: pool.id },
    columns: ['day'],
    sort: 'ASC',
    page: { first: 100 },
    ...scope,
  });
  const top = await topValues(services, caller, {
    dataPool: { id: pool.id },
    columnName: 'day',
    maxValues: 100,
    ...scope,
  });
  return {
    counter: one.value,
    timeSeries: series.labels.length,
    leaderboard: board.rows.map(([day]) => day),
    metricReport: report.rows.map(([day]) => day),
    dataGrid: grid.rows.map(([day]) => day),
    topValues: top.values,
  };
}

const seen = (dates: readonly string[]) => ({
  counter: String(dates.length),
  timeSeries: dates.length,
  leaderboard: dates,
  metricReport: dates,
  dataGrid: dates,
  topValues: dates,
});

describe.each(weekStarts)('weeks from %s', (weekStart) => {
  test.each<[RelativeTimeRange, number, number]>([
    ['THIS_WEEK', 0, 0],
    ['PREVIOUS_WEEK', -1, -1],
    ['NEXT_WEEK', 1, 1],
    ['LAST_N_WEEKS', -2, 0],
  ])('are those of %s in every operation', async (relative, first, last) => {
    const timeRange = { relative, ...(relative === 'LAST_N_WEEKS' && { n: 3 }) };
    expect(await told({ timeRange, timeZone: zone, weekStart })).toEqual(
      seen(datesOf(weekStart, first, last)),
    );
  });

  test('are the buckets and the LAST_N of a series by week', async () => {
    const ask = async (timeRange: ScopeInput['timeRange']) =>
      await timeSeries(queries.services, queries.otherCaller(), {
        metric: count(pool),
        granularity: 'WEEK',
        groupBy: [],
        timeRange,
        timeZone: zone,
        weekStart,
      });
    const weeks = [-1, 0].map((week) => datesOf(weekStart, week, week));
    const last = await ask({ relative: 'LAST_N', n: 2 });
    expect(last.values).toEqual(weeks.map((dates) => String(dates.length)));
    expect(last.labels.map((label) => Date.parse(label))).toEqual(
      weeks.map(([first = '']) => midnight(new Date(first))),
    );
    const all = await ask({});
    expect(all.values.reduce((sum, value) => sum + Number(value), 0)).toBe(days.length);
    expect(all.labels).toEqual(expect.arrayContaining([...last.labels]));
  });
});

test('the Environment’s default applies at once, to it alone, and a query overrides it', async () => {
  const { catalog, environmentId } = queries;
  const caller = queries.otherCaller();
  const scope = { timeRange: { relative: 'THIS_WEEK' }, timeZone: zone } as const;
  // Asked twice, so that the answers are cached.
  for (let round = 0; round < 2; round += 1)
    expect(await told(scope, caller)).toEqual(seen(datesOf('MONDAY', 0, 0)));
  for (const weekStart of ['SUNDAY', 'SATURDAY'] as const) {
    await catalog.environments.update(environmentId, { weekStart }, 'test');
    for (let round = 0; round < 2; round += 1)
      expect(await told(scope, caller)).toEqual(seen(datesOf(weekStart, 0, 0)));
  }
  expect(await told({ ...scope, weekStart: 'MONDAY' }, caller)).toEqual(seen(datesOf('MONDAY', 0, 0)));
  const elsewhere = await queries.newEnvironment();
  const other = await queries.createPool(columns, 'other', elsewhere);
  await queries.insert(other, days.map(record));
  const { value } = await counter(queries.services, queries.otherCaller({ environmentId: elsewhere }), {
    metric: count(other),
    timeRange: { relative: 'LAST_N_WEEKS', n: 5 },
    timeZone: zone,
  });
  expect(value).toBe(String(datesOf('MONDAY', -4, 0).length));
  await catalog.environments.update(environmentId, { weekStart: 'MONDAY' }, 'test');
});

test('a cursor belongs to the week start that it was given for', async () => {
  const caller = queries.otherCaller();
  const page = async (weekStart: WeekStart, after?: string | null) =>
    await dataGrid(queries.services, caller, {
      dataPool: { id: pool.id },
      columns: ['day'],
      sort: 'ASC',
      timeRange: { relative: 'THIS_WEEK' },
      timeZone: zone,
      weekStart,
      page: { first: 1, after },
    });
  const { pageInfo } = await page('SUNDAY');
  expect((await page('SUNDAY', pageInfo.endCursor)).rows).toEqual([[datesOf('SUNDAY', 0, 0)[1]]]);
  await expect(page('SATURDAY', pageInfo.endCursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

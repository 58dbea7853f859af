/** Comparisons with an earlier period, from a webhook to a client. */
import {
  counterQuery,
  countersQuery,
  createWebhookDataSourceMutation,
  createWeirClient,
  leaderboardQuery,
  queriesQuery,
  timeSeriesQuery,
  type WeirClient,
} from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let client: WeirClient;

const event = (at: string, country: string, price: number) => ({ at, country, price });

beforeAll(async () => {
  service = await openService();
  const { url, clientId, clientSecret } = service;
  client = createWeirClient({ url, credentials: { clientId, clientSecret } });
  const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, {
    input: {
      uniqueName: 'orders',
      connectionSettings: {
        columns: [
          { name: 'at', type: 'TIMESTAMP' },
          { name: 'country', type: 'STRING' },
          { name: 'price', type: 'DOUBLE' },
        ],
        timestamp: 'at',
      },
    },
  });
  const settings = createWebhookDataSource?.dataSource.connectionSettings;
  if (!settings || !('webhookUrl' in settings)) throw new Error('No webhook was created');
  await client.sendEvents(settings.webhookUrl, [
    // In Berlin, the first is in March and the last one in February.
    event('2024-02-29T23:30:00Z', 'CH', 1.5),
    event('2024-03-15T10:00:00Z', 'CH', 2),
    event('2024-03-31T10:00:00Z', 'DE', 1),
    event('2024-02-01T10:00:00Z', 'CH', 0.5),
    event('2024-02-02T10:00:00Z', 'FR', 4),
    event('2024-02-29T22:30:00Z', 'FR', 0.5),
  ]);
});

const march = {
  metric: { sum: { dataPool: { name: 'orders' }, measure: { columnName: 'price' } } },
  timeZone: 'Europe/Berlin',
  timeRange: { start: '2024-02-29T23:00:00Z', stop: '2024-03-31T22:00:00Z' },
};
const compare = { period: 'SAME_PERIOD_LAST_MONTH' } as const;
const february = { start: '2024-01-31T23:00:00Z', stop: '2024-02-29T23:00:00Z' };

it('counters, alone and in a list', async () => {
  const { counter } = await client.request(counterQuery, { input: { ...march, compare } });
  expect(counter).toMatchObject({
    value: '4.5',
    comparison: { value: '5', change: '-0.5', changePercent: -10, timeRange: february },
  });
  const { counters } = await client.request(countersQuery, {
    input: [march, { ...march, compare: february }],
  });
  expect(counters.map((one) => one?.comparison?.value)).toEqual([undefined, '5']);
  const { queries } = await client.request(queriesQuery, { first: 100 });
  const ids = queries?.nodes.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([counter?.query.id, counter?.comparison?.query.id]));
});

it('a time series by group', async () => {
  const { timeSeries } = await client.request(timeSeriesQuery, {
    input: { ...march, compare, granularity: 'DAY', groupBy: ['country'], groupLimit: 1 },
  });
  expect(timeSeries?.labels).toHaveLength(31);
  expect(timeSeries?.comparison?.timeRange).toEqual(february);
  expect(timeSeries?.comparison?.labels.slice(27)).toEqual([
    '2024-02-27T23:00:00Z',
    '2024-02-28T23:00:00Z',
    null,
    null,
  ]);
  expect(timeSeries?.comparison?.values.slice(0, 3)).toEqual(['0.5', '4', '0']);
  expect(timeSeries?.comparison?.changes[0]).toBe('1');
  expect(timeSeries?.comparison?.changePercents.slice(0, 3)).toEqual([200, -100, null]);
  const earlier = timeSeries?.groups?.map(({ group, isOthers, comparison }) => [
    ...group,
    isOthers,
    comparison?.values.reduce((total, value) => total + Number(value), 0),
  ]);
  expect(earlier).toEqual([
    ['CH', false, 0.5],
    ['others', true, 4.5],
  ]);
});

it('a leaderboard', async () => {
  const { leaderboard } = await client.request(leaderboardQuery, {
    input: { ...march, compare, dimensions: [{ columnName: 'country' }], rowLimit: 2 },
  });
  expect(leaderboard?.rows).toEqual([
    ['CH', '3.5'],
    ['DE', '1'],
  ]);
  expect(leaderboard?.comparison).toMatchObject({
    rows: [
      { value: '0.5', change: '3', changePercent: 600, rank: 2, isNew: false },
      { value: null, change: null, changePercent: null, rank: null, isNew: true },
    ],
    gone: [['FR', '4.5']],
    timeRange: february,
  });
});

it('a comparison that is not defined is refused with what to do', async () => {
  const ask = (input: object) => client.request(counterQuery, { input: { ...march, ...input } });
  await expect(ask({ compare: {} })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('give a period, or both start and stop'),
  });
  await expect(ask({ compare, timeRange: {} })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('compare.period needs a timeRange with both ends'),
  });
});

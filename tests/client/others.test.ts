/** The first groups with the others, from a webhook to a client. */
import {
  createWeirClient,
  leaderboardQuery,
  queryInfoQuery,
  timeSeriesQuery,
  type WeirClient,
} from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import { type Orders, seedOrders } from '../support/orders.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let client: WeirClient;
let orders: Orders;

beforeAll(async () => {
  service = await openService();
  const { url, clientId, clientSecret } = service;
  client = createWeirClient({ url, credentials: { clientId, clientSecret } });
  orders = await seedOrders(client, 'orders', 10);
});

/** Ten orders: three each of CH and DE, two each of FR and IT. */
const averageQuantity = () => ({
  average: { dataPool: { id: orders.dataPool }, measure: { columnName: 'quantity' } },
});

it('a leaderboard and a time series have the others', async () => {
  const { leaderboard } = await client.request(leaderboardQuery, {
    input: {
      metric: averageQuantity(),
      dimensions: [{ columnName: 'country' }],
      rowLimit: 1,
      others: true,
    },
  });
  // Of DE 2, 6 and 10; of the others 1, 5, 9, 3, 7, 4 and 8.
  expect(leaderboard?.rows).toEqual([
    ['DE', '6'],
    ['others', String(37 / 7)],
  ]);
  expect(leaderboard?.hasOthers).toBe(true);
  const { timeSeries } = await client.request(timeSeriesQuery, {
    input: {
      metric: { count: { dataPool: { id: orders.dataPool } } },
      granularity: 'YEAR',
      timeRange: { start: '2000-01-01T00:00:00Z', stop: '2100-01-01T00:00:00Z' },
      groupBy: ['country'],
      groupLimit: 2,
    },
  });
  const totals = timeSeries?.groups?.map(({ group, isOthers, values }) => [
    ...group,
    isOthers,
    values.reduce((total, value) => total + Number(value), 0),
  ]);
  expect(totals).toEqual([
    ['CH', false, 3],
    ['DE', false, 3],
    ['others', true, 4],
  ]);
  const { queryInfo } = await client.request(queryInfoQuery, { id: timeSeries?.query.id ?? '' });
  expect(queryInfo).toMatchObject({ type: 'METRIC', subtype: 'TIME_SERIES', status: 'COMPLETED' });
});

it('more groups than a time series can have are refused with what to do', async () => {
  const refused = client.request(timeSeriesQuery, {
    input: {
      metric: averageQuantity(),
      granularity: 'DAY',
      groupBy: ['country'],
      groupLimit: 0,
    },
  });
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('groupLimit must be from 1 to 1000, but is 0'),
  });
});

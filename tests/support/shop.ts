import {
  createAverageMetricMutation,
  createCountDistinctMetricMutation,
  createCountMetricMutation,
  createDashboardMutation,
  createSumMetricMutation,
  createWeirClient,
  type DashboardTileInput,
  type MetricFormatInput,
  type WeirClient,
} from '@weir/client';
import { sql } from './engines.js';
import type { Service } from './service.js';
import { orders, visits } from './shop-events.js';
import { connectEngine, settled } from './stored.js';
import { createWebhook, post, type WebhookColumn } from './webhook.js';

export interface ShopSize {
  readonly days: number;
  /** Today. */
  readonly ordersPerDay: number;
}

export interface Shop {
  readonly revenue: string;
  readonly dashboard: string;
}

const visitsPerOrder = 2;
const eventsPerRequest = 5_000;

/** A shop's events, arrived when they happened, with Metrics and a dashboard. */
export async function fillShop(service: Service, { days, ordersPerDay }: ShopSize): Promise<Shop> {
  const { url, clientId, clientSecret } = service;
  const client = createWeirClient({ url, credentials: { clientId, clientSecret } });
  const now = Date.now();
  const text = (name: string) => ({ name, type: 'STRING', nullable: false });
  await fill(
    service,
    'visits',
    [{ name: 'visited_at', type: 'TIMESTAMP', nullable: false }, text('page'), text('referrer')],
    visits(now, days, ordersPerDay * visitsPerOrder),
  );
  const dataPool = await fill(
    service,
    'orders',
    [
      { name: 'ordered_at', type: 'TIMESTAMP', nullable: false },
      ...['country', 'category', 'channel', 'customer'].map(text),
      { name: 'amount', type: 'DOUBLE', nullable: false },
    ],
    orders(now, days, ordersPerDay),
  );
  const metrics = await createMetrics(client, dataPool);
  const { createDashboard } = await client.request(createDashboardMutation, {
    input: {
      uniqueName: 'Shop',
      description: 'What we sell, where, and to whom.',
      timeRange: { relative: 'LAST_N_DAYS', n: 30 },
      tiles: tiles(metrics),
    },
  });
  return { revenue: metrics.revenue, dashboard: createDashboard!.dashboard.id };
}

async function fill(
  service: Service,
  uniqueName: string,
  columns: readonly WebhookColumn[],
  events: readonly object[],
): Promise<string> {
  const timestamp = columns[0]?.name;
  const { path, dataPoolId, table } = await createWebhook(service, columns, { timestamp }, { uniqueName });
  for (let at = 0; at < events.length; at += eventsPerRequest) {
    const { status, text } = await post(service, path, events.slice(at, at + eventsPerRequest));
    if (status !== 200) throw new Error(`The webhook answered ${status}: ${text}`);
  }
  await settled(service);
  const engine = connectEngine(service.directory);
  const update = `ALTER TABLE ${table} UPDATE _service_received_at = ${timestamp} WHERE true`;
  await engine.command(sql(`${update} SETTINGS mutations_sync = 1`));
  await engine.close();
  return dataPoolId;
}

interface ShopMetrics {
  readonly revenue: string;
  readonly orders: string;
  readonly customers: string;
  readonly average: string;
}

async function createMetrics(client: WeirClient, dataPool: string): Promise<ShopMetrics> {
  const euros = (decimals: number): MetricFormatInput => ({ style: 'CURRENCY', currency: 'EUR', decimals });
  const measure = { columnName: 'amount' };
  const revenue = await client.request(createSumMetricMutation, {
    input: { dataPool, uniqueName: 'Revenue', measure, format: euros(0) },
  });
  const count = await client.request(createCountMetricMutation, {
    input: { dataPool, uniqueName: 'Orders' },
  });
  const customers = await client.request(createCountDistinctMetricMutation, {
    input: { dataPool, uniqueName: 'Customers', dimension: { columnName: 'customer' } },
  });
  const average = await client.request(createAverageMetricMutation, {
    input: { dataPool, uniqueName: 'Average order', measure, format: euros(2) },
  });
  return {
    revenue: revenue.createSumMetric!.metric.id,
    orders: count.createCountMetric!.metric.id,
    customers: customers.createCountDistinctMetric!.metric.id,
    average: average.createAverageMetric!.metric.id,
  };
}

const bestSellers = `SELECT category, count(*) AS orders, round(sum(amount)) AS revenue
FROM orders WHERE ordered_at > now() - interval '30 days' GROUP BY 1 ORDER BY 3 DESC`;

function tiles({ revenue, orders: count, customers, average }: ShopMetrics): DashboardTileInput[] {
  const counter = (x: number, metricId: string): DashboardTileInput => ({
    x,
    y: 0,
    width: 3,
    height: 2,
    metric: { metricId, kind: 'COUNTER' },
  });
  return [
    counter(0, revenue),
    counter(3, count),
    counter(6, customers),
    counter(9, average),
    {
      x: 0,
      y: 2,
      width: 8,
      height: 5,
      title: 'Revenue per day',
      metric: {
        metricId: revenue,
        kind: 'TIME_SERIES',
        granularity: 'DAY',
        chart: 'STACKED',
        dimensions: ['category'],
      },
    },
    {
      x: 8,
      y: 2,
      width: 4,
      height: 5,
      title: 'Orders by country',
      metric: { metricId: count, kind: 'LEADERBOARD', dimensions: ['country'], rowLimit: 6 },
    },
    {
      x: 0,
      y: 7,
      width: 4,
      height: 4,
      title: 'Best sellers',
      sql: { query: bestSellers, chart: 'TABLE' },
    },
    {
      x: 4,
      y: 7,
      width: 4,
      height: 4,
      title: 'Orders by channel',
      metric: { metricId: count, kind: 'LEADERBOARD', chart: 'PIE', dimensions: ['channel'] },
    },
    {
      x: 8,
      y: 7,
      width: 4,
      height: 4,
      title: 'Customers per week',
      metric: { metricId: customers, kind: 'TIME_SERIES', granularity: 'WEEK', chart: 'BAR' },
    },
  ];
}

import {
  createCountMetricMutation,
  createDashboardMutation,
  createSumMetricMutation,
  modifyMetricMutation,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { headingOf, pick, signIn, useConsole } from '../support/console.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;
let dashboard = '';
let metric = '';

beforeAll(async () => {
  const { client } = console();
  orders = await seedOrders(client, 'orders', 24);
  const { createSumMetric } = await client.request(createSumMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'revenue', measure: { columnName: 'price' } },
  });
  metric = createSumMetric?.metric.id ?? '';
  const { createDashboard } = await client.request(createDashboardMutation, {
    input: {
      uniqueName: 'board',
      tiles: [{ x: 0, y: 0, width: 4, height: 4, metric: { metricId: metric, kind: 'COUNTER' } }],
    },
  });
  dashboard = createDashboard?.dashboard.id ?? '';
  await signIn(console());
});

const params = () => new URLSearchParams(console().page.url().split('?')[1]);
const param = (name: string) => expect.poll(() => params().get(name));

describe('the browser’s Back', () => {
  it('undoes each change of a view in Explore, and Forward does it again', async () => {
    const { page, open } = console();
    await open('/', 'Overview');
    await open(`/explore?pool=${orders.dataPool}`, 'Explore');
    await page.getByRole('button', { name: 'Counter' }).click();
    await page.getByLabel('Time range').selectOption('LAST_N_DAYS:7');
    await page.getByLabel('SQL filter').fill('price > 1');
    await page.getByLabel('SQL filter').press('Enter');
    await param('filter').toBe('price > 1');
    await page.goBack();
    await param('filter').toBe(null);
    expect(await page.getByLabel('SQL filter').inputValue()).toBe('');
    await page.goBack();
    await param('range').toBe(null);
    expect(await page.getByLabel('Time range').inputValue()).toBe('ALL');
    await page.goForward();
    await param('range').toBe('LAST_N_DAYS:7');
    await page.goBack();
    await page.goBack();
    await param('view').toBe(null);
    await page.goBack();
    await headingOf(page, 'Overview').waitFor();
  });

  it('takes what was typed in one go, and what was picked, as one change each', async () => {
    const { page, open } = console();
    await open(`/explore?pool=${orders.dataPool}&range=LAST_N_DAYS:14`, 'Explore');
    const field = page.getByLabel('How many');
    await field.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('56', { delay: 50 });
    await param('range').toBe('LAST_N_DAYS:1456');
    await pick(page, 'Group by', 'country');
    await param('group').toBe('country');
    await page.goBack();
    await param('group').toBe(null);
    await page.goBack();
    await param('range').toBe('LAST_N_DAYS:14');
    expect(await field.inputValue()).toBe('14');
  });

  it('undoes each change of a dashboard’s view', async () => {
    const { page, open } = console();
    await open(`/dashboards/${dashboard}`, 'board');
    await page.getByLabel('Time range').selectOption('LAST_N_DAYS:7');
    await page.getByLabel('Time zone of the dashboard').focus();
    await page.getByLabel('Time zone of the dashboard').selectOption('Asia/Tokyo');
    await param('zone').toBe('Asia/Tokyo');
    await page.goBack();
    await param('zone').toBe(null);
    await param('range').toBe('LAST_N_DAYS:7');
    await page.goBack();
    await param('range').toBe(null);
    await headingOf(page, 'board').waitFor();
  });
});

describe('a change of the view', () => {
  it('leaves the caret of the field that is typed in where it was', async () => {
    const { page, open } = console();
    await open(`/explore?pool=${orders.dataPool}&range=LAST_N_DAYS:14`, 'Explore');
    const field = page.getByLabel('How many');
    await field.focus();
    await page.keyboard.press('Home');
    await page.keyboard.type('23');
    await param('range').toBe('LAST_N_DAYS:2314');
    expect(await field.inputValue()).toBe('2314');
  });

  it('leaves the page where it was scrolled to', async () => {
    const { page, open } = console();
    await open(`/explore?pool=${orders.dataPool}`, 'Explore');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByLabel('Time range').evaluate((field) => field.scrollIntoView());
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await page.getByLabel('Time range').selectOption('LAST_N_DAYS:7');
    await param('range').toBe('LAST_N_DAYS:7');
    expect(await scrolled()).toBe(before);
    await page.setViewportSize({ width: 1280, height: 860 });
  });
});

describe('refresh', () => {
  const one = { created_at: new Date().toISOString(), user: { country: 'CH' }, price: 1, quantity: 1 };

  it('fetches a page again, now', async () => {
    const { page, open, client } = console();
    await open('/metrics', 'Metrics');
    await client.request(createCountMetricMutation, {
      input: { dataPool: orders.dataPool, uniqueName: 'made elsewhere' },
    });
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.getByRole('link', { name: 'made elsewhere', exact: true }).waitFor();
    await open(`/metrics/${metric}`, 'revenue');
    await client.request(modifyMetricMutation, { input: { metric, description: 'In francs' } });
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.locator('.page-head', { hasText: 'In francs' }).waitFor();
  });

  it.each([
    ['/explore?view=counter&pool=:pool', 'Explore', '.counter-value'],
    ['/pools/:pool/records', 'orders', '.note:text("on this page")'],
  ])('fetches %s again after a while, also when the view has changed', async (view, heading, where) => {
    const { page, open, client } = console();
    await page.goto('about:blank');
    await page.clock.install();
    await open(view.replace(':pool', orders.dataPool), heading);
    await page.getByLabel('Refresh', { exact: true }).selectOption({ label: 'Every 30 seconds' });
    // An answer that is still awaited when the time is over is not asked for twice.
    const answered = page.waitForResponse((response) => {
      const sent = response.request().postData() ?? '';
      return sent.includes('"n":90') && !sent.includes('timeSeries');
    });
    await page.getByLabel('Time range').selectOption('LAST_N_DAYS:90');
    await answered;
    await param('refresh').toBe('30');
    const countOf = async () => Number.parseInt((await page.locator(where).first().textContent()) ?? '', 10);
    await expect.poll(countOf).toBeGreaterThanOrEqual(24);
    const before = await countOf();
    await client.sendEvents(orders.webhookUrl, [one]);
    await page.clock.fastForward(31_000);
    await expect.poll(countOf).toBe(before + 1);
    await page.clock.resume();
  });
});

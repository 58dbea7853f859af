import {
  createApplicationMutation,
  createCountMetricMutation,
  createDashboardMutation,
  createSavedQueryMutation,
} from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, signIn, useConsole } from '../support/console.js';
import { seedOrders } from '../support/orders.js';

const console = useConsole();

beforeAll(async () => {
  const { client } = console();
  const { dataPool } = await seedOrders(client, 'orders', 3);
  await client.request(createCountMetricMutation, { input: { dataPool, uniqueName: 'order count' } });
  await client.request(createDashboardMutation, { input: { uniqueName: 'Daily orders', tiles: [] } });
  await client.request(createSavedQueryMutation, {
    input: { uniqueName: 'Best customers', sql: 'SELECT 1' },
  });
  await signIn(console());
});

const field = () =>
  console().page.getByRole('combobox', { name: 'Page, dashboard, Metric, Data Pool or saved query' });
const options = () => console().page.getByRole('dialog').getByRole('option');

it('goes by keyboard to a page, a dashboard, a Metric, a Data Pool and a saved query', async () => {
  const { page, open } = console();
  await open('/', 'Overview');
  for (const [text, heading] of [
    ['queri', 'Queries'],
    ['daily', 'Daily orders'],
    ['count metric', 'order count'],
    ['orders pool', 'orders'],
  ] as const) {
    await page.keyboard.press('Control+K');
    await field().fill(text);
    await options().filter({ hasText: heading }).first().waitFor();
    expect(await options().count()).toBe(1);
    await page.keyboard.press('Enter');
    await headingOf(page, heading).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  await page.keyboard.press('Control+K');
  await field().fill('best');
  await options().filter({ hasText: 'Best customers' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Best customers' }).waitFor();
});

it('chooses with arrows or the pointer, and Escape gives the focus back', async () => {
  const { page, open } = console();
  await open('/', 'Overview');
  const button = page.getByRole('button', { name: 'Go to', exact: true });
  await button.click();
  await field().fill('orders');
  await options().nth(1).waitFor();
  const chosen = () => options().and(page.locator('[aria-selected="true"]')).textContent();
  expect(await chosen()).toContain('Data Pool');
  await page.keyboard.press('ArrowDown');
  expect(await chosen()).toContain('Daily orders');
  await page.keyboard.press('ArrowDown');
  expect(await chosen()).toContain('Data Pool');
  expect(await seriousFindings(page)).toEqual([]);
  await field().fill('no such thing');
  await page.getByText('Nothing has this name').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
  await field().fill('daily');
  await options().first().click();
  await headingOf(page, 'Daily orders').waitFor();
});

it('offers what the Application may use, also on a phone', async () => {
  const { page, client, service } = console();
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName: 'loader', scopes: ['DATA_POOL_LOAD'] },
  });
  if (!createApplication || !('application' in createApplication)) throw new Error('not created');
  const { clientId, secret } = createApplication.application;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn({ ...console(), service: { ...service, clientId, clientSecret: secret ?? '' } });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Go to', exact: true }).click();
  await options().first().waitFor();
  expect((await options().allTextContents()).map((text) => text.replace('Page', ''))).toEqual([
    'Overview',
    'GraphiQL',
  ]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

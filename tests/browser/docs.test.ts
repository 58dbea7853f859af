import { beforeAll, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, signIn, useConsole } from '../support/console.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;

beforeAll(async () => {
  orders = await seedOrders(console().client, 'orders', 5);
  await signIn(console());
});

it.each([
  ['/', 'Overview', 'The console', undefined],
  ['/sources/new', 'New webhook source', 'Webhook intake', undefined],
  ['/sources', 'Data Sources', 'Webhook intake', undefined],
  ['/pools', 'Data Pools', 'The console', 'Filters'],
  ['/pools/:pool/load', 'orders', 'Loading files', undefined],
  ['/pools/:pool/jobs', 'orders', 'Jobs: changing stored data', undefined],
  ['/metrics', 'Metrics', 'API guide', 'Metrics'],
  ['/views', 'Materialized views', 'Materialized views', undefined],
  ['/dashboards', 'Dashboards', 'The console', 'Dashboards'],
  ['/explore', 'Explore', 'The console', 'Charts'],
  ['/sql', 'SQL', 'SQL', undefined],
  ['/queries', 'Queries', 'API guide', 'Limits of queries and responses'],
  ['/jobs', 'Jobs', 'Jobs: changing stored data', undefined],
  ['/policies', 'Access policies', 'Access policies', undefined],
  ['/applications', 'Applications', 'API guide', 'Managing Applications'],
  ['/environment', 'Environment', 'API guide', 'Weeks'],
])('%s leads to the docs that explain it', async (view, heading, title, part) => {
  const { page, open } = console();
  await open(view.replace(':pool', orders.dataPool), heading);
  await page.getByRole('main').getByRole('link', { name: 'Docs', exact: true }).click();
  await headingOf(page, title).waitFor();
  await page.waitForFunction(() => window.location.hash.startsWith('#/docs/'));
  if (part === undefined) return;
  const found = page.locator('.docs :is(h3, h4, h5)').filter({ hasText: part }).first();
  await expect.poll(async () => (await found.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  expect((await found.boundingBox())?.y).toBeLessThan(860);
});

it('the docs lead to one another, and Back returns', async () => {
  const { page, open } = console();
  await open('/docs/console', 'The console');
  await page.locator('.docs').getByRole('link', { name: 'export' }).first().click();
  await headingOf(page, 'Exports').waitFor();
  await page.goBack();
  await headingOf(page, 'The console').waitFor();
  for (const theme of ['light', 'dark']) {
    await page.getByLabel('Theme').selectOption(theme);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByLabel('Theme').selectOption('system');
  await open('/docs/nothing', 'Docs');
  await page.getByText('There is no page "nothing" in the docs.').waitFor();
});

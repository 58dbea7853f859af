/** The service goes away and comes back while its console is open. */
import { createDashboardMutation, createSumMetricMutation, createWeirClient } from '@weir/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawn, type OpenBrowser, openBrowser, seriousFindings } from '../support/browser.js';
import { headingOf, pollsUntil, signIn } from '../support/console.js';
import { type Orders, seedOrders } from '../support/orders.js';
import { type OwnService, startService } from '../support/service.js';

let service: OwnService;
let browser: OpenBrowser;
let orders: Orders;
let dashboard = '';

const clientOf = ({ url, clientId, clientSecret }: OwnService) =>
  createWeirClient({ url, credentials: { clientId, clientSecret } });

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  const client = clientOf(service);
  orders = await seedOrders(client, 'orders', 24);
  const { createSumMetric } = await client.request(createSumMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'quantities', measure: { columnName: 'quantity' } },
  });
  const { createDashboard } = await client.request(createDashboardMutation, {
    input: {
      uniqueName: 'board',
      tiles: [
        {
          ...{ x: 0, y: 0, width: 4, height: 4 },
          metric: { metricId: createSumMetric?.metric.id ?? '', kind: 'COUNTER' },
        },
      ],
    },
  });
  dashboard = createDashboard?.dashboard.id ?? '';
  const { page } = browser;
  await page.clock.install();
  await signIn({ page, service });
});

afterAll(async () => {
  await browser?.close();
  await service?.discard();
});

const notice = () => browser.page.getByText(/^Not current since \d\d:\d\d UTC; reconnecting…$/);
/** So often the page asks whether the service is up; more often while it is not. */
const everyMs = 5_000;
const lost = () => pollsUntil({ page: browser.page, browser }, notice(), { everyMs });
const isBack = () => pollsUntil({ page: browser.page, browser }, notice(), { everyMs, state: 'hidden' });

/** On the same port, as an operator would. */
async function start(): Promise<void> {
  const { directory, url } = service;
  service = await startService({ directory, env: { WEIR_PORT: new URL(url).port } });
}

it.each([
  ['a counter of Explore', () => `/explore?view=counter&pool=${orders.dataPool}`, 'Explore', '24', '25'],
  ['a dashboard', () => `/dashboards/${dashboard}`, 'board', '301', '302'],
])('%s stays, is marked, and recovers by itself', async (_what, view, heading, before, after) => {
  const { page } = browser;
  await page.goto(`${service.url}/#${view()}`);
  await headingOf(page, heading).waitFor();
  const value = () => expect.poll(() => page.locator('.counter-value').textContent());
  await value().toBe(before);
  await service.stop();
  await lost();
  expect(await page.locator('.counter-value').textContent()).toBe(before);
  // Also when it is asked for again.
  const refused = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await refused;
  await drawn(page);
  expect(await page.locator('.counter-value').textContent()).toBe(before);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await start();
  await isBack();
  await value().toBe(before);
  const one = { created_at: new Date().toISOString(), user: { country: 'CH' }, price: 1, quantity: 1 };
  await clientOf(service).sendEvents(orders.webhookUrl, [one]);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await value().toBe(after);
  // Only the requests that nobody answered, as the browser reports them.
  const others = browser.problems
    .splice(0)
    .filter((problem) => !/Failed to load resource|ERR_/.test(problem));
  expect(others).toEqual([]);
});

it('what could not be fetched in the outage is fetched afterwards', async () => {
  const { page } = browser;
  await service.stop();
  await lost();
  await page.goto(`${service.url}/#/metrics`).catch(() => undefined);
  await page.evaluate(() => {
    window.location.hash = '#/jobs';
  });
  await page.getByText('The service cannot be reached').first().waitFor();
  await start();
  await isBack();
  await page.getByText('The service cannot be reached').first().waitFor({ state: 'detached' });
  await headingOf(page, 'Jobs').waitFor();
  browser.problems.splice(0);
});

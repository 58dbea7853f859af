import { readFileSync } from 'node:fs';
import {
  assignDataPoolAccessPolicyToApplicationMutation,
  type CreateDashboardInput,
  counterQuery,
  createApplicationMutation,
  createCountMetricMutation,
  createDashboardMutation,
  createDataPoolAccessPolicyMutation,
  createSumMetricMutation,
  type DashboardTileInput,
  dashboardByNameQuery,
  dashboardQuery,
  deleteMetricMutation,
  modifyDashboardMutation,
  modifyDataPoolMutation,
} from '@weir/client';
import type { Download, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, seriousFindings } from '../support/browser.js';
import { headingOf, holdBack, pick, signIn, useConsole } from '../support/console.js';
import { sample } from '../support/extent.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;
let count = '';
let revenue = '';
let reader = { id: '', clientId: '', secret: '' };

beforeAll(async () => {
  const { client } = console();
  orders = await seedOrders(client, 'orders', 100);
  count = await newCount('order count');
  const sum = await client.request(createSumMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'revenue', measure: { columnName: 'price' } },
  });
  revenue = sum.createSumMetric!.metric.id;
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName: 'reader', scopes: ['METRIC_QUERY'] },
  });
  if (!createApplication || !('application' in createApplication)) throw new Error('No Application');
  const { id, clientId, secret } = createApplication.application;
  reader = { id, clientId, secret: secret ?? '' };
  await signIn(console());
});

async function newCount(uniqueName: string): Promise<string> {
  const { createCountMetric } = await console().client.request(createCountMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName },
  });
  return createCountMetric!.metric.id;
}

const place = { x: 0, y: 0, width: 4, height: 4 };

/** A counter, a statement and a text, side by side. */
const ownTiles = (): DashboardTileInput[] => [
  { ...place, title: 'Orders', metric: { metricId: count, kind: 'COUNTER' } },
  {
    ...place,
    x: 4,
    title: 'Countries',
    sql: { query: 'SELECT country, count(*) AS n FROM orders GROUP BY 1 ORDER BY 1', chart: 'BAR' },
  },
  { ...place, x: 8, text: { markdown: '# Notes\n\nSales of **the shop**' } },
];

async function newDashboard(
  uniqueName: string,
  more: Omit<CreateDashboardInput, 'uniqueName'> = {},
): Promise<string> {
  const { createDashboard } = await console().client.request(createDashboardMutation, {
    input: { uniqueName, tiles: ownTiles(), ...more },
  });
  return createDashboard!.dashboard.id;
}

/** A Metric of 40 orders, of which the reader may see the 10 from Switzerland. */
async function guardedMetric() {
  const { client } = console();
  const { dataPool } = await seedOrders(client, 'guarded', 40);
  await client.request(modifyDataPoolMutation, {
    input: { idOrUniqueName: { id: dataPool }, accessControlEnabled: true },
  });
  const { createDataPoolAccessPolicy } = await client.request(createDataPoolAccessPolicyMutation, {
    input: { dataPool, columns: ['*'], filterSql: "country = 'CH'" },
  });
  await client.request(assignDataPoolAccessPolicyToApplicationMutation, {
    dataPoolAccessPolicy: createDataPoolAccessPolicy!.dataPoolAccessPolicy.id,
    application: reader.id,
  });
  const { createCountMetric } = await client.request(createCountMetricMutation, {
    input: { dataPool, uniqueName: 'guarded count' },
  });
  return { metricId: createCountMetric!.metric.id, kind: 'COUNTER' as const };
}

const stored = async (uniqueName: string) =>
  (await console().client.request(dashboardByNameQuery, { uniqueName })).dashboardByName!;

const placesOf = async (uniqueName: string) =>
  (await stored(uniqueName)).tiles.map(({ x, y, width, height }) => [x, y, width, height]);

const tile = (name: string): Locator => console().page.getByRole('region', { name, exact: true });
const button = (name: string): Locator => console().page.getByRole('button', { name, exact: true });
const field = (name: string): Locator => console().page.getByLabel(name, { exact: true });
const counter = (name: string): Locator => tile(name).locator('.counter-value');

async function shows(locator: Locator, text: string): Promise<void> {
  await locator.filter({ hasText: text }).first().waitFor();
}

describe('a dashboard', () => {
  it('is created with a Metric, a series, a leaderboard, SQL and a text', async () => {
    const { page, open } = console();
    await open('/', 'Overview');
    await page.getByRole('link', { name: 'Dashboards', exact: true }).click();
    await headingOf(page, 'Dashboards').waitFor();
    await page.getByText('No dashboards yet').waitFor();
    await button('New dashboard').click();
    await field('Unique name').fill('sales');
    await button('Create dashboard').click();
    await headingOf(page, 'Edit sales').waitFor();

    const dialog = page.getByRole('dialog');
    const add = () => dialog.getByRole('button', { name: 'Add tile' }).click();
    await button('Add tile').click();
    expect(await dialog.getByRole('button', { name: 'Add tile' }).isDisabled()).toBe(true);
    await pick(page, 'Metric', 'order count');
    await add();
    await shows(counter('order count'), '100');

    await button('Add tile').click();
    await pick(page, 'Metric', 'revenue');
    await field('Show').selectOption({ label: 'Time series' });
    await field('country').check();
    await field('Chart').selectOption({ label: 'Stacked bars' });
    await field('Title').fill('Revenue per day');
    await add();
    await tile('Revenue per day').locator('canvas').waitFor();
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
    const shareOfTile = async () =>
      (await heightOf(tile('Revenue per day').locator('canvas'))) / (await heightOf(tile('Revenue per day')));
    await expect.poll(shareOfTile).toBeGreaterThan(0.4);

    await button('Add tile').click();
    await pick(page, 'Metric', 'order count');
    await field('Show').selectOption({ label: 'Leaderboard' });
    await field('country').check();
    await field('Chart').selectOption({ label: 'Table' });
    await field('Filter of this tile').fill("country <> 'IT'");
    await add();
    await shows(tile('order count by country').locator('tbody tr'), 'CH');
    expect(await tile('order count by country').getByText('IT', { exact: true }).count()).toBe(0);

    await button('Add tile').click();
    await dialog.getByRole('button', { name: 'SQL', exact: true }).click();
    await field('SQL').fill('SELECT max(quantity) AS most FROM orders');
    await add();
    await shows(tile('SQL').locator('tbody tr'), '100');

    await button('Add tile').click();
    await dialog.getByRole('button', { name: 'Text', exact: true }).click();
    await field('Text').fill('# Notes\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **bold**');
    await add();
    await page.getByRole('heading', { level: 3, name: 'Notes' }).waitFor();
    expect(await tile('Text').locator('script, a').count()).toBe(0);
    expect(await tile('Text').locator('strong').textContent()).toBe('bold');

    await button('Save').click();
    await headingOf(page, 'sales').waitFor();
    await page.reload();
    await headingOf(page, 'sales').waitFor();
    await shows(counter('order count'), '100');
    await tile('Revenue per day').locator('canvas').waitFor();
    expect(await placesOf('sales')).toEqual([
      [0, 0, 6, 6],
      [6, 0, 6, 6],
      [0, 6, 6, 6],
      [6, 6, 6, 6],
      [0, 12, 6, 6],
    ]);
    expect((await stored('sales')).tiles[2]?.metric).toMatchObject({
      kind: 'LEADERBOARD',
      chart: 'TABLE',
      dimensions: ['country'],
      rowLimit: 10,
      filterSql: "country <> 'IT'",
    });
  });

  it('is arranged by keyboard, and stays so', async () => {
    const { page, open } = console();
    const id = await newDashboard('by keyboard');
    await open(`/dashboards/${id}`, 'by keyboard');
    await button('Edit').click();
    await button('Move Orders').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowRight');
    await shows(page.locator('.toast'), 'Orders: column 2, row 1, 5 wide, 5 high');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Orders');
    await button('Save').click();
    await headingOf(page, 'by keyboard').waitFor();
    await page.reload();
    await headingOf(page, 'by keyboard').waitFor();
    // The statement had to make room; the text did not.
    expect(await placesOf('by keyboard')).toEqual([
      [1, 0, 5, 5],
      [4, 5, 4, 4],
      [8, 0, 4, 4],
    ]);
    const style = await tile('Countries').evaluate((element) => getComputedStyle(element).gridArea);
    expect(style).toBe('6 / 5 / span 4 / span 4');
  });

  it('is arranged by pointer', async () => {
    const { page, open } = console();
    const id = await newDashboard('by pointer');
    await open(`/dashboards/${id}`, 'by pointer');
    await button('Edit').click();
    const drag = async (from: Locator, right: number, down: number) => {
      const box = (await from.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right / 2, y + down / 2, { steps: 5 });
      await page.mouse.move(x + right, y + down, { steps: 5 });
      await page.mouse.up();
    };
    await button('Move Orders').waitFor();
    const column = (await page.locator('.react-grid-layout').boundingBox())!.width / 12;
    await drag(button('Move Orders'), column * 4, 0);
    await drag(tile('Text').locator('.react-resizable-handle'), -column, 60);
    await button('Save').click();
    await headingOf(page, 'by pointer').waitFor();
    expect(await placesOf('by pointer')).toEqual([
      [4, 0, 4, 4],
      [4, 4, 4, 4],
      [8, 0, 3, 5],
    ]);
  });

  it('does not save over what someone else has saved, unless it is meant', async () => {
    const { page, open, client } = console();
    const id = await newDashboard('shared by two');
    const theirs = (description: string) =>
      client.request(modifyDashboardMutation, { input: { id, description } });
    const conflict = () => page.getByRole('alert').getByText('Someone else has changed this dashboard');
    await open(`/dashboards/${id}`, 'shared by two');
    await button('Edit').click();
    await page.getByLabel('Description').fill('mine');
    await theirs('theirs');
    await button('Save').click();
    await conflict().waitFor();
    await button('Discard changes').click();
    await page.getByText('theirs', { exact: true }).waitFor();
    await button('Edit').click();
    await page.getByLabel('Description').fill('mine');
    await theirs('theirs again');
    await button('Save').click();
    await conflict().waitFor();
    await button('Save mine instead').click();
    await page.getByText('mine', { exact: true }).waitFor();
    const { dashboard } = await client.request(dashboardQuery, { id });
    expect(dashboard).toMatchObject({ uniqueName: 'shared by two', description: 'mine' });
  });

  it('closes gaps, changes and removes tiles, and saves nothing that is discarded', async () => {
    const { page, open } = console();
    const id = await newDashboard('edited');
    await open(`/dashboards/${id}`, 'edited');
    await button('Edit').click();
    await button('Remove Orders').click();
    // The changes are still there after leaving the page and coming back.
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await headingOf(page, 'Metrics').waitFor();
    await page.goBack();
    await headingOf(page, 'Edit edited').waitFor();
    await button('Move Countries').waitFor();
    expect(await button('Move Orders').count()).toBe(0);
    await button('Discard changes').click();
    await counter('Orders').waitFor();
    expect(await placesOf('edited')).toHaveLength(3);

    await button('Edit').click();
    await button('Move Text').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await button('Close gaps').click();
    await button('Edit Orders').click();
    await field('Title').fill('All orders');
    await button('Change tile').click();
    await button('Remove Countries').click();
    await field('Description').fill('what changed');
    await button('Save').click();
    await page.getByText('what changed').waitFor();
    const { description, tiles } = await stored('edited');
    expect([description, tiles.map(({ title, x, y }) => [title, x, y])]).toEqual([
      'what changed',
      [
        ['All orders', 0, 0],
        [null, 8, 0],
      ],
    ]);
  });

  it('says which field the service refuses', async () => {
    const { page, open } = console();
    const id = await newDashboard('refused');
    await open(`/dashboards/${id}`, 'refused');
    await button('Edit').click();
    await button('Edit Orders').click();
    await field('Filter of this tile').fill('city = 1');
    await button('Change tile').click();
    await button('Save').click();
    await page.getByText(/tiles\[0\]\.metric\.filterSql/).waitFor();
  });

  it('shows nothing of the earlier Metric in a tile that got another one', async () => {
    const { page, open } = console();
    const id = await newDashboard('other Metric', {
      tiles: [{ ...place, metric: { metricId: count, kind: 'COUNTER' } }],
    });
    await open(`/dashboards/${id}`, 'other Metric');
    await button('Edit').click();
    await shows(counter('order count'), '100');
    const letThrough = await holdBack(page, ['counter']);
    await button('Edit order count').click();
    await pick(page, 'Metric', 'revenue');
    await button('Change tile').click();
    await tile('revenue').getByText('Loading').waitFor();
    await letThrough();
    await shows(counter('revenue'), '500');
    await button('Discard changes').click();
  });

  it('is saved with the filter that is in its field', async () => {
    const { page, open } = console();
    await open(`/dashboards/${await newDashboard('filtered')}`, 'filtered');
    await button('Edit').click();
    await headingOf(page, 'Edit filtered').waitFor();
    await field('Filter of all Metrics').fill("country = 'CH'");
    await button('Save').click();
    await headingOf(page, 'filtered').waitFor();
    await shows(counter('Orders'), '25');
    expect((await stored('filtered')).filterSql).toBe("country = 'CH'");
  });

  it('takes no changes while it is saved, because they would be lost', async () => {
    const { page, open } = console();
    await open(`/dashboards/${await newDashboard('slow')}`, 'slow');
    await button('Edit').click();
    await field('Description').fill('first');
    const letThrough = await holdBack(page, ['modifyDashboard']);
    await button('Save').click();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await field('Description').focus();
    await page.keyboard.type(' and second');
    expect(await field('Description').inputValue()).toBe('first');
    for (const name of ['Close gaps', 'Add tile', 'Discard changes'])
      expect(await button(name).isDisabled(), name).toBe(true);
    await letThrough();
    await headingOf(page, 'slow').waitFor();
    expect((await stored('slow')).description).toBe('first');
  });

  it('does not call back someone who has left while it was saved', async () => {
    const { page, open } = console();
    await open(`/dashboards/${await newDashboard('left')}`, 'left');
    await button('Edit').click();
    await field('Description').fill('first');
    const letThrough = await holdBack(page, ['modifyDashboard']);
    await button('Save').click();
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await headingOf(page, 'Metrics').waitFor();
    await letThrough();
    await shows(page.locator('.toast'), 'Dashboard saved');
    expect(page.url()).toMatch(/#\/metrics$/);
    await headingOf(page, 'Metrics').waitFor();
  });

  it('keeps unsaved changes when the session ends and the same Application signs in again', async () => {
    const { page, service, open, browser } = console();
    await open(`/dashboards/${await newDashboard('kept')}`, 'kept');
    // Then the page has only the token, which it cannot renew.
    await page.reload();
    await headingOf(page, 'kept').waitFor();
    await button('Edit').click();
    await field('Description').fill('an hour of work');
    await page.route('**/graphql', (route) => route.fulfill({ status: 401, body: '{}' }));
    await button('Save').click();
    await page.getByText('Your session has ended').waitFor();
    await page.unroute('**/graphql');
    await field('Client secret').fill(service.clientSecret);
    await button('Sign in').click();
    await headingOf(page, 'Edit kept').waitFor();
    expect(await field('Description').inputValue()).toBe('an hour of work');
    await button('Save').click();
    await page.getByText('an hour of work').waitFor();
    expect(browser.problems.splice(0).every((problem) => problem.includes('401'))).toBe(true);
  });
});

describe('all tiles', () => {
  it('have one time range and one filter, which a link keeps', async () => {
    const { page, open } = console();
    const id = await newDashboard('ranged', { timeRange: { relative: 'LAST_N_YEARS', n: 5 } });
    await open(`/dashboards/${id}`, 'ranged');
    await shows(counter('Orders'), '100');
    await field('Filter of all Metrics').fill("country = 'CH'");
    await button('Apply filter').click();
    await shows(counter('Orders'), '25');
    await field('Time range').selectOption({ label: 'Previous month' });
    await page.waitForURL(/range=PREVIOUS_MONTH/);
    await page.reload();
    expect(await field('Filter of all Metrics').inputValue()).toBe("country = 'CH'");
    await field('Time range').selectOption({ label: 'All time' });
    await shows(counter('Orders'), '25');
    // A viewer changes nothing for others.
    expect(await stored('ranged')).toMatchObject({ filterSql: null, timeRange: { n: 5 } });
    await field('Filter of all Metrics').fill('no_such_column = 1');
    await button('Apply filter').click();
    await tile('Orders').getByText('no_such_column').first().waitFor();
    await tile('Countries').locator('canvas').waitFor();
  });

  it('all have their first answer before the first of them is live', async () => {
    const { page, open } = console();
    const series = { metricId: count, kind: 'TIME_SERIES', granularity: 'DAY' } as const;
    const id = await newDashboard('slow groups', {
      tiles: [
        { ...place, title: 'All', metric: series },
        { ...place, x: 4, title: 'Groups', metric: { ...series, dimensions: ['country'] } },
      ],
    });
    const streamed: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/graphql/stream'))
        streamed.push(request.postData() ?? '');
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"groupBy"')) await released;
      await route.continue();
    });
    await open(`/dashboards/${id}`, 'slow groups');
    await tile('All').locator('canvas').waitFor();
    await drawn(page);
    expect(streamed).toEqual([]);
    release();
    await tile('Groups').locator('canvas').waitFor();
    await expect.poll(() => streamed).toHaveLength(2);
    await page.unroute('**/graphql');
  });

  it('show records as they arrive, twelve of them on one connection', async () => {
    const { page, open, client } = console();
    const busy = await seedOrders(client, 'busy', 2);
    const { createCountMetric } = await client.request(createCountMetricMutation, {
      input: { dataPool: busy.dataPool, uniqueName: 'busy count' },
    });
    const metricId = createCountMetric!.metric.id;
    const id = await newDashboard('busy', {
      tiles: Array.from({ length: 12 }, (_, index) => ({
        ...place,
        x: (index % 3) * 4,
        y: Math.floor(index / 3) * 4,
        title: `Busy ${index}`,
        metric: { metricId, kind: 'COUNTER' as const, filterSql: `quantity > ${-index}` },
      })),
    });
    await open(`/dashboards/${id}`, 'busy');
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/graphql/stream'))
        streams.push(request.url());
    });
    await page.reload();
    for (const index of [0, 11]) await shows(counter(`Busy ${index}`), '2');
    const event = { created_at: '2026-03-01T10:00:00Z', user: { country: 'CH' }, price: 1, quantity: 1 };
    await client.sendEvents(busy.webhookUrl, [event]);
    for (let index = 0; index < 12; index += 1) await shows(counter(`Busy ${index}`), '3');
    expect(streams).toHaveLength(1);
    await field('Refresh').selectOption({ label: 'Off' });
    await client.sendEvents(busy.webhookUrl, [event]);
    // Another subscriber has the new value, so the page would have it too.
    const followed = client.subscribe(counterQuery, {
      input: { metric: { id: metricId } },
    });
    for await (const { counter: live } of followed) if (live?.value === '4') break;
    await drawn(page);
    expect(await counter('Busy 0').textContent()).toBe('3');
  });

  it('are fetched again at once, or after a while', async () => {
    const { page, open, client } = console();
    const fresh = await seedOrders(client, 'fresh', 3);
    const { createCountMetric } = await client.request(createCountMetricMutation, {
      input: { dataPool: fresh.dataPool, uniqueName: 'fresh count' },
    });
    const id = await newDashboard('fresh', {
      tiles: [
        { ...place, title: 'Fresh', metric: { metricId: createCountMetric!.metric.id, kind: 'COUNTER' } },
      ],
    });
    await page.clock.install();
    await open(`/dashboards/${id}?refresh=off`, 'fresh');
    await shows(counter('Fresh'), '3');
    const event = { created_at: '2026-03-01T10:00:00Z', user: { country: 'CH' }, price: 1, quantity: 1 };
    const send = () => client.sendEvents(fresh.webhookUrl, [event]);
    await send();
    await button('Refresh now').click();
    await shows(counter('Fresh'), '4');
    await field('Refresh').selectOption({ label: 'Every 30 seconds' });
    await send();
    await page.clock.fastForward(30_000);
    await shows(counter('Fresh'), '5');
    // A query that takes longer than the interval goes on; nobody answers another one here.
    await send();
    let asked = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('counter(')) return route.fallback();
      asked += 1;
      if (asked > 1) return;
      await released;
      await route.continue();
    });
    await page.clock.fastForward(30_000);
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(30_000);
    release();
    await shows(counter('Fresh'), '6');
    await page.unroute('**/graphql');
    await page.clock.resume();
  });

  it('are shown at an address that is no good, and with a range that the list does not offer', async () => {
    const { page, open, service } = console();
    const id = await newDashboard('odd', { timeRange: { relative: 'PREVIOUS_WEEK' }, timeZone: '+05:30' });
    await open(`/dashboards/${id}`, 'odd');
    expect(await field('Time range').inputValue()).toBe('PREVIOUS_WEEK');
    await counter('Orders').waitFor();
    await page.goto(`${service.url}/#/dashboards/${id}?zone=Mars/Base&refresh=soon&range=sometimes`);
    await page.reload();
    await headingOf(page, 'odd').waitFor();
    await tile('Orders').getByText('sometimes').first().waitFor();
    expect(await field('Time zone of the dashboard').inputValue()).toBe('+05:30');
    await open('/dashboards/nothing', 'Dashboard');
    await page.getByText('Dashboard nothing not found').waitFor();
  });

  it('fill the screen', async () => {
    const { page, open } = console();
    await open(`/dashboards/${await newDashboard('full')}`, 'full');
    await button('Full screen').click();
    await page.waitForFunction(() => document.fullscreenElement?.className.includes('dashboard'));
    await counter('Orders').waitFor();
    await button('Full screen').click();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });

  it('say when their Metric was deleted, and can still be moved', async () => {
    const { page, open, client } = console();
    const gone = await newCount('short-lived');
    const id = await newDashboard('left over', {
      tiles: [{ ...place, title: 'Gone', metric: { metricId: gone, kind: 'COUNTER' } }],
    });
    await client.request(deleteMetricMutation, { id: gone });
    await open(`/dashboards/${id}`, 'left over');
    await tile('Gone').getByText('The Metric of this tile was deleted').waitFor();
    await button('Edit').click();
    await button('Move Gone').focus();
    await page.keyboard.press('ArrowRight');
    await button('Save').click();
    await headingOf(page, 'left over').waitFor();
    expect(await placesOf('left over')).toEqual([[1, 0, 4, 4]]);
  });
});

describe('what is shown elsewhere', () => {
  it('is added to a new dashboard from Explore, and to that from SQL', async () => {
    const { page, open } = console();
    await open(`/explore?metric=${revenue}&group=country&chart=bar&filter=price+%3E+1`, 'Explore');
    await button('Add to dashboard').click();
    await field('Unique name').fill('collected');
    await field('Title of the tile').fill('Revenue');
    await button('Add tile').click();
    await headingOf(page, 'collected').waitFor();
    await tile('Revenue').locator('canvas').waitFor();

    await open('/sql?q=SELECT+42+AS+answer', 'SQL');
    await button('Add to dashboard').click();
    await pick(page, 'Dashboard', 'collected');
    await field('Title of the tile').fill('Answer');
    await button('Add tile').click();
    await shows(tile('Answer').locator('tbody tr'), '42');
    expect((await stored('collected')).tiles).toMatchObject([
      {
        title: 'Revenue',
        metric: {
          metricId: revenue,
          kind: 'TIME_SERIES',
          chart: 'BAR',
          dimensions: ['country'],
          filterSql: 'price > 1',
        },
      },
      { title: 'Answer', x: 6, y: 0, sql: { query: 'SELECT 42 AS answer', chart: 'TABLE' } },
    ]);
  });
});

describe('a copy', () => {
  it('is made of a dashboard', async () => {
    const { page, open } = console();
    await open(`/dashboards/${await newDashboard('original')}`, 'original');
    await button('Duplicate').click();
    await field('Unique name').fill('sales');
    await button('Duplicate').last().click();
    await page.getByText('Dashboard with unique name "sales" already exists').waitFor();
    await field('Unique name').fill('the copy');
    await button('Duplicate').last().click();
    await headingOf(page, 'the copy').waitFor();
    await shows(counter('Orders'), '100');
    expect((await stored('the copy')).tiles).toEqual((await stored('original')).tiles);
  });

  it('is made by a file, whose mistakes are named', async () => {
    const { page, open } = console();
    const more = {
      description: 'in a file',
      timeRange: { relative: 'TODAY' },
      timeZone: 'Europe/Zurich',
    } as const;
    await open(`/dashboards/${await newDashboard('on file', more)}`, 'on file');
    const [saved]: [Download, unknown] = await Promise.all([
      page.waitForEvent('download'),
      button('Export').click(),
    ]);
    expect(saved.suggestedFilename()).toBe('on file.json');
    const text = readFileSync((await saved.path())!, 'utf8');

    await open('/dashboards', 'Dashboards');
    await button('Import').click();
    const dialog = page.getByRole('dialog');
    const choose = (content: string) =>
      field('File').setInputFiles({
        name: 'dashboard.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      });
    await choose(text.replace('"y": 0', '"y": "top"'));
    await dialog.getByText('tiles[0].y: a whole number is expected, but this is "top"').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    // What only the service knows is checked there.
    await choose(text.replace('"COUNTER"', '"GAUGE"'));
    await field('Unique name').fill('from a file');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText(/GAUGE/).waitFor();
    await choose(text);
    await field('Unique name').fill('from a file');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await headingOf(page, 'from a file').waitFor();
    const { id: _id, uniqueName: _name, createdAt, modifiedAt, tiles, ...copy } = await stored('from a file');
    const original = await stored('on file');
    expect(original).toMatchObject(copy);
    const withoutId = ({ id: _tile, ...tile }: (typeof tiles)[number]) => tile;
    expect(tiles.map(withoutId)).toEqual(original.tiles.map(withoutId));
    expect([createdAt, modifiedAt]).not.toContain(undefined);
  });
});

describe('accessibility', () => {
  it.each(sample(['light', 'dark'], 1))(
    'of the list, the tiles, the editor and its dialogs, %s',
    async (theme) => {
      const { page, open } = console();
      const id = await newDashboard(`accessible ${theme}`);
      await field('Theme').selectOption(theme);
      await open('/dashboards', 'Dashboards');
      await page.getByRole('row').nth(1).waitFor();
      const findings = await seriousFindings(page);
      await open(`/dashboards/${id}`, `accessible ${theme}`);
      await tile('Countries').locator('canvas').waitFor();
      await counter('Orders').waitFor();
      await tile('Text').getByText('Sales of').waitFor();
      findings.push(...(await seriousFindings(page)));
      await button('Edit').click();
      await button('Move Orders').waitFor();
      await tile('Countries').locator('canvas').waitFor();
      findings.push(...(await seriousFindings(page)));
      await button('Edit Orders').click();
      await page.getByRole('combobox', { name: 'Metric' }).waitFor();
      findings.push(...(await seriousFindings(page)));
      await page.keyboard.press('Escape');
      await button('Discard changes').click();
      await field('Theme').selectOption('system');
      expect(findings).toEqual([]);
    },
  );
});

describe('a viewer without admin', () => {
  it('sees the tiles that their scopes allow, and nothing that changes them', async () => {
    const { page, service, open } = console();
    const guarded = { ...place, y: 4, title: 'Guarded', metric: await guardedMetric() };
    const id = await newDashboard('to read', { tiles: [...ownTiles(), guarded] });
    await button('Sign out').click();
    await page.goto(`${service.url}/#/dashboards/${id}`);
    await field('Client ID').fill(reader.clientId);
    await field('Client secret').fill(reader.secret);
    await button('Sign in').click();
    await headingOf(page, 'to read').waitFor();
    await shows(counter('Orders'), '100');
    await shows(counter('Guarded'), '10');
    await tile('Countries').getByText('needs the scope data_pool:query').waitFor();
    await page.getByText('Sales of the shop').waitFor();
    // A file without the statements could not be imported.
    expect(await button('Export').isDisabled()).toBe(true);
    for (const name of ['Edit', 'Duplicate', 'Delete']) expect(await button(name).count(), name).toBe(0);
    // The URL does not open the editor either.
    await open(`/dashboards/${id}?edit=true`, 'to read');
    await page.reload();
    await headingOf(page, 'to read').waitFor();
    await open('/dashboards', 'Dashboards');
    await page.getByRole('link', { name: 'to read' }).waitFor();
    for (const name of ['New dashboard', 'Import']) expect(await button(name).count(), name).toBe(0);
  });
});

import { readFile } from 'node:fs/promises';
import { createCountMetricMutation } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { pick, pollsUntil, signIn, useConsole } from '../support/console.js';
import { type Orders, seedOrders } from '../support/orders.js';
import { storeByColumn } from '../support/stored.js';

const console = useConsole();
let orders: Orders;

beforeAll(async () => {
  orders = await seedOrders(console().client, 'orders', 240);
  await console().page.clock.install();
  await signIn(console());
});

const rowsOf = () => console().page.locator('table.records tbody tr:not(.spacer)');
const cellsOf = async (row: number) => (await rowsOf().nth(row).locator('td').allTextContents()).slice(1);

describe('Data Pools', () => {
  it('show their size, and their records newest first, page by page', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}`, 'orders');
    await page.getByText('50 records on this page').waitFor();
    expect(await page.locator('.stats').textContent()).toContain('240');
    const first = await cellsOf(0);
    expect(first.slice(3)).toEqual(['CH', '0.5', '1']);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(async () => (await cellsOf(0)).at(-1)).toBe('51');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(async () => (await cellsOf(0)).at(-1)).toBe('1');
  });

  it('sort, filter and take a time range, which the address bar keeps', async () => {
    const { page } = console();
    await page.getByRole('button', { name: 'quantity' }).click();
    await expect.poll(async () => (await cellsOf(0)).at(-1)).toBe('240');
    await page
      .getByRole('columnheader', { name: 'quantity' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.getByLabel('SQL filter').fill("country = 'DE' AND price > 5");
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('36 records on this page').waitFor();
    await page.getByLabel('Time range').selectOption('LAST_N_HOURS:24');
    await page.getByText(/^3 records on this page/).waitFor();
    await page.reload();
    await page.getByText(/^3 records on this page/).waitFor();
    expect(await page.getByLabel('SQL filter').inputValue()).toBe("country = 'DE' AND price > 5");
  });

  it('show times in the chosen zone, and say which', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}`, 'orders');
    await page.getByText('50 records on this page').waitFor();
    await expect.poll(async () => (await cellsOf(0)).at(-1)).toBe('1');
    const [, , utc = ''] = await cellsOf(0);
    await page.getByRole('columnheader', { name: 'created_at (UTC)' }).waitFor();
    // It has its options when someone comes to it.
    await page.getByLabel('Time zone').focus();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByRole('columnheader', { name: 'created_at (Asia/Tokyo)' }).waitFor();
    const [, , tokyo = ''] = await cellsOf(0);
    const hours = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 3_600_000;
    expect(hours(tokyo) - hours(utc)).toBeCloseTo(9, 5);
    await page.getByLabel('Time zone').selectOption('UTC');
  });

  it('show in the filter what the address says, also when it changes under them', async () => {
    const { page, service } = console();
    const before = page.url();
    const address = (filter: string) =>
      `${service.url}/#/pools/${orders.dataPool}/records?filter=${encodeURIComponent(filter)}`;
    for (const filter of ["country = 'CH'", "country = 'DE'"]) {
      await page.goto(address(filter));
      await expect.poll(() => page.getByLabel('SQL filter').inputValue()).toBe(filter);
    }
    await page.goto(before);
    await page.locator('.records tbody tr').first().waitFor();
  });

  it('open one record whole, and give the focus back', async () => {
    const { page } = console();
    await page.getByRole('button', { name: 'Open record 1', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('Open record 1');
  });

  it('open one record whole, and export all records', async () => {
    const { page } = console();
    await page.getByRole('button', { name: 'Open record 1', exact: true }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('"country": "CH"');
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\n')[0]).toBe(
      '"_service_received_at","_service_payload","created_at","country","price","quantity"',
    );
    // More than the page shows.
    expect(csv.split('\n').length).toBeGreaterThan(52);
  });

  it('are exported in the background, downloaded from Jobs, and deleted there', async () => {
    const { page, open } = console();
    const records = page.url();
    await page.getByLabel('Format').selectOption('ndjson');
    await page.getByRole('button', { name: 'In the background' }).click();
    await page.getByText('The file is being written').waitFor();
    await open('/jobs', 'Jobs');
    await pollsUntil(console(), page.getByRole('link', { name: 'orders.ndjson' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'orders.ndjson' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders.ndjson');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(240);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the export orders.ndjson' }).click();
    await page.getByRole('link', { name: 'orders.ndjson' }).waitFor({ state: 'detached' });
    await page.goto(records);
    await rowsOf().first().waitFor();
  });

  it('show events as they arrive', async () => {
    const { page, client } = console();
    await page.getByRole('link', { name: 'Live tail' }).click();
    await rowsOf().first().waitFor();
    await client.sendEvents(orders.webhookUrl, [
      { created_at: new Date().toISOString(), user: { country: 'JUST_NOW' }, price: 1, quantity: 1 },
    ]);
    await page.locator('tr.arrived', { hasText: 'JUST_NOW' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
  });

  it('show their columns and change their settings', async () => {
    const { page, service } = console();
    await storeByColumn(service, orders.dataPool);
    await page.getByRole('link', { name: 'Columns' }).click();
    await page.getByRole('rowheader', { name: 'country' }).waitFor();
    const country = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'country' }) });
    await expect
      .poll(async () => (await country.locator('td').allTextContents()).slice(-2).join())
      .toMatch(/\d k?B,\d/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Description').fill('Orders for tests');
    await page.getByLabel('Keep records for (days)').fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.page-head', { hasText: 'Orders for tests' }).waitFor();
    expect(await page.getByLabel('Keep records for (days)').inputValue()).toBe('400');
  });
});

describe('Metrics', () => {
  it('are created with their expression checked while it is typed', async () => {
    const { page, open } = console();
    await open('/metrics/new', 'New Metric');
    await pick(page, 'Data Pool', 'orders');
    await page.getByLabel('Type').selectOption('CUSTOM');
    await page.getByLabel('Expression').fill('SUM(price) / COUNT(');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Expression').fill('SUM(price) / COUNT(*)');
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByLabel('Unique name').fill('average_order');
    await page.getByRole('button', { name: 'Create Metric' }).click();
    await page.getByRole('heading', { name: 'Explore' }).waitFor();
  });

  it.each([
    ['COUNT', 'Count of records', undefined],
    ['SUM', 'Sum of a column', 'Measure'],
    ['AVERAGE', 'Average of a column', 'Measure'],
    ['MIN', 'Smallest value of a column', 'Measure'],
    ['MAX', 'Largest value of a column', 'Measure'],
    ['COUNT_DISTINCT', 'Count of distinct values', 'Column'],
  ])('of type %s are created', async (type, label, field) => {
    const { page, open } = console();
    await open('/metrics/new', 'New Metric');
    await pick(page, 'Data Pool', 'orders');
    await page.getByLabel('Type').selectOption({ label });
    if (field) await pick(page, field, 'price (DOUBLE)');
    await page.getByLabel('Unique name').fill(`all ${type}`);
    await page.getByRole('button', { name: 'Create Metric' }).click();
    await page.getByRole('heading', { level: 2, name: new RegExp(`^all ${type} by day`) }).waitFor();
  });

  it('are shown as they are formatted, with the exact value on hover', async () => {
    const { page, open } = console();
    await open('/metrics/new', 'New Metric');
    await pick(page, 'Data Pool', 'orders');
    await page.getByLabel('Type').selectOption('SUM');
    await pick(page, 'Measure', 'price (DOUBLE)');
    await page.getByLabel('Unique name').fill('revenue in francs');
    await page.getByLabel('Shown as').selectOption('CURRENCY');
    await page.getByLabel('Currency').fill('chf');
    await page.getByText(/1234\.5678 is shown as CHF.1,234\.57/).waitFor();
    await page.getByRole('button', { name: 'Create Metric' }).click();
    await page.getByRole('heading', { level: 2, name: /^revenue in francs by day/ }).waitFor();
    await open('/explore?view=counter', 'Explore');
    await pick(page, 'Metric', 'revenue in francs');
    const value = page.locator('.counter-value', { hasText: /^CHF.[\d,]+\.\d\d$/ });
    await value.waitFor();
    expect(await value.getAttribute('title')).toMatch(/^[\d,]+(\.\d+)?$/);
  });

  it('are listed, changed and deleted', async () => {
    const { page, open } = console();
    await open('/metrics', 'Metrics');
    await page.getByRole('link', { name: 'all MIN', exact: true }).click();
    await page.getByLabel('Description').fill('The cheapest');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.page-head', { hasText: 'The cheapest' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type all MIN to confirm').fill('all MIN');
    await page.getByRole('button', { name: 'Delete Metric' }).click();
    await page.getByRole('link', { name: 'all MAX', exact: true }).waitFor();
    await page.getByRole('link', { name: 'all MIN', exact: true }).waitFor({ state: 'detached' });
  });
});

describe('the explorer', () => {
  const answer = () => console().page.getByRole('region', { name: 'Answer', exact: true });

  it('counts, and shows its query and what it cost', async () => {
    const { page, open } = console();
    await open(`/explore?view=counter&pool=${orders.dataPool}&agg=SUM&column=quantity`, 'Explore');
    // 1 + … + 240, and the one that arrived.
    await page.getByText('28,921', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'GraphQL query' }).textContent()).toContain(
      'counter(input: $input)',
    );
    const variables = await page.getByRole('region', { name: 'GraphQL variables' }).textContent();
    expect(JSON.parse(variables ?? '').input.metric.sum.measure).toEqual({ columnName: 'quantity' });
    await page.getByText('241 records').waitFor();
  });

  it('draws time series by group, and keeps the view in the address bar', async () => {
    const { page, open } = console();
    await open('/explore', 'Explore');
    await pick(page, 'Data Pool', 'orders');
    await page.getByLabel('Time range').selectOption('LAST_N_DAYS:7');
    await pick(page, 'Group by', 'country');
    await page.getByLabel('Chart', { exact: true }).selectOption('stacked');
    await pick(page, 'Time zone of the query', 'Europe/Zurich');
    await page.getByRole('img', { name: 'COUNT() over time: 5 series of 7 points' }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: 'COUNT() over time: 5 series of 7 points' }).waitFor();
    expect(await page.getByLabel('Chart', { exact: true }).inputValue()).toBe('stacked');
    await page.getByText('As a table', { exact: true }).click();
    await answer().getByRole('columnheader', { name: 'Bucket (Europe/Zurich)' }).waitFor();
  });

  it('ranks, slices and reports', async () => {
    const { page, open } = console();
    const query = `pool=${orders.dataPool}&dims=${encodeURIComponent('["country"]')}`;
    await open(`/explore?view=leaderboard&${query}`, 'Explore');
    await page.getByRole('img', { name: 'COUNT() by country: 5 rows' }).waitFor();
    await page.getByRole('button', { name: 'Pie' }).click();
    await page.getByRole('img', { name: 'COUNT() by country: 5 rows' }).waitFor();
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByLabel('all SUM').check();
    await answer().getByRole('columnheader', { name: 'all SUM' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      answer().getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(csv[0]).toBe('country,COUNT(),all SUM');
    expect(csv).toHaveLength(7);
  });

  it('shows why a filter is refused', async () => {
    const { page, open } = console();
    await open(`/explore?view=counter&pool=${orders.dataPool}`, 'Explore');
    await page.getByLabel('SQL filter').fill('price >');
    await page.getByRole('button', { name: 'Apply filter' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The request is not valid');
  });

  it('has every Metric to choose from, however many there are', async () => {
    const { page, open, client } = console();
    const copies = Array.from({ length: 101 }, (_, copy) => `one of many ${copy}`);
    await Promise.all(
      copies.map((uniqueName) =>
        client.request(createCountMetricMutation, { input: { dataPool: orders.dataPool, uniqueName } }),
      ),
    );
    await open('/explore?view=counter', 'Explore');
    await page.reload();
    await pick(page, 'Metric', 'one of many 0');
    await expect.poll(() => page.locator('.counter-value').textContent()).toMatch(/^24\d$/);
  });
});

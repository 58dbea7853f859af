import {
  type ApplicationScope,
  createApplicationMutation,
  createDashboardMutation,
  createDataPoolAccessPolicyMutation,
  createSumMetricMutation,
  modifyDataPoolMutation,
} from '@weir/client';
import type { Response } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, pick, signIn, useConsole } from '../support/console.js';
import { sample } from '../support/extent.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;
let metric = '';
/** Operations that the service refused for a missing scope. */
const refused: string[] = [];

async function noteRefusals(response: Response): Promise<void> {
  if (!response.url().endsWith('/graphql')) return;
  const body = await response.text().catch(() => '');
  if (body.includes('"FORBIDDEN"')) refused.push(`${response.request().postData()?.slice(0, 80)}: ${body}`);
}

beforeAll(async () => {
  const { client, page } = console();
  orders = await seedOrders(client, 'orders', 30);
  const created = await client.request(createSumMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'revenue', measure: { columnName: 'price' } },
  });
  metric = created.createSumMetric?.metric.id ?? '';
  const place = { x: 0, y: 0, width: 6, height: 4 };
  await client.request(createDashboardMutation, {
    input: {
      uniqueName: 'sales',
      tiles: [
        { ...place, metric: { metricId: metric, kind: 'COUNTER' } },
        { ...place, x: 6, sql: { query: 'SELECT country, count(*) FROM orders GROUP BY 1' } },
      ],
    },
  });
  await client.request(createDataPoolAccessPolicyMutation, {
    input: {
      dataPool: orders.dataPool,
      uniqueName: 'all of it',
      columns: ['*'],
      accessControlEnabled: false,
    },
  });
  page.on('response', (response) => void noteRefusals(response));
});

afterEach(() => expect(refused.splice(0)).toEqual([]));

async function signInWith(...scopes: ApplicationScope[]): Promise<void> {
  const { client, page, service } = console();
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName: scopes.join(' and '), scopes },
  });
  if (!createApplication || !('application' in createApplication)) throw new Error('not created');
  const { clientId, secret } = createApplication.application;
  await signIn({ page, service: { ...service, clientId, clientSecret: secret ?? '' } });
}

const navigation = () =>
  console().page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

const settled = () => console().page.locator('.loading').first().waitFor({ state: 'detached' });

/** Opens every page of the navigation and every page that those link to; answers their paths without IDs. */
async function walk(): Promise<ReadonlySet<string>> {
  const { page, browser } = console();
  const waiting = new Set(['#/']);
  const seen = new Set<string>();
  const walked = new Set<string>();
  for (const to of waiting) {
    const kind = to.replaceAll(/[A-Z]{3}[0-9A-Z]{20,}/g, ':id').replace(/\?.*/, '');
    if (walked.has(kind)) continue;
    walked.add(kind);
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, to);
    await page.locator('h1').waitFor();
    await settled();
    await browser.answered();
    expect(await page.getByRole('alert').allTextContents(), to).toEqual([]);
    expect(await page.locator('h1').textContent(), to).not.toMatch(/Not permitted|Not found/);
    seen.add(kind.slice(1));
    const links = await page
      .locator('a[href^="#/"]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
    for (const link of links) waiting.add(link);
  }
  return seen;
}

const everyone = ['Overview', 'GraphiQL'];
const readers = ['Data Pools', 'Metrics', 'Queries', 'Jobs'];
const metricReaders = [...readers, 'Explore', 'Dashboards'];
const administrators = [
  ...metricReaders,
  'Data Sources',
  'Materialized views',
  'SQL',
  'Access policies',
  'Environment',
];

const pagesByScopes: readonly (readonly [readonly ApplicationScope[], readonly string[]])[] = [
  [['METRIC_QUERY'], metricReaders],
  [['METRIC_STATS'], readers],
  [['DATA_POOL_QUERY'], [...readers, 'SQL']],
  [['DATA_POOL_LOAD'], []],
  [['APPLICATION_ADMIN'], ['Applications']],
  [
    ['METRIC_QUERY', 'DATA_POOL_QUERY', 'DATA_POOL_LOAD'],
    [...metricReaders, 'SQL'],
  ],
  [
    ['METRIC_QUERY', 'APPLICATION_ADMIN'],
    [...metricReaders, 'Applications'],
  ],
  [['ADMIN'], administrators],
  [
    ['ADMIN', 'APPLICATION_ADMIN'],
    [...administrators, 'Applications'],
  ],
];

describe.each(sample(pagesByScopes, 2))('with %j', (scopes, pages) => {
  it('shows the pages that it may use, and nothing on them is refused', async () => {
    await signInWith(...scopes);
    expect((await navigation()).toSorted()).toEqual([...everyone, ...pages].toSorted());
    const seen = await walk();
    expect(seen.has('/sources/:id')).toBe(scopes.includes('ADMIN'));
    expect(seen.has('/metrics/new')).toBe(scopes.includes('ADMIN'));
    expect(seen.has('/pools/:id/settings')).toBe(scopes.includes('ADMIN'));
    expect(seen.has('/pools/:id')).toBe(pages.includes('Data Pools'));
    expect(seen.has('/dashboards/:id')).toBe(pages.includes('Dashboards'));
    expect(await seriousFindings(console().page)).toEqual([]);
  }, 120_000);
});

describe('an Application that queries Metrics', () => {
  it('explores without what needs other scopes', async () => {
    const { page, open } = console();
    await signInWith('METRIC_QUERY', 'METRIC_STATS');
    await page.getByRole('img', { name: /^Records of orders, per hour/ }).waitFor();
    await open(`/explore?metric=${metric}&range=LAST_N_DAYS:7&group=country`, 'Explore');
    await page.getByRole('img', { name: /^revenue over time: \d series/ }).waitFor();
    await page.getByText('Drag across the chart to zoom in.').waitFor();
    expect(await page.getByText('Click to see the records').count()).toBe(0);
    await open(
      `/explore?view=counter&pool=${orders.dataPool}&agg=CUSTOM&expression=${encodeURIComponent('SUM(price)')}`,
      'Explore',
    );
    await page.locator('.counter-value').waitFor();
    expect(await page.getByRole('link', { name: 'Save as a Metric' }).count()).toBe(0);
    await open(`/metrics/${metric}`, 'revenue');
    await page.getByText('Sum of a column').waitFor();
    expect(await page.getByRole('button').allTextContents()).not.toContain('Delete');
    await open(`/pools/${orders.dataPool}`, 'orders');
    await page.getByRole('rowheader', { name: 'country' }).waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Data Pool tabs' }).getByRole('link').allTextContents(),
    ).toEqual(['Columns']);
  });

  it('is told so on a page of others, which asks for nothing', async () => {
    const { page, service } = console();
    for (const view of ['/sources', '/sql?q=SELECT+1', '/applications/new', '/metrics/new']) {
      await page.goto(`${service.url}/#${view}`);
      await headingOf(page, 'Not permitted').waitFor();
    }
  });
});

describe('an Application that reads records', () => {
  it('reads, filters and exports them, and runs SQL', async () => {
    const { page, open } = console();
    await signInWith('DATA_POOL_QUERY', 'DATA_POOL_LOAD');
    await open(`/pools/${orders.dataPool}`, 'orders');
    await page.getByText(/^30 records on this page/).waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Data Pool tabs' }).getByRole('link').allTextContents(),
    ).toEqual(['Records', 'Live tail', 'Columns', 'Load']);
    await page.getByRole('button', { name: 'In the background' }).click();
    await page.getByText('The file is being written').waitFor();
    await open('/jobs', 'Jobs');
    await page.getByRole('link', { name: 'orders.csv' }).waitFor();
    await open('/sql?q=SELECT+COUNT(*)+FROM+orders', 'SQL');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '1 row', exact: true }).waitFor();
  });

  it('loads a file', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/load`, 'orders');
    await page.getByLabel('Drop a file here').setInputFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('created_at,country,price,quantity\n2026-01-01T00:00:00Z,CH,1.5,1\n'),
    });
    await page.getByRole('button', { name: 'Load this file' }).click();
    await page.getByText('1 row loaded').waitFor();
    expect(await page.getByRole('link', { name: 'Jobs of this Data Pool' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Records' }).last().click();
    await page.getByText(/^31 records on this page/).waitFor();
  });
});

describe('a Data Pool that no access policy opens', () => {
  it('is not offered, and its page says why', async () => {
    const { page, open, client } = console();
    const guarded = await seedOrders(client, 'guarded', 1);
    const input = { idOrUniqueName: { id: guarded.dataPool }, accessControlEnabled: true };
    await client.request(modifyDataPoolMutation, { input });
    await signInWith('DATA_POOL_QUERY', 'METRIC_QUERY');
    await page.getByRole('img', { name: /^Records of orders/ }).waitFor();
    await open(`/pools/${guarded.dataPool}/records`, 'guarded');
    await page.getByText('No access policy lets this Application read this Data Pool').waitFor();
    await open('/explore', 'Explore');
    await page.getByRole('combobox', { name: 'Data Pool' }).click();
    await page.getByRole('option', { name: 'orders', exact: true }).waitFor();
    expect(await page.getByRole('option').allTextContents()).not.toContain('guarded');
    await page.keyboard.press('Escape');
  });

  it('has no suggested values without a scope for them, but any that are typed', async () => {
    const { page, open } = console();
    await signInWith('METRIC_QUERY', 'DATA_POOL_LOAD');
    await open('/explore?view=counter', 'Explore');
    await pick(page, 'Data Pool', 'orders');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await pick(page, 'Column', 'country');
    await page.getByText('Type a value.').waitFor();
    await page.getByRole('searchbox', { name: 'Values' }).fill('CH');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('button', { name: 'Edit filter country is CH' }).waitFor();
    await page.locator('.counter-value').waitFor();
  });
});

describe('an Application that manages Applications', () => {
  it('gives what it has, and leaves those that have more', async () => {
    const { page, open, service } = console();
    await signInWith('APPLICATION_ADMIN', 'METRIC_QUERY', 'METRIC_STATS');
    await open('/applications/new', 'New Application');
    const offered = await page.getByRole('group', { name: 'Scopes' }).getByRole('checkbox').count();
    expect(offered).toBe(3);
    await page.getByLabel('Unique name').fill('given');
    await page.getByRole('button', { name: 'Create Application' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await headingOf(page, 'given').waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await open(`/applications/${service.clientId}`, 'default');
    await page.getByText('you cannot change it').waitFor();
    for (const name of ['Save', 'Delete', 'Create new secret'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  });
});

describe('an administrator without application:admin', () => {
  it('creates and changes access policies', async () => {
    const { page, open } = console();
    await signInWith('ADMIN', 'DATA_POOL_QUERY');
    await open('/policies', 'Access policies');
    await page.getByRole('button', { name: 'New access policy' }).click();
    await page.getByLabel('Unique name').fill('some of it');
    await pick(page, 'Data Pool', 'orders');
    await page.getByRole('button', { name: 'Save access policy' }).click();
    await headingOf(page, 'some of it').waitFor();
    await page.getByLabel('Description').fill('for tests');
    await page.getByRole('button', { name: 'Save access policy' }).click();
    await page.getByText('Saved').waitFor();
    expect(await page.getByRole('heading', { name: 'Applications with this policy' }).count()).toBe(0);
  });
});

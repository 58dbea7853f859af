/** Dashboards for people without credentials: links, and the example of docs/embedding.md with two tenants. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  assignDataPoolAccessPolicyToApplicationMutation,
  createApplicationMutation,
  createCountMetricMutation,
  createDashboardMutation,
  createDataPoolAccessPolicyMutation,
  createShareLinkMutation,
  modifyDataPoolMutation,
} from '@weir/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser, seriousFindings } from '../support/browser.js';
import { headingOf, pick, signIn, useConsole } from '../support/console.js';
import { sample } from '../support/extent.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;
let dashboard = '';
let portal = { id: '', secret: '' };

const policy = ['country = ', '{{ tenant }}'].join('$');

beforeAll(async () => {
  const { client } = console();
  orders = await seedOrders(client, 'orders', 40);
  await client.request(modifyDataPoolMutation, {
    input: { idOrUniqueName: { id: orders.dataPool }, accessControlEnabled: true },
  });
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName: 'portal', scopes: ['METRIC_QUERY', 'DATA_POOL_QUERY'] },
  });
  if (!createApplication || !('application' in createApplication)) throw new Error('No Application');
  portal = { id: createApplication.application.id, secret: createApplication.application.secret ?? '' };
  const { createDataPoolAccessPolicy } = await client.request(createDataPoolAccessPolicyMutation, {
    input: { dataPool: orders.dataPool, columns: ['*'], filterSql: policy },
  });
  await client.request(assignDataPoolAccessPolicyToApplicationMutation, {
    dataPoolAccessPolicy: createDataPoolAccessPolicy!.dataPoolAccessPolicy.id,
    application: portal.id,
  });
  const { createCountMetric } = await client.request(createCountMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'order count' },
  });
  const metricId = createCountMetric!.metric.id;
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const { createDashboard } = await client.request(createDashboardMutation, {
    input: {
      uniqueName: 'sales',
      description: 'What customers buy',
      timeZone: 'Europe/Zurich',
      tiles: [
        { ...place, title: 'Orders', metric: { metricId, kind: 'COUNTER' } },
        {
          ...place,
          x: 4,
          width: 8,
          title: 'Over time',
          metric: { metricId, kind: 'TIME_SERIES', granularity: 'MONTH' },
        },
        {
          ...place,
          y: 4,
          title: 'Countries',
          sql: { query: 'SELECT country, count(*) AS n FROM orders GROUP BY 1 ORDER BY 1' },
        },
        { ...place, x: 4, y: 4, text: { markdown: 'Without **returns**' } },
      ],
    },
  });
  dashboard = createDashboard!.dashboard.id;
});

/** A browser of someone else, without any session. */
const viewer = (): Promise<OpenBrowser> => openBrowser();

const counter = (page: Pick<Page, 'getByRole'>) =>
  page.getByRole('region', { name: 'Orders', exact: true }).locator('.counter-value');

const sendOrder = (country: string) =>
  console().client.sendEvents(orders.webhookUrl, [
    { created_at: new Date().toISOString(), user: { country }, price: 1, quantity: 1 },
  ]);

describe('a share link', () => {
  let link = '';

  it('is made on the page of the dashboard', async () => {
    await signIn(console());
    const { page, open } = console();
    await open(`/dashboards/${dashboard}`, 'sales');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('None yet.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('For whom').fill('Anna');
    await dialog.getByText('Which records it shows').click();
    await pick(page, 'Application', 'portal');
    await dialog.getByLabel('Policy values').fill('{"tenant": "CH"}');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('heading', { name: 'Copy this link now' }).waitFor();
    await page.keyboard.press('Escape');
    link = ((await dialog.getByLabel('link', { exact: true }).textContent()) ?? '').trim();
    expect(link).toMatch(new RegExp(`^${console().service.url}/shared#${dashboard}/SHL`));
    expect(link).not.toContain(portal.secret);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.getByRole('row', { name: /Anna.*The whole dashboard.*"CH"/ }).waitFor();
    await dialog.getByText('Embed it for your customers').click();
    const code = async (name: string) => await dialog.getByLabel(name, { exact: true }).textContent();
    expect(await code('code for the back end')).toContain(`dashboard: '${dashboard}'`);
    expect(await code('code for the page')).toContain(`url: '${console().service.url}'`);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('shows the dashboard to someone without credentials, as it is saved', async () => {
    const { page, close } = await viewer();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(link);
    await headingOf(page, 'sales').waitFor();
    await counter(page).filter({ hasText: '10' }).waitFor();
    await page.getByText('All time · Europe/Zurich').waitFor();
    await page.getByRole('cell', { name: 'CH' }).waitFor();
    expect(await page.getByRole('cell', { name: 'DE' }).count()).toBe(0);
    await page.getByText('returns').waitFor();
    for (const colorScheme of sample(['light', 'dark'] as const, 1)) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    // The secret is sent to the token endpoint alone, in a body.
    expect(requests.filter((url) => url.includes(link.split('.').at(-1) ?? ''))).toEqual([]);

    await sendOrder('CH');
    await counter(page).filter({ hasText: '11' }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await close();
  });

  it('ends on every screen when it is revoked', async () => {
    const { page: other, close } = await viewer();
    await other.goto(link);
    await counter(other).filter({ hasText: '11' }).waitFor();
    const { page } = console();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the link for Anna' }).click();
    await page.getByText('None yet.').waitFor();
    await headingOf(other, 'This link does not work').waitFor();
    await other.reload();
    await headingOf(other, 'This link does not work').waitFor();
    await other.getByText(/Ask the person who sent it for a new one \(reference [0-9a-f]{24}\)\./).waitFor();
    await close();
  });

  it('of an administrator without a policy says in a sentence that it shows no records', async () => {
    const { client, service } = console();
    const { createShareLink } = await client.request(createShareLinkMutation, { input: { dashboard } });
    const { page, close } = await viewer();
    await page.goto(`${service.url}${createShareLink?.path}`);
    const refused = page.getByRole('region', { name: 'Orders', exact: true }).getByRole('alert');
    await refused
      .getByText(/^This link does not show this\. Ask the person who sent it \(reference [0-9a-f]{24}\)\.$/)
      .waitFor();
    expect(await refused.getByText('Not permitted').count()).toBe(0);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await close();
  });

  it('that is not complete says so', async () => {
    const { page, close } = await viewer();
    await page.goto(`${console().service.url}/shared`);
    await headingOf(page, 'No dashboard').waitFor();
    await close();
  });
});

describe('the example of docs/embedding.md', () => {
  let directory = '';
  let server: ChildProcess;
  let url = '';

  beforeAll(async () => {
    const docs = readFileSync(resolve('docs/embedding.md'), 'utf8');
    const code = /```js\n\/\/ server\.mjs\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
    directory = mkdtempSync(join(tmpdir(), 'weir-portal-'));
    await mkdir(join(directory, 'node_modules/@weir'), { recursive: true });
    symlinkSync(resolve('client'), join(directory, 'node_modules/@weir/client'));
    writeFileSync(join(directory, 'server.mjs'), code);
    const port = String(20_000 + (process.pid % 10_000));
    server = spawn(process.execPath, ['server.mjs'], {
      cwd: directory,
      env: {
        WEIR_URL: console().service.url,
        WEIR_CLIENT_ID: portal.id,
        WEIR_CLIENT_SECRET: portal.secret,
        DASHBOARD_ID: dashboard,
        PORT: port,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = (await once(server.stdout!, 'data')) as [Buffer];
    url = text.toString().trim();
  });
  afterAll(() => {
    server.kill();
    rmSync(directory, { recursive: true, force: true });
  });

  async function customerOf(tenant: string) {
    const { page, context, close } = await viewer();
    await context.addCookies([{ name: 'tenant', value: tenant, url }]);
    await page.goto(url);
    return { close, frame: page.frameLocator('iframe') };
  }

  it('shows each tenant their own records, in a frame as high as the dashboard, and keeps them current', async () => {
    const swiss = await customerOf('CH');
    const german = await customerOf('DE');
    await counter(swiss.frame).filter({ hasText: '11' }).waitFor();
    await counter(german.frame).filter({ hasText: '10' }).waitFor();
    await german.frame.getByRole('cell', { name: 'DE' }).waitFor();
    expect(await german.frame.getByRole('cell', { name: 'CH' }).count()).toBe(0);
    await sendOrder('DE');
    await counter(german.frame).filter({ hasText: '11' }).waitFor();
    expect(await counter(swiss.frame).textContent()).toBe('11');
    await expect
      .poll(async () =>
        german.frame.locator('main').evaluate((main) => main.scrollHeight <= window.innerHeight),
      )
      .toBe(true);
    for (const { close } of [swiss, german]) await close();
  });

  it('shows nothing to someone who is not signed in to the application', async () => {
    const { page, close } = await viewer();
    await page.goto(url);
    await page
      .frameLocator('iframe')
      .getByText('The page around this dashboard has no token for it.')
      .waitFor();
    await close();
  });

  it('cannot put the console into a frame', async () => {
    const answer = async (path: string) =>
      (await fetch(console().service.url + path)).headers.get('content-security-policy');
    expect(await answer('/')).toContain("frame-ancestors 'none'");
    expect(await answer('/shared')).toContain('frame-ancestors *');
  });
});

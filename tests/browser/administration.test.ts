import {
  applicationByNameQuery,
  counterQuery,
  createApplicationMutation,
  createCountMetricMutation,
  createDashboardMutation,
  createSumMetricMutation,
  createWeirClient,
  dataPoolsQuery,
  environmentQuery,
  modifyApplicationMutation,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, pick, pollsUntil, signIn, typeCredentials, useConsole } from '../support/console.js';
import { sql } from '../support/engines.js';
import { type Orders, seedOrders } from '../support/orders.js';
import { connectEngine } from '../support/stored.js';

const console = useConsole();
let orders: Orders;

beforeAll(async () => {
  orders = await seedOrders(console().client, 'orders', 20);
  await console().page.clock.install();
  await signIn(console());
});

describe('Applications', () => {
  let clientId = '';
  let secret = '';

  it('have the default tier unless another is chosen', async () => {
    const { page, open, client } = console();
    await open('/applications/new', 'New Application');
    await page.getByLabel('Unique name').fill('unhurried');
    await page.getByRole('button', { name: 'Create Application' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await headingOf(page, 'unhurried').waitFor();
    expect(await page.getByLabel('Tier').inputValue()).toBe('P1_X_LARGE');
    const { applicationByName } = await client.request(applicationByNameQuery, { uniqueName: 'unhurried' });
    expect(applicationByName).toMatchObject({ tier: 'P1_X_LARGE', scopes: ['METRIC_QUERY'] });
  });

  it('show their secret once, and it works', async () => {
    const { page, open, service } = console();
    await open('/applications/new', 'New Application');
    await page.getByLabel('Unique name').fill('dashboard');
    await page.getByLabel('Tier').selectOption('P1_SMALL');
    await page.getByLabel(/^admin:/).check();
    await page.getByRole('button', { name: 'Create Application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this secret now' });
    clientId = (await dialog.getByRole('region', { name: 'client ID' }).textContent()) ?? '';
    secret = (await dialog.getByRole('region', { name: 'client secret' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await headingOf(page, 'dashboard').waitFor();
    expect(await page.content()).not.toContain(secret);
    const credentials = { clientId, clientSecret: secret };
    const { dataPools } = await createWeirClient({ url: service.url, credentials }).request(dataPoolsQuery);
    expect(dataPools?.nodes.length).toBeGreaterThan(0);
  });

  it('change their scopes and tier', async () => {
    const { page, open } = console();
    await page.getByLabel('Tier').selectOption('P1_LARGE');
    await page.getByLabel(/^metric:stats/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await open('/applications', 'Applications');
    const row = page.getByRole('row', { name: /dashboard/ });
    expect(await row.textContent()).toMatch(/P1_LARGE.*METRIC_STATS/);
    await row.getByRole('link').click();
  });

  it('keep what someone else has changed since the page was opened', async () => {
    const { page, client } = console();
    await page.getByLabel('Tier').waitFor();
    const idOrUniqueName = { uniqueName: 'dashboard' };
    await client.request(modifyApplicationMutation, {
      input: { idOrUniqueName, scopes: ['METRIC_QUERY'], description: 'narrowed' },
    });
    await page.getByLabel('Tier').selectOption('P1_MEDIUM');
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = async () =>
      (await client.request(applicationByNameQuery, { uniqueName: 'dashboard' })).applicationByName;
    await expect.poll(async () => (await saved())?.tier).toBe('P1_MEDIUM');
    expect(await saved()).toMatchObject({ scopes: ['METRIC_QUERY'], description: 'narrowed' });
  });

  it('get a new secret, and are deleted by name', async () => {
    const { page, service } = console();
    await page.getByLabel('Keep the current secret valid').uncheck();
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const credentials = { clientId, clientSecret: secret };
    await expect(createWeirClient({ url: service.url, credentials }).accessToken()).rejects.toThrow();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type dashboard to confirm').fill('dashboard');
    await page.getByRole('button', { name: 'Delete Application' }).click();
    await headingOf(page, 'Applications').waitFor();
    await page.getByRole('row', { name: /dashboard/ }).waitFor({ state: 'detached' });
  });
});

describe('the Environment', () => {
  it('has a day on which weeks start, for what does not choose one', async () => {
    const { page, open, client } = console();
    const { environment: before } = await client.request(environmentQuery, {});
    await open('/environment', 'Environment');
    await page.getByLabel('Weeks start on').selectOption('SUNDAY');
    await page.getByLabel('Description').fill('the shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const { environment } = await client.request(environmentQuery, {});
    expect(environment).toMatchObject({
      uniqueName: before?.uniqueName,
      description: 'the shop',
      weekStart: 'SUNDAY',
    });
    await open('/explore?gran=WEEK', 'Explore');
    await page
      .getByLabel('Weeks start on')
      .getByText('Sunday (as the Environment)')
      .waitFor({ state: 'attached' });
  });
});

describe('the Application that is signed in', () => {
  it('keeps the new secret in sight when its old one ends, and goes on with it', async () => {
    const { page, open, service, client } = console();
    const { createApplication } = await client.request(createApplicationMutation, {
      input: { uniqueName: 'itself', scopes: ['ADMIN', 'APPLICATION_ADMIN'] },
    });
    if (!createApplication || !('application' in createApplication)) throw new Error('not created');
    const { clientId, secret } = createApplication.application;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await typeCredentials({ page, service: { ...service, clientId, clientSecret: secret ?? '' } });
    await open(`/applications/${clientId}`, 'itself');
    await page.getByLabel('Keep the current secret valid').uncheck();
    const refreshed = page.waitForResponse(
      (response) => response.request().postData()?.includes('query Application(') ?? false,
    );
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await refreshed;
    const dialog = page.getByRole('dialog', { name: 'Save this secret now' });
    const next = (await dialog.getByRole('region', { name: 'client secret' }).textContent()) ?? '';
    const credentials = { clientId, clientSecret: next };
    await createWeirClient({ url: service.url, credentials }).accessToken();
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.reload();
    await headingOf(page, 'itself').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(console());
  });
});

/** In its own markup: a tab with its closing button inside, and editors that scroll while they are hidden. */
const ofGraphiql = /^(nested-interactive|scrollable-region-focusable):/;

describe('GraphiQL', () => {
  it('has the token filled in and asks the service', async () => {
    const { page, open } = console();
    await open('/', 'Overview');
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page.locator('.graphiql-query-editor').getByText('uniqueName').waitFor();
    await page.locator('.graphiql-editor-tool').getByText('Bearer eyJ').waitFor();
    await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click();
    await page.locator('.result-window').getByText('"orders"').waitFor();
    expect((await seriousFindings(page)).filter((finding) => !ofGraphiql.test(finding))).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify({ ...window.localStorage }));
    expect(stored).not.toContain('eyJ');
    await page.getByRole('link', { name: '← Weir console' }).click();
    await headingOf(page, 'Overview').waitFor();
  });
});

describe('access policies', () => {
  it('say who will see what before that changes, and when they are not in force', async () => {
    const { page, open, client } = console();
    const { createCountMetric } = await client.request(createCountMetricMutation, {
      input: { dataPool: orders.dataPool, uniqueName: 'order count' },
    });
    const metricId = createCountMetric?.metric.id ?? '';
    const place = { x: 0, y: 0, width: 4, height: 4 };
    await client.request(createDashboardMutation, {
      input: { uniqueName: 'of orders', tiles: [{ ...place, metric: { metricId, kind: 'COUNTER' } }] },
    });
    const { createApplication } = await client.request(createApplicationMutation, {
      input: { uniqueName: 'portal', scopes: ['METRIC_QUERY'] },
    });
    if (!createApplication || !('application' in createApplication)) throw new Error('not created');
    const portal = createApplication.application.id;
    const changes = page.getByRole('region', { name: 'What changes' });
    const willSee = (text: RegExp) => changes.getByRole('listitem').filter({ hasText: text }).waitFor();
    const empty = /^portal: 0 records, 1 dashboard will be empty$/;
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

    await open('/policies', 'Access policies');
    await page.getByRole('button', { name: 'New access policy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unique name').fill('only switzerland');
    await pick(page, 'Data Pool', 'orders');
    await willSee(empty);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await dialog.getByLabel('All columns').uncheck();
    await dialog.getByLabel('price').uncheck();
    await dialog.getByLabel('Rows where').fill("country = 'CH'");
    await dialog.getByRole('button', { name: 'Save access policy' }).click();
    await headingOf(page, 'only switzerland').waitFor();
    const notInForce = page.getByText('Not in force: the access control of orders is off');

    await pick(page, 'Application', 'portal');
    await page.getByRole('button', { name: 'Assign' }).click();
    await willSee(/^portal: 5 records$/);
    await confirm('Assign it');
    await page.getByRole('button', { name: 'Unassign from portal' }).click();
    await willSee(empty);
    await confirm('Cancel');
    expect(await notInForce.count()).toBe(0);

    await open(`/pools/${orders.dataPool}/settings`, 'orders');
    await page.getByLabel(/^Access control/).uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await willSee(/^portal: all 20 records$/);
    expect(await seriousFindings(page)).toEqual([]);
    await confirm('Turn it off');
    await page.getByText('Saved').waitFor();
    await open(`/applications/${portal}`, 'portal');
    await notInForce.waitFor();
    await page.getByRole('link', { name: 'only switzerland' }).click();
    await notInForce.waitFor();
    await page.getByRole('button', { name: 'Unassign from portal' }).click();
    await page.getByText('No Application sees more or fewer records than now.').waitFor();
    await confirm('Unassign it');
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type only switzerland to confirm').fill('only switzerland');
    await page.getByRole('button', { name: 'Delete access policy' }).click();
    await page.getByText('No access policies yet').waitFor();
  });
});

describe('boosters', () => {
  it('are suggested by the queries that ran, created with a click, and shown in use', async () => {
    const { page, open, client } = console();
    const { createSumMetric } = await client.request(createSumMetricMutation, {
      input: {
        dataPool: orders.dataPool,
        uniqueName: 'revenue',
        measure: { columnName: 'price' },
        dimensions: [{ columnName: 'country' }],
      },
    });
    const metric = createSumMetric?.metric.id ?? '';
    const input = { metric: { id: metric }, filterSql: "country = 'CH'" };
    const before = await client.request(counterQuery, { input });
    await open(`/pools/${orders.dataPool}/boosters`, 'orders');
    await page
      .getByRole('row', { name: /revenue.*country/ })
      .getByRole('button', { name: 'Create booster' })
      .click();
    await headingOf(page, 'revenue').waitFor();
    const row = page.getByRole('row', { name: /^country/ });
    await pollsUntil(console(), row.getByText('Live'));
    expect(await seriousFindings(page)).toEqual([]);
    const after = await client.request(counterQuery, { input });
    expect(after.counter?.value).toBe(before.counter?.value);
    expect([before, after].map(({ counter }) => counter?.query.booster?.used)).toEqual([false, true]);
    await row.getByRole('button', { name: 'Delete booster' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create booster' }).click();
    await pollsUntil(console(), row.getByText('Live'));
  });
});

describe('jobs', () => {
  it('add a column from the stored events, with progress', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/jobs`, 'orders');
    await page.getByLabel('Column', { exact: true }).fill('land');
    await page.getByLabel('Path in the event').fill('user.country');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('20 records').first().waitFor();
    await page.getByRole('definition').getByText('"CH"').waitFor();
    await page.getByRole('button', { name: 'Add the column' }).click();
    const row = page.getByRole('row', { name: /Add column land/ });
    await pollsUntil(console(), row.getByText('Succeeded'));
    await row.getByText('100 %').waitFor();
    await row.getByRole('cell', { name: '20', exact: true }).waitFor();
    await open(`/pools/${orders.dataPool}/columns`, 'orders');
    await page.getByRole('row', { name: /land/ }).waitFor();
  });

  it('show which values of another mapping do not fit, and why', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/jobs`, 'orders');
    await page.getByLabel('Column', { exact: true }).fill('country_number');
    await page.getByLabel('Path in the event').fill('user.country');
    await page.getByLabel('Type').selectOption('INT8');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/becomes null: "CH" is not/).waitFor();
  });

  it('update records after a preview, and say what cannot be', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/jobs`, 'orders');
    await page.getByRole('button', { name: 'Update records' }).click();
    await pick(page, 'Set column', 'price (DOUBLE)');
    await page.getByLabel('To the value of this expression').fill('divide(price, 0)');
    await page.getByLabel('In records where').fill("country = 'CH'");
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/cannot hold, such as inf/).waitFor();
    await page.getByLabel('To the value of this expression').fill('price + 1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('5 of 20 records would change').waitFor();
    await page.getByRole('button', { name: 'Update these records' }).click();
    const row = page.getByRole('row', { name: /Set price = price \+ 1/ });
    await pollsUntil(console(), row.getByText('Succeeded'));
  });

  it('delete records after a preview', async () => {
    const { page, open } = console();
    await page.getByRole('button', { name: 'Delete records' }).click();
    await page.getByLabel('Delete records where').fill("country = 'CH'");
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('5 of 20 records would be deleted').waitFor();
    await page.getByRole('button', { name: 'Delete these records' }).click();
    const row = page.getByRole('row', { name: /Delete records/ });
    await pollsUntil(console(), row.getByText('Succeeded'));
    await open('/jobs', 'Jobs');
    await page.getByRole('row', { name: /Add column land/ }).waitFor();
  });

  it('rebuild the table where it is suggested, and with another sort key', async () => {
    const { page, open, service } = console();
    const { environment } = await service.request<{ environment: { id: string } }>('{ environment { id } }');
    const engine = connectEngine(service.directory);
    await engine.command(
      sql(`ALTER TABLE ${environment.id}.${orders.dataPool} MODIFY COLUMN land REMOVE CODEC`),
    );
    await engine.close();
    await open(`/pools/${orders.dataPool}/records`, 'orders');
    const suggested = page.getByRole('region', { name: 'Suggested rebuild' });
    await suggested.getByText(/columns are not compressed by their types/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await suggested.getByRole('button', { name: 'Rebuild' }).click();
    const row = page.getByRole('row', { name: /Rebuild the table/ });
    await pollsUntil(console(), row.getByText('Succeeded'));
    await row.getByText('100 %').waitFor();
    await suggested.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rebuild the table' }).click();
    await page.getByLabel('Sort by').fill('toStartOfDay(created_at), created_at');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rebuild the table' }).last().click();
    const sorted = page.getByRole('row', {
      name: /Rebuild the table, sorted by toStartOfDay\(created_at\), created_at/,
    });
    await pollsUntil(console(), sorted.getByText('Succeeded'));
    await open(`/pools/${orders.dataPool}/columns`, 'orders');
    await page.getByText('toStartOfDay(created_at), created_at').waitFor();
  });
});

import { readFile } from 'node:fs/promises';
import {
  type ApplicationScope,
  createApplicationMutation,
  createWebhookDataSourceMutation,
  queriesQuery,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, holdBack, pick, signIn, useConsole } from '../support/console.js';
import { askDuckDb } from '../support/exports.js';
import { sample } from '../support/extent.js';
import { seedOrders } from '../support/orders.js';

const console = useConsole();
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sqlPage = { view: '/sql', heading: 'SQL' };

beforeAll(async () => {
  const { client, page } = console();
  await seedOrders(client, 'orders', 40);
  const numbers = Array.from({ length: 200 }, (_, at) => ({ name: `c${at}`, type: 'INT64' as const }));
  await client.request(createWebhookDataSourceMutation, {
    input: {
      uniqueName: 'Wide pool',
      connectionSettings: { columns: [...numbers, { name: 'country_code', type: 'STRING' as const }] },
    },
  });
  await page.setViewportSize(desktop);
  await signIn(console(), sqlPage);
});

const editor = () => console().page.getByRole('textbox', { name: 'SQL' });
const panel = () => console().page.getByRole('complementary', { name: 'Data Pools and saved queries' });
const tabs = () => console().page.getByRole('tab');
const button = (name: string) => console().page.getByRole('button', { name, exact: true });
const result = () => console().page.getByRole('region', { name: 'Result', exact: true }).first();
const loading = () => console().page.getByText('Loading the answer').filter({ visible: true });
const history = () => console().page.getByRole('region', { name: 'Queries' });

async function type(sql: string): Promise<void> {
  const { page } = console();
  await editor().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(sql);
}

/** What an empty editor shows. */
const blank = 'SELECT * FROM my_pool LIMIT 100';
const lines = async () => (await editor().locator('.cm-line').allTextContents()).join('\n');
const shows = (sql: string) => expect.poll(lines).toBe(sql);
const options = () => console().page.locator('.cm-tooltip-autocomplete').getByRole('option');

async function run(sql: string): Promise<void> {
  await type(sql);
  await console().page.keyboard.press('Control+Enter');
}

async function signInWith(uniqueName: string, ...scopes: ApplicationScope[]): Promise<void> {
  const { client, page, service } = console();
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName, scopes },
  });
  if (!createApplication || !('application' in createApplication)) throw new Error('not created');
  const { clientId, secret } = createApplication.application;
  await button('Sign out').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn({ page, service: { ...service, clientId, clientSecret: secret ?? '' } }, sqlPage);
}

async function signInAgain(): Promise<void> {
  await button('Sign out').click();
  await console().page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(console(), sqlPage);
}

describe('the side panel', () => {
  it('has Data Pools with columns and types, whose quoted names it writes at the cursor', async () => {
    const { page } = console();
    await panel().getByRole('button', { name: 'Columns of orders' }).click();
    await type('SELECT  AS country');
    await page.keyboard.press('Control+Home');
    for (let times = 0; times < 7; times += 1) await page.keyboard.press('ArrowRight');
    await panel().getByRole('button', { name: 'country STRING', exact: true }).click();
    await shows('SELECT "country" AS country');
    // The focus is in the editor again, behind the name.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' FROM');
    await page.keyboard.press('Escape');
    await panel().getByRole('button', { name: 'orders', exact: true }).click();
    await shows('SELECT "country" AS country FROM "orders"');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '40 rows' }).waitFor();
  });

  it('finds one of many columns, and scrolls by itself', async () => {
    await panel().getByRole('button', { name: 'Columns of Wide pool' }).click();
    const columns = panel().getByRole('list', { name: 'Columns of Wide pool' }).getByRole('listitem');
    expect(await columns.count()).toBeGreaterThanOrEqual(201);
    const box = await panel().boundingBox();
    expect(box?.height).toBeLessThan(desktop.height);
    // However many columns there are, the result stays beside them.
    expect((await result().boundingBox())?.y).toBeLessThan(desktop.height);
    const search = panel().getByRole('searchbox', { name: 'Find saved queries, Data Pools and columns' });
    await search.fill('COUNTRY');
    const names = await panel()
      .getByRole('button', { name: /STRING/ })
      .allTextContents();
    expect(names.toSorted()).toEqual(['country STRING', 'country_code STRING']);
    await search.fill('no such column');
    await panel().getByText('None has this name.').waitFor();
    await search.fill('');
  });

  it('can be hidden, and stays hidden after a reload', async () => {
    const { page } = console();
    await button('Hide Data Pools and saved queries').click();
    expect(await panel().count()).toBe(0);
    await page.reload();
    await headingOf(page, 'SQL').waitFor();
    await button('Show Data Pools and saved queries').click();
    await panel().waitFor();
  });

  it('is behind a button on a phone, where nothing is wider than the screen', async () => {
    const { page } = console();
    await page.setViewportSize(phone);
    await page.reload();
    await headingOf(page, 'SQL').waitFor();
    expect(await panel().count()).toBe(0);
    await button('Show Data Pools and saved queries').click();
    await panel().getByRole('button', { name: 'Columns of orders' }).click();
    await panel().getByRole('button', { name: 'country STRING', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.setViewportSize(desktop);
    await page.reload();
    await panel().waitFor();
  });
});

describe('completion', () => {
  it('has the columns of FROM first, then keywords and functions, then columns of others', async () => {
    const { page } = console();
    await type('SELECT  FROM orders');
    await page.keyboard.press('Control+Home');
    for (let times = 0; times < 7; times += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('co');
    await options().first().waitFor();
    const labels = await options().locator('.cm-completionLabel').allTextContents();
    expect(labels[0]).toBe('country');
    expect(labels.indexOf('count')).toBeGreaterThan(0);
    expect(labels.at(-1)).toBe('country_code');
    // The editor takes Enter for a new line in the first moments of a list, which nobody can have read yet.
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    await shows('SELECT country FROM orders');
  });

  it('stays with the columns of FROM when the letters are capital, like those of keywords', async () => {
    const { page } = console();
    await type('SELECT * FROM orders WHERE ');
    await page.keyboard.type('CR');
    // The list of the first letter may come before.
    const labels = () => options().locator('.cm-completionLabel').allTextContents();
    await expect.poll(async () => (await labels()).slice(0, 2)).toEqual(['created_at', 'CROSS']);
    await page.keyboard.press('Escape');
  });
});

describe('tabs', () => {
  it('keep their texts when the page is left or reloaded, without the secret', async () => {
    const { page, open, service } = console();
    await type('SELECT 1 AS kept');
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await headingOf(page, 'Metrics').waitFor();
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await shows('SELECT 1 AS kept');
    // The address has the query that ran, which must not come back in place of a newer text.
    await page.keyboard.press('Control+Enter');
    await run('SELECT 2 AS ran');
    await page.getByRole('heading', { name: '1 row', exact: true }).waitFor();
    await type('SELECT 3 AS typed');
    await page.reload();
    await shows('SELECT 3 AS typed');
    expect(await tabs().count()).toBe(1);
    await open('/', 'Overview');
    await open('/sql', 'SQL');
    await shows('SELECT 3 AS typed');
    const kept = await page.evaluate(() => JSON.stringify(window.localStorage));
    expect(kept).toContain('SELECT 3 AS typed');
    expect(kept).not.toContain(service.clientSecret);
  });

  it('are added, renamed, closed and opened again, each with its own text and result', async () => {
    const { page } = console();
    await run('SELECT 7 AS first');
    await result().getByRole('cell', { name: '7', exact: true }).waitFor();
    await button('New tab').click();
    await shows(blank);
    await run('SELECT 8 AS second');
    await result().getByRole('cell', { name: '8', exact: true }).waitFor();
    await button('Rename tab').click();
    await page.getByLabel('Name of the tab').fill('sales');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('tab', { name: 'sales' }).waitFor();
    await button('Chart').click();
    await page.getByRole('tab', { name: 'Query 1' }).click();
    await shows('SELECT 7 AS first');
    await result().getByRole('cell', { name: '7', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'sales' }).click();
    await page.getByRole('img', { name: 'second by second: 1 row' }).waitFor();
    // What was typed can still be undone.
    await editor().focus();
    await page.keyboard.press('Control+Z');
    await shows(blank);
    await page.keyboard.press('Control+Y');
    await shows('SELECT 8 AS second');
    await page.getByRole('tab', { name: 'Query 1' }).click();

    await page.reload();
    await shows('SELECT 7 AS first');
    expect(await tabs().locator('.query-tab-name').allTextContents()).toEqual(['Query 1', 'sales']);
    await page.getByRole('tab', { name: 'sales' }).locator('.query-tab-cross').click();
    await expect.poll(() => tabs().count()).toBe(1);
    await page.reload();
    await button('Reopen closed tab').click();
    await shows('SELECT 8 AS second');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('sales');
  });

  it('work by keyboard', async () => {
    const { page } = console();
    const selected = () => page.getByRole('tab', { selected: true });
    await selected().focus();
    await page.keyboard.press('ArrowRight');
    await shows('SELECT 7 AS first');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-selected'));
    await expect.poll(focused).toBe('true');
    await page.keyboard.press('End');
    await shows('SELECT 8 AS second');
    await expect.poll(focused).toBe('true');
    expect(await page.getByRole('tabpanel', { name: 'sales' }).count()).toBe(1);
    await page.keyboard.press('F2');
    await page.getByLabel('Name of the tab').fill('sales again');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'sales again' }).waitFor();
    await selected().focus();
    await page.keyboard.press('Delete');
    await shows('SELECT 7 AS first');
    await expect.poll(focused).toBe('true');
  });

  it('are at most 20', async () => {
    const { page, service } = console();
    for (let count = await tabs().count(); count < 20; count += 1) await button('New tab').click();
    expect(await tabs().count()).toBe(20);
    expect(await button('New tab').isDisabled()).toBe(true);
    await type('SELECT 20');
    // A link is followed nevertheless: the first tab gives way, and is not lost.
    await page.goto(`${service.url}/#/sql?q=${encodeURIComponent('SELECT 21')}`);
    await shows('SELECT 21');
    expect(await tabs().count()).toBe(20);
    for (let count = 20; count > 1; count -= 1) await button('Close tab').click();
    await expect.poll(() => tabs().count()).toBe(1);
  });

  it('belong to an Application: another one does not see them', async () => {
    await type('SELECT 5 AS mine');
    await signInWith('another', 'DATA_POOL_QUERY');
    await shows(blank);
    await type('SELECT 6 AS theirs');
    await signInAgain();
    await shows('SELECT 5 AS mine');
  });
});

describe('saved queries', () => {
  const saved = () => panel().getByRole('list', { name: 'Saved queries' }).getByRole('listitem');

  it('are saved under a name, opened, changed, renamed and deleted', async () => {
    const { page } = console();
    await type('SELECT country FROM orders');
    await page.getByLabel('Dialect').selectOption('POSTGRESQL');
    await button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Save query' });
    await dialog.getByLabel('Unique name').fill('Countries');
    await dialog.getByLabel('Description').fill('of all orders');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saved().getByRole('link', { name: 'Countries' }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('Countries');

    await button('Close tab').click();
    await saved().getByRole('link', { name: 'Countries' }).click();
    await shows('SELECT country FROM orders');
    expect(await page.getByLabel('Dialect').inputValue()).toBe('POSTGRESQL');
    expect(await button('Save').isDisabled()).toBe(true);
    await type('SELECT DISTINCT country FROM orders');
    await page.getByRole('tab', { name: /Countries.*not saved/ }).waitFor();
    await button('Save').click();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await button('Close tab').click();
    await saved().getByRole('link', { name: 'Countries' }).click();
    await shows('SELECT DISTINCT country FROM orders');

    // What is typed while it is saved is not saved.
    await type('SELECT 1');
    const letThrough = await holdBack(page, ['modifySavedQuery']);
    await button('Save').click();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
    await type('SELECT 2');
    await letThrough();
    await expect.poll(() => button('Save').isEnabled()).toBe(true);
    await page.getByRole('tab', { name: /Countries.*not saved/ }).waitFor();
    await type('SELECT DISTINCT country FROM orders');
    await button('Save').click();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);

    await saved().getByRole('button', { name: 'Rename Countries' }).click();
    await page.getByRole('dialog').getByLabel('Unique name').fill('All countries');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await saved().getByRole('link', { name: 'All countries' }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('All countries');
  });

  it('have a link, also to one that is gone', async () => {
    const { page, service } = console();
    await button('Close tab').click();
    await saved().getByRole('link', { name: 'All countries' }).click();
    await shows('SELECT DISTINCT country FROM orders');
    const link = page.url();
    expect(link).toContain('/sql?saved=');
    await button('New tab').click();
    expect(page.url()).not.toContain('saved');
    await page.goto(link);
    await shows('SELECT DISTINCT country FROM orders');
    await page.goto(`${service.url}/#/sql?saved=missing`);
    await page.getByRole('alert').getByText('Saved query missing not found').waitFor();
    await page.goto(link);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('say when a name is taken', async () => {
    const { page } = console();
    await button('Save as …').click();
    const dialog = page.getByRole('dialog', { name: 'Save query' });
    await dialog.getByLabel('Unique name').fill('All countries');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved query with unique name "All countries" already exists').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('can be opened by those who may not change them', async () => {
    const { page } = console();
    await signInWith('reader', 'DATA_POOL_QUERY');
    await saved().getByRole('link', { name: 'All countries' }).click();
    await shows('SELECT DISTINCT country FROM orders');
    expect(await saved().getByRole('button').count()).toBe(0);
    expect(await button('Save').count()).toBe(0);
    await button('Run').click();
    await page.getByRole('heading', { name: '4 rows' }).waitFor();
    await signInAgain();
  });

  it('are deleted after a question, and an open tab keeps the text', async () => {
    const { page } = console();
    await saved().getByRole('button', { name: 'Delete All countries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type All countries to confirm').fill('All countries');
    await dialog.getByRole('button', { name: 'Delete saved query' }).click();
    await panel().getByText('None yet.').waitFor();
    await shows('SELECT DISTINCT country FROM orders');
    expect(await button('Save as …').count()).toBe(0);
  });
});

describe('the history', () => {
  it('shows the SQL of each query, copies it, and opens it in a tab', async () => {
    const { page, browser } = console();
    const sql = `SELECT country, ${'1 + '.repeat(80)}1 AS long FROM orders`;
    await run(sql);
    await page.getByRole('heading', { name: '40 rows' }).waitFor();
    const row = history().getByRole('row').nth(1);
    await row.getByText('SELECT country, 1 + 1').waitFor();
    expect(((await row.locator('code').textContent()) ?? '').length).toBeLessThan(sql.length);
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await row.getByRole('button', { name: 'Copy SQL' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sql);
    await row.getByRole('button', { name: 'Details' }).click();
    expect(
      await page.getByRole('dialog').getByRole('region', { name: 'SQL', exact: true }).textContent(),
    ).toBe(sql);
    await button('Close').click();
    await button('New tab').click();
    await row.getByRole('button', { name: 'Open in a tab' }).click();
    await shows(sql);
  });

  it('of all queries leads to the editor, also with a query that was not typed here', async () => {
    const { page, open, client } = console();
    await client.request(
      'query { sqlV1(input: {query: "SELECT max(quantity) AS most FROM orders"}) { rows } }',
    );
    const newest = async () => (await client.request(queriesQuery, { first: 1 })).queries?.nodes[0]?.sql;
    await expect.poll(newest).toContain('most');
    await open('/queries', 'Queries');
    const row = history().getByRole('row').nth(1);
    await row.getByText('most').waitFor();
    await row.getByRole('link', { name: 'Open in a tab' }).click();
    await headingOf(page, 'SQL').waitFor();
    await expect.poll(lines).toContain('most');
    await button('Run').click();
    await result().getByRole('cell', { name: '40', exact: true }).waitFor();
  });
});

describe('a query that runs', () => {
  const endless = (mark: string) =>
    `SELECT COUNT(*) AS ${mark} FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g`;
  const statusOf = async (mark: string) => {
    const { queries } = await console().client.request(queriesQuery, { first: 20 });
    return queries?.nodes.find(({ sql }) => sql.includes(mark))?.status;
  };

  it.each([
    [
      'is stopped in the service when the page is left',
      'left_page',
      () => console().open('/metrics', 'Metrics'),
    ],
    ['is stopped in the service when its tab is closed', 'closed_tab', () => button('Close tab').click()],
    ['is stopped in the service when the page is reloaded', 'reloaded', () => console().page.reload()],
  ])('%s', async (_what, mark, leave) => {
    const { page, open } = console();
    await open('/sql', 'SQL');
    await button('New tab').click();
    const asked = page.waitForRequest((request) => request.postData()?.includes(mark) ?? false);
    await run(endless(mark));
    await asked;
    await loading().waitFor();
    expect(await statusOf(mark)).toBeUndefined();
    await leave();
    // Left alone it would run until the time-out of 30 seconds, and then be TIMED_OUT.
    await expect.poll(() => statusOf(mark)).toBe('ERROR');
    expect(await page.getByRole('alert').count()).toBe(0);
    await open('/sql', 'SQL');
  });

  it('goes on when another tab is shown', async () => {
    const { page } = console();
    await run(
      'SELECT count(*) AS slow FROM orders a, orders b, orders c, orders d, orders e WHERE a.price > 0',
    );
    await button('New tab').click();
    expect(await loading().count()).toBe(0);
    await page.keyboard.press('Escape');
    await button('Close tab').click();
    await result().getByRole('cell', { name: '102400000', exact: true }).waitFor();
  });
});

describe('a result', () => {
  it('is drawn with a series for each value of a column, in 12 different colours', async () => {
    const { page } = console();
    await run(
      'SELECT day, s AS kind, day * s AS n FROM generate_series(1, 3) AS a(day), generate_series(1, 14) AS b(s)',
    );
    await page.getByRole('heading', { name: '42 rows' }).waitFor();
    await button('Chart').click();
    await pick(page, 'Along', 'day');
    await pick(page, 'Values', 'n');
    await pick(page, 'Series', 'kind');
    await result().getByLabel('Chart', { exact: true }).selectOption('Line');
    await page.getByRole('img', { name: 'n by day and kind: 42 rows' }).waitFor();
    const legend = page.getByRole('list', { name: 'Legend' }).getByRole('button');
    expect(await legend.allTextContents()).toEqual(Array.from({ length: 12 }, (_, at) => String(14 - at)));
    const colours = await legend
      .locator('.swatch')
      .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundColor));
    expect(new Set(colours).size).toBe(12);
    await page.getByText('The 12 largest series are drawn, 2 more are not.').waitFor();
    // The next run is drawn in the same way.
    await editor().click();
    await page.keyboard.press('Control+Enter');
    await loading().waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'n by day and kind: 42 rows' }).waitFor();
    await button('Table').click();
  });

  describe('that is too large to be shown', () => {
    const rows = 150_000;

    beforeAll(async () => {
      await run(
        'SELECT a.n * 1000 + b.m AS n FROM generate_series(1, 150) AS a(n), generate_series(0, 999) AS b(m)',
      );
      await console().page.getByRole('alert').getByText('100').waitFor();
    });

    it.each(['csv', 'ndjson', 'parquet'] as const)('is exported whole as %s', async (format) => {
      const { page } = console();
      await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
      const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
      expect(download.suggestedFilename()).toBe(`export.${format}`);
      const file = await readFile(await download.path());
      const [counted] = await askDuckDb(file, format, 'SELECT count(*), count(DISTINCT n) FROM file');
      expect(counted?.map(Number)).toEqual([rows, rows]);
    });
  });
});

const themesAndScreens = [
  ['light', 'a desktop', desktop],
  ['light', 'a phone', phone],
  ['dark', 'a phone', phone],
  ['dark', 'a desktop', desktop],
] as const;

it.each(sample(themesAndScreens, 2))('is accessible, %s, on %s', async (theme, _screen, size) => {
  const { page } = console();
  await page.getByLabel('Theme').selectOption(theme);
  await run('SELECT country, count(*) AS n FROM orders GROUP BY country');
  await page.getByRole('heading', { name: '4 rows' }).waitFor();
  await panel().getByRole('button', { name: 'Columns of orders' }).click();
  await page.setViewportSize(size);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize(desktop);
  await panel().getByRole('button', { name: 'Columns of orders' }).click();
});

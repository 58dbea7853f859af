import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../support/browser.js';
import { signIn, useConsole } from '../support/console.js';
import { seedOrders } from '../support/orders.js';
import { running } from '../support/stored.js';

const console = useConsole();

beforeAll(async () => {
  await seedOrders(console().client, 'orders', 40);
  await signIn(console());
});

async function type(sql: string): Promise<void> {
  const { page } = console();
  const editor = page.getByRole('textbox', { name: 'SQL' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(sql);
}

const result = () => console().page.getByRole('region', { name: 'Result', exact: true }).first();

describe('SQL', () => {
  it('completes Data Pools', async () => {
    const { page, open } = console();
    await open('/sql', 'SQL');
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.type('SELECT * FROM ord');
    await page.getByRole('option', { name: 'orders' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('runs by keyboard, shows a table and a chart, and keeps the query in the address bar', async () => {
    const { page } = console();
    await type('SELECT country, COUNT(*) AS n FROM orders GROUP BY country ORDER BY country');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '4 rows' }).waitFor();
    expect(await result().locator('tbody tr').first().locator('td').allTextContents()).toEqual([
      '⋯',
      'CH',
      '10',
    ]);
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('img', { name: 'n by country: 4 rows' }).waitFor();
    expect(page.url()).toContain('GROUP+BY+country');
  });

  it('exports the result in the format that is chosen', async () => {
    const { page } = console();
    await result().getByLabel('Format').selectOption('ndjson');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result().getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('export.ndjson');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ country: 'CH', n: 10 });
    await result().getByText('export.ndjson exported').waitFor();
  });

  it('takes the query of a link, also on the page that is there', async () => {
    const { page, service } = console();
    for (const query of ['SELECT 41', 'SELECT 42']) {
      await page.goto(`${service.url}/#/sql?q=${encodeURIComponent(query)}`);
      await expect.poll(() => page.getByRole('textbox', { name: 'SQL' }).textContent()).toBe(query);
    }
  });

  it('speaks both dialects', async () => {
    const { page } = console();
    await page.getByLabel('Dialect').selectOption('COLUMNSTORE');
    await type('SELECT uniqExact(country) AS n FROM orders');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '1 row', exact: true }).waitFor();
    await page.getByLabel('Dialect').selectOption('POSTGRESQL');
    await type("SELECT country || '!' AS loud FROM orders LIMIT 3");
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('heading', { name: '3 rows', exact: true }).waitFor();
  });

  it('describes without running', async () => {
    const { page } = console();
    await type('SELECT price, country FROM orders');
    await page.getByRole('button', { name: 'Describe' }).click();
    const description = page.getByRole('region', { name: 'Description' });
    await description.getByRole('row', { name: 'price DOUBLE No' }).waitFor();
  });

  it('says what is wrong', async () => {
    const { page } = console();
    await type('SELECT nothing FROM nowhere');
    await page.getByRole('button', { name: 'Run' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('nowhere');
  });

  it('cancels', async () => {
    const { page, service } = console();
    await page.getByLabel('Dialect').selectOption('');
    await type('SELECT COUNT(*) FROM orders a, orders b, orders c, orders d, orders e, orders f');
    await page.getByRole('button', { name: 'Run' }).click();
    // What is cancelled before it starts is not in the history.
    await expect.poll(() => running(service, 'count[(]')).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').getByText('You cancelled the query').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // Not only the page has stopped waiting: the engine was told, and says so in the history.
    const history = page.getByRole('region', { name: 'Queries' });
    await history.getByRole('row', { name: /Error/ }).first().waitFor();
  });

  it('has a history with statistics, from which a query is taken up again', async () => {
    const { page } = console();
    const history = page.getByRole('region', { name: 'Queries' });
    await history.getByRole('button', { name: 'Open in a tab' }).last().click();
    await page.getByRole('textbox', { name: 'SQL' }).getByText('GROUP').waitFor();
    await history.getByRole('button', { name: 'Details' }).last().click();
    await page.getByRole('dialog').getByText('Executed SQL').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('asks to sign in again when the session has ended, and keeps the query', async () => {
    const { page, browser, service } = console();
    await page.goto(`${service.url}/#/sql?q=SELECT+1`);
    // From here on there is only the token, no secret to renew it with.
    await page.reload();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('describeSqlV1')) return await route.fallback();
      const errors = [{ message: 'expired', extensions: { code: 'UNAUTHENTICATED' } }];
      return await route.fulfill({ status: 401, json: { errors } });
    });
    await page.getByRole('button', { name: 'Describe' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.unroute('**/graphql');
    await page.getByLabel('Client secret').fill(service.clientSecret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'SQL' }).textContent()).toBe('SELECT 1');
    await reports(browser, '401');
  });
});

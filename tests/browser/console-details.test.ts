import { createWebhookDataSourceMutation } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { reports, seriousFindings } from '../support/browser.js';
import { headingOf, signIn, useConsole } from '../support/console.js';
import { type Orders, seedOrders } from '../support/orders.js';
import { createWebhook } from '../support/webhook.js';

const console = useConsole();
let orders: Orders;
const longName = `n${'a'.repeat(189)}`;

async function createSource(uniqueName: string, columns: readonly { name: string; type: 'INT64' }[]) {
  const { createWebhookDataSource: created } = await console().client.request(
    createWebhookDataSourceMutation,
    { input: { uniqueName, connectionSettings: { columns } } },
  );
  return { source: created?.dataSource.id ?? '', pool: created?.dataSource.dataPools?.nodes[0]?.id ?? '' };
}

beforeAll(async () => {
  orders = await seedOrders(console().client, 'orders', 3);
  await signIn(console());
});

describe('completion in the SQL editor', () => {
  it('offers keywords of a SELECT, and leaves other names as they are typed', async () => {
    const { page, open } = console();
    await open('/sql', 'SQL');
    const editor = page.getByRole('textbox', { name: 'SQL' });
    await editor.click();
    await page.keyboard.type('SELECT price AS re');
    await page.getByRole('option', { name: 'RECURSIVE' }).waitFor();
    await page.keyboard.type('st');
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('FROM ord');
    await page.getByRole('option', { name: 'orders' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await editor.locator('.cm-line').allTextContents()).toEqual(['SELECT price AS rest', 'FROM ord']);
  });
});

describe('a new secret', () => {
  it('stays in sight until someone says that it is saved, however often Escape is pressed', async () => {
    const { page, open } = console();
    await open('/applications/new', 'New Application');
    await page.getByLabel('Unique name').fill('kept');
    await page.getByRole('button', { name: 'Create Application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this secret now' });
    await dialog.waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    await dialog.getByRole('region', { name: 'client secret' }).waitFor();
    expect(await dialog.getByRole('region', { name: 'client secret' }).textContent()).toMatch(/.{16}/);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await headingOf(page, 'kept').waitFor();
  });
});

describe('a form that is refused', () => {
  it('shows why at the field, which has the focus', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/settings`, 'orders');
    await page.getByLabel('Keep records for (days)').fill('99999');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const days = page.getByLabel('Keep records for (days)');
    await expect.poll(() => days.getAttribute('aria-invalid')).toBe('true');
    expect(await days.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('alert').getByText('must be from 0 to 36500').waitFor();
    await days.fill('');

    await createSource('taken', []);
    await page.getByLabel('Unique name').fill('taken');
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Unique name');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await days.getAttribute('aria-invalid')).toBeNull();
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('alert').allTextContents()).toEqual([
      'Data Pool with unique name "taken" already exists',
    ]);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('sending a test event', () => {
  it('shows every error with its event and column', async () => {
    const { page, open, service, browser } = console();
    const columns = Array.from({ length: 8 }, (_, at) => ({
      name: `c${at}`,
      type: 'INT64',
      nullable: false,
    }));
    const webhook = await createWebhook(service, columns, {}, { uniqueName: 'strict' });
    await open(`/sources/${webhook.dataSourceId}`, 'strict');
    await page.getByLabel('Event').fill('{"c0": "one"}');
    await page.getByRole('button', { name: 'Send' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Refused: 8 errors' });
    await alert.waitFor();
    const listed = await alert.getByRole('listitem').allTextContents();
    expect(listed.map((text) => /^Event 0: (c\d): ./.exec(text)?.[1])).toEqual(
      columns.map(({ name }) => name),
    );
    // The browser itself reports the refusal.
    await reports(browser, 'status of 400');
  });
});

describe('a name of 190 characters', () => {
  it('leaves the other columns of a list on the screen', async () => {
    const { page, open } = console();
    const { source } = await createSource(longName, []);
    for (const [view, heading] of [
      ['/sources', 'Data Sources'],
      ['/pools', 'Data Pools'],
    ] as const) {
      await open(view, heading);
      const row = page.getByRole('row').filter({ hasText: longName });
      const box = await row.locator('td').last().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), view).toBeLessThanOrEqual(1280);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(1280);
    }
    await open(`/sources/${source}`, longName);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  });
});

describe('200 columns', () => {
  it('do not bury the answer, and are found by name', async () => {
    const { page, open } = console();
    const columns = Array.from({ length: 200 }, (_, at) => ({ name: `field_${at}`, type: 'INT64' as const }));
    const { pool } = await createSource('wide', columns);
    await open(`/explore?view=leaderboard&pool=${pool}`, 'Explore');
    const dimensions = page.getByRole('group', { name: 'Dimensions (0 of 201)' });
    expect((await dimensions.boundingBox())?.height).toBeLessThan(250);
    await page.getByLabel('Find in Dimensions').fill('ield_17');
    expect(await dimensions.getByRole('checkbox').count()).toBe(11);
    await dimensions.getByLabel('field_170').check();
    await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
    await page.getByRole('group', { name: 'Dimensions (1 of 201)' }).waitFor();
  });
});

describe('the number of records', () => {
  const records = () =>
    console()
      .page.locator('.stat')
      .filter({ has: console().page.getByText('Records', { exact: true }) })
      .locator('dd');

  it('grows with the live tail', async () => {
    const { page, open, client } = console();
    await open(`/pools/${orders.dataPool}/tail`, 'orders');
    await page.locator('table.records tbody tr').first().waitFor();
    expect(await records().textContent()).toBe('3');
    const event = { created_at: new Date().toISOString(), user: { country: 'CH' }, price: 1, quantity: 4 };
    await client.sendEvents(orders.webhookUrl, [event]);
    await expect.poll(() => records().textContent(), { timeout: 9_000 }).toBe('4');
  });

  it('is told in the singular when it is one', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}?filter=${encodeURIComponent('quantity = 3')}`, 'orders');
    await page.getByText(/^1 record on this page/).waitFor();
    await page.getByText('Query and statistics').click();
    await page.getByText(/^1 record,/).waitFor();
  });

  it('decides what is said when none is shown', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}?filter=${encodeURIComponent('quantity = 99')}`, 'orders');
    await page.getByText('No record fits the time range and filter, out of 4 records.').waitFor();
    expect(await page.getByRole('link', { name: 'Send an event' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all records' }).click();
    await page.getByText(/^4 records on this page/).waitFor();
    const { pool } = await createSource('empty', []);
    await open(`/pools/${pool}`, 'empty');
    await page.getByRole('heading', { name: 'No records yet' }).waitFor();
    await page.getByRole('link', { name: 'Send an event' }).waitFor();
  });
});

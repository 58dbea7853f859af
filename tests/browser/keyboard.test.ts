import { createCountMetricMutation, createSumMetricMutation } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../support/browser.js';
import { headingOf, useConsole } from '../support/console.js';
import { keyboardOf } from '../support/keyboard.js';
import { seedOrders } from '../support/orders.js';

/** The main flows without a pointer: no test of this file uses the mouse, or focuses or fills anything but with keys. */
const console = useConsole();
const keyboard = () => keyboardOf(console().page);

beforeAll(async () => {
  const { client, page, service } = console();
  const { dataPool } = await seedOrders(client, 'orders', 1_000);
  await client.request(createCountMetricMutation, { input: { dataPool, uniqueName: 'order count' } });
  await client.request(createSumMetricMutation, {
    input: { dataPool, uniqueName: 'revenue', measure: { columnName: 'price' } },
  });
  await page.goto(service.url);
  await headingOf(page, 'Sign in').waitFor();
});

/** Goes to a page by its link in the navigation. Its heading gets the focus, for screen readers to read it out. */
async function goTo(link: string, heading = link) {
  await keyboard().press(link);
  await headingOf(console().page, heading).waitFor();
  await keyboard().hasFocus(heading);
}

describe('by keyboard alone', () => {
  it('a person signs in and out', async () => {
    const { page, service, browser } = console();
    const { fill, press, hasFocus } = keyboard();
    await fill('Client ID', service.clientId);
    await fill('Client secret', 'wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await hasFocus('Client secret');
    await press('Sign in');
    await hasFocus('Sign in');
    await reports(browser, '401', '401');
    for (let round = 0; round < 2; round += 1) {
      await fill('Client ID', service.clientId);
      await fill('Client secret', service.clientSecret);
      await press('Sign in');
      await headingOf(page, 'Overview').waitFor();
      await hasFocus('Overview');
      if (round === 0) {
        await press('Sign out');
        await headingOf(page, 'Sign in').waitFor();
        await hasFocus('Sign in');
      }
    }
  });

  it('makes a Data Source', async () => {
    const { page } = console();
    const { press, fill, hasFocus } = keyboard();
    await goTo('Data Sources');
    await press('New webhook source');
    await hasFocus('New webhook source');
    await press('Use an example');
    await page.locator('.columns-table tbody tr').first().waitFor();
    await hasFocus('Use an example');
    await fill('Unique name', 'by_keyboard');
    await press('Create and send 8 events');
    await page.getByText('Stored: 8 events').waitFor();
    await press('Explore');
    await hasFocus('Explore');
  });

  it('explores a Metric down to its records', async () => {
    const { page } = console();
    const { press, choose, pick, fill, hasFocus, focused } = keyboard();
    await goTo('Explore');
    await pick('Metric', 'revenue');
    await choose('Time range', 'Last 30 days');
    await choose('Granularity', 'Week');
    await pick('Group by', 'country');
    await page.getByRole('heading', { name: 'revenue by week and country, UTC' }).waitFor();
    await hasFocus('Group by');
    await fill('SQL filter', "country <> 'IT'");
    await press('Apply filter');
    await page.waitForURL(/filter=/);
    await hasFocus('Apply filter');
    await press('As a table', 'Space');
    await press('Records of row 1');
    await headingOf(page, 'orders').waitFor();
    await hasFocus('orders');
    await press('Open record 1');
    await page.getByRole('dialog').waitFor();
    await keyboard().staysInDialog();
    await page.keyboard.press('Escape');
    await hasFocus('Open record 1');
    expect(await focused()).toMatchObject({ isVisible: true });
  });

  it('makes a dashboard, adds tiles, arranges and saves them', async () => {
    const { page } = console();
    const { press, fill, hasFocus, pick, tabTo, staysInDialog } = keyboard();
    await goTo('Dashboards');
    await press('New dashboard');
    await staysInDialog();
    await page.keyboard.press('Escape');
    await hasFocus('New dashboard');
    await page.keyboard.press('Enter');
    await fill('Unique name', 'by keyboard');
    await press('Create dashboard');
    await hasFocus('Edit by keyboard');
    for (const metric of ['order count', 'revenue']) {
      await press('Add tile');
      await staysInDialog();
      await tabTo('Metric', 'input');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: metric }).waitFor();
      // Closes the list, and not the dialog.
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await page.keyboard.press('Shift+Tab');
      await pick('Metric', metric);
      await press('Add tile');
      await page.getByRole('region', { name: metric }).waitFor();
      await hasFocus('Add tile');
    }
    await tabTo('Move order count');
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByText('order count: column 1, row 2, 4 wide, 6 high').waitFor();
    await hasFocus('Move order count');
    await press('Edit revenue');
    await fill('Title', 'Sales');
    await press('Change tile');
    await hasFocus('Edit Sales');
    await press('Remove Sales');
    await hasFocus('Move order count');
    await press('Save');
    await headingOf(page, 'by keyboard').waitFor();
    await hasFocus('by keyboard');
    await press('Edit');
    await hasFocus('Edit by keyboard');
    await press('Discard changes');
    await hasFocus('by keyboard');
    await press('Delete');
    await staysInDialog();
    await page.keyboard.press('Escape');
    await hasFocus('Delete');
  });

  it('runs SQL and reads its result', async () => {
    const { page } = console();
    const { press, fill, hasFocus } = keyboard();
    await goTo('SQL');
    await fill('SQL', 'SELECT count(*) AS n FROM orders');
    await press('Run');
    await page.locator('table.records tbody tr', { hasText: '1000' }).waitFor();
    await hasFocus('Run');
    await press('Open record 1');
    await page.getByRole('dialog').getByText('1000').waitFor();
    await keyboard().staysInDialog();
    await page.keyboard.press('Escape');
    await hasFocus('Open record 1');
  });

  it('goes anywhere with Ctrl+K', async () => {
    const { page } = console();
    const { hasFocus, press, staysInDialog } = keyboard();
    await press('Run');
    await hasFocus('Run');
    await page.keyboard.press('Control+K');
    await hasFocus('Page, dashboard, Metric, Data Pool or saved query');
    await staysInDialog();
    await page.keyboard.press('Escape');
    await hasFocus('Run');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('applicat');
    await page.getByRole('dialog').getByRole('option', { name: 'Applications' }).waitFor();
    await page.keyboard.press('Enter');
    await hasFocus('Applications');
  });

  it('creates an Application and copies its secret', async () => {
    const { page, browser } = console();
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { press, fill, hasFocus, staysInDialog } = keyboard();
    await press('New Application');
    await hasFocus('New Application');
    await fill('Unique name', 'keyboard');
    await press('Create Application');
    await page.getByRole('dialog').waitFor();
    await staysInDialog();
    await press('Copy client secret');
    const secret = await page.getByRole('region', { name: 'client secret' }).textContent();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await press('I have saved it');
    await headingOf(page, 'keyboard').waitFor();
    await hasFocus('keyboard');
  });
});

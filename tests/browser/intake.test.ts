import type { Locator, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { signIn, useConsole } from '../support/console.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const console = useConsole();
let webhook: Webhook;
let quiet: Webhook;

beforeAll(async () => {
  const columns = [{ name: 'name', type: 'STRING', nullable: false }];
  webhook = await createWebhook(console().service, columns, {}, { uniqueName: 'visits' });
  quiet = await createWebhook(console().service, columns, {}, { uniqueName: 'quiet' });
  await signIn(console());
});

const panel = (title: string) =>
  console()
    .page.locator('section.panel')
    .filter({ has: console().page.getByRole('heading', { name: title, exact: true }) });

describe("a Data Source's intake", () => {
  const figure = (label: string) =>
    panel('Intake')
      .locator('.stat')
      .filter({ has: console().page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent();

  it('says that nothing arrived', async () => {
    await console().open(`/sources/${quiet.dataSourceId}`, 'quiet');
    await panel('Intake').getByText('No request arrived in this time.').waitFor();
  });

  it('shows what became of requests and events, in the chosen time, as they arrive', async () => {
    const { page, service } = console();
    await post(service, `${quiet.path}?partial=true`, [{ name: 'a' }, { name: 'b' }, { nme: 'c' }]);
    await expect.poll(() => panel('Intake').locator('.stat').count(), { timeout: 20_000 }).toBe(10);
    expect(await figure('Accepted')).toBe('2');
    expect(await figure('Rejected')).toBe('1');
    expect(await figure('Requests')).toBe('1');
    expect(Number(await figure('Median, ms'))).toBeGreaterThan(0);
    await panel('Intake').getByRole('button', { name: '7 days' }).click();
    await page.locator('button[aria-pressed=true]', { hasText: '7 days' }).waitFor();
    expect(await figure('Accepted')).toBe('2');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('says that it is loading, and when it cannot be loaded', async () => {
    await expectStates('intake(', panel('Intake'), 'Loading the intake…', async () => {
      await expect.poll(() => figure('Accepted')).toBe('2');
    });
  });
});

describe("a Data Source's recent refusals", () => {
  const refusals = () => panel('Recent refusals');

  it('say that there are none', async () => {
    await console().open(`/sources/${webhook.dataSourceId}`, 'visits');
    await refusals().getByText('No request was refused in the last 7 days.').waitFor();
  });

  it('show a request that was refused, why, and a sample of it', async () => {
    const { page, browser } = console();
    await page.getByLabel('Event').fill('{"nme": "Ada"}');
    await page.getByRole('button', { name: 'Send' }).click();
    const row = refusals().locator('tbody tr');
    await row.waitFor();
    expect(await row.textContent()).toContain('400Event 0: name: A value is required, but it is missing');
    await page.getByRole('button', { name: 'Open refusal 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refused request' });
    expect(await dialog.textContent()).toContain('{\n  "nme": "Ada"\n}');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The browser itself reports the refusal.
    expect(browser.problems.splice(0)).toEqual([expect.stringContaining('status of 400')]);
  });

  it('show requests of other senders without a reload', async () => {
    const { page, service } = console();
    await post(service, webhook.path, 'not JSON');
    await expect.poll(() => refusals().locator('tbody tr').count(), { timeout: 20_000 }).toBe(2);
    await page.getByRole('button', { name: 'Open refusal 1' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('not JSON');
    await page.keyboard.press('Escape');
  });

  it('say that they are loading, and when they cannot be loaded', async () => {
    await expectStates('recentRefusals', refusals(), 'Loading recent refusals…', async () => {
      await refusals().locator('tbody tr').first().waitFor();
    });
  });
});

/** Delays and fails the operation that contains a text, then lets it through. */
async function expectStates(
  operation: string,
  shown: Locator,
  loadingText: string,
  loaded: () => Promise<void>,
): Promise<void> {
  const { page } = console();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fail = async (route: Route) => {
    if (!route.request().postData()?.includes(operation)) return await route.continue();
    await released;
    const error = { message: 'The engine is starting', extensions: { code: 'QUERY_FAILED' } };
    await route.fulfill({ json: { data: null, errors: [error] } });
  };
  await page.route('**/graphql', fail);
  await page.reload();
  await shown.getByText(loadingText).waitFor();
  release();
  await shown.getByText('The engine is starting').waitFor();
  await page.unroute('**/graphql', fail);
  await shown.getByRole('button', { name: 'Try again' }).click();
  await loaded();
}

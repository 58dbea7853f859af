import { dataSourceQuery } from '@weir/client';
import type { Locator, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { reports, seriousFindings } from '../support/browser.js';
import { headingOf, pollsUntil, signIn, useConsole } from '../support/console.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const console = useConsole();
let webhook: Webhook;
let quiet: Webhook;

beforeAll(async () => {
  const columns = [{ name: 'name', type: 'STRING', nullable: false }];
  webhook = await createWebhook(console().service, columns, {}, { uniqueName: 'visits' });
  quiet = await createWebhook(console().service, columns, {}, { uniqueName: 'quiet' });
  await console().page.clock.install();
  await signIn(console());
});

/** Of every panel. */
const everyMs = 10_000;

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
    await pollsUntil(console(), panel('Intake').locator('.stat'), { everyMs });
    expect(await panel('Intake').locator('.stat').count()).toBe(10);
    expect(await figure('Accepted')).toBe('2');
    expect(await figure('Refused')).toBe('1');
    expect(await figure('Requests')).toBe('1');
    expect(Number(await figure('Median, ms'))).toBeGreaterThan(0);
    await panel('Intake').getByRole('button', { name: '7 days' }).click();
    await page.locator('button[aria-pressed=true]', { hasText: '7 days' }).waitFor();
    expect(await figure('Accepted')).toBe('2');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('shows when the last event was stored, and what became of events minute by minute', async () => {
    const { page } = console();
    await panel('Intake')
      .getByText(/^Last event stored at \d{4}-/)
      .waitFor();
    const drawn = (name: string) => panel('Intake').getByRole('img', { name });
    await panel('Intake').getByRole('button', { name: '7 days' }).click();
    await drawn('Outcomes of the last 7 days').waitFor();
    await panel('Intake').getByRole('button', { name: '24 hours' }).click();
    await drawn('Outcomes of the last 24 hours').waitFor();
    await panel('Intake').getByRole('button', { name: '60 minutes' }).click();
    const chart = drawn('Outcomes of the last 60 minutes');
    await chart.waitFor();
    const legend = panel('Intake').getByRole('list', { name: 'Legend' });
    expect(await legend.getByRole('listitem').allTextContents()).toEqual([
      'Accepted',
      'Refused',
      'Quarantined',
    ]);
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) throw new Error('There is no chart');
    const rows = panel('Intake').getByRole('tooltip').locator('tr');
    // The events are in one of the last minutes: a minute may have passed since.
    const texts = new Set<string>();
    for (let across = box.width - 20; across > box.width * 0.85; across -= 4) {
      await page.mouse.move(box.x + across, box.y + box.height / 2);
      for (const text of await rows.allTextContents()) texts.add(text.trim());
    }
    expect([...texts]).toEqual(expect.arrayContaining(['Accepted2', 'Refused1', 'Quarantined0']));
    await page.mouse.move(0, 0);
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
    await reports(browser, 'status of 400');
  });

  it('are summed up by column, with an example and what helps', async () => {
    const { page, client } = console();
    const problems = panel('Problems').locator('tbody tr');
    await problems.first().waitFor();
    expect(await problems.allTextContents()).toEqual([
      expect.stringMatching(
        /^nameRefused1A value is required, but it is missing\{"nme": ?"Ada"\}Fix the sender/,
      ),
    ]);
    await page.getByRole('button', { name: 'Keep in quarantine from now on: name' }).click();
    await page.getByRole('button', { name: /^Keep in quarantine/ }).waitFor({ state: 'detached' });
    const { dataSource } = await client.request(dataSourceQuery, { id: webhook.dataSourceId });
    expect(dataSource?.connectionSettings).toMatchObject({ errorHandling: 'QUARANTINE' });
    await page.getByLabel('Event').fill('{"nme": "Grace"}');
    await page.getByRole('button', { name: 'Send' }).click();
    const kept = problems.filter({ hasText: 'In quarantine: name: required' });
    await kept.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await kept.getByRole('link', { name: 'Open these events' }).click();
    await page.getByText('Grace').waitFor();
    await page.goBack();
    await headingOf(page, 'visits').waitFor();
  });

  it('show requests of other senders without a reload', async () => {
    const { page, service } = console();
    await post(service, webhook.path, 'not JSON');
    await pollsUntil(console(), refusals().locator('tbody tr').nth(1), { everyMs });
    expect(await refusals().locator('tbody tr').count()).toBe(2);
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

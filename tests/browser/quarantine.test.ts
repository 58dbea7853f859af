import { readFile } from 'node:fs/promises';
import {
  dataSourceByNameQuery,
  discardQuarantinedEventsMutation,
  quarantineSummaryQuery,
  sqlQuery,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { givePolicy } from '../support/api-policies.js';
import { seriousFindings } from '../support/browser.js';
import { headingOf, pick, pollsUntil, signIn, useConsole } from '../support/console.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const console = useConsole();

beforeAll(async () => {
  await console().page.clock.install();
  await signIn(console());
});

const columns = [
  { name: 'order', type: 'INT64', nullable: false },
  { name: 'price', type: 'DOUBLE' },
];
const quarantining = (uniqueName: string, settings: object = {}) =>
  createWebhook(
    console().service,
    columns,
    { errorHandling: 'QUARANTINE', ...settings },
    {
      uniqueName,
    },
  );
const send = (webhook: Webhook, events: readonly unknown[]) => post(console().service, webhook.path, events);

const openQuarantine = ({ dataSourceId }: Webhook, params = '') =>
  console().open(`/sources/${dataSourceId}/quarantine${params}`, 'Quarantine');
const events = () => console().page.getByRole('region', { name: 'Quarantined events' }).locator('tbody tr');
const problems = () => console().page.getByRole('region', { name: 'Problems' });
const button = (name: string | RegExp) => console().page.getByRole('button', { name, exact: true });

const countOf = async ({ dataSourceId: dataSource }: Webhook) =>
  (await console().client.request(quarantineSummaryQuery, { dataSource })).quarantinedEvents.totalCount;
const records = async ({ dataPoolId }: Webhook, what: string) => {
  const query = `SELECT ${what} FROM "${dataPoolId}" ORDER BY 1`;
  return (await console().client.request(sqlQuery, { input: { query } })).sqlV1.rows;
};

describe('a webhook source', () => {
  const handlingOf = async (uniqueName: string) => {
    const { dataSourceByName } = await console().client.request(dataSourceByNameQuery, { uniqueName });
    return dataSourceByName?.connectionSettings;
  };

  it('rejects requests with invalid events unless it is created to keep them', async () => {
    const { page, open } = console();
    await open('/sources/new', 'New webhook source');
    await page.getByText('More settings').click();
    const handling = page.getByLabel('When an event is invalid');
    expect(await handling.inputValue()).toBe('REJECT_BATCH');
    await page.getByText('Nothing of the request is stored.').waitFor();
    await handling.selectOption('Store the others, keep it in quarantine');
    await page.getByText('The sender gets no error.').waitFor();
    await button('Use an example').click();
    await page.getByLabel('Unique name').fill('keeping');
    await button('Create and send 8 events').click();
    await page.getByText('Stored: 8 events').waitFor();
    await page.locator('main').getByRole('link', { name: 'Data Source', exact: true }).click();
    await headingOf(page, 'keeping').waitFor();
    expect(await handlingOf('keeping')).toMatchObject({ errorHandling: 'QUARANTINE' });
  });

  it('is edited to reject them, and to keep them again', async () => {
    const { page } = console();
    for (const [label, errorHandling] of [
      ['Reject the request', 'REJECT_BATCH'],
      ['Store the others, keep it in quarantine', 'QUARANTINE'],
    ] as const) {
      await button('Edit').click();
      await page.getByLabel('When an event is invalid').selectOption(label);
      await button('Save').click();
      await page.getByRole('definition').filter({ hasText: label }).waitFor();
      expect(await handlingOf('keeping')).toMatchObject({ errorHandling });
    }
  });

  it('leads to its quarantine, with the number of events when there are any', async () => {
    const { page } = console();
    expect(await page.getByRole('link', { name: /events? in quarantine/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open the quarantine' }).click();
    await page.getByText('Events that cannot be stored will be kept here.').waitFor();
    await page.getByRole('link', { name: 'keeping' }).click();
    await page.getByLabel('Event', { exact: true }).fill('[{"price": "much"}, {"price": "more"}]');
    await button('Send').click();
    await page.getByText('Stored: 0 events. In quarantine: 2 events').waitFor();
    await page.getByRole('link', { name: '2 events in quarantine' }).click();
    await headingOf(page, 'Quarantine').waitFor();
    await expect.poll(() => events().count()).toBe(2);
  });
});

describe('the quarantine', () => {
  let webhook: Webhook;

  it('is empty at first, and says what would be in it', async () => {
    const { page, service } = console();
    const rejecting = await createWebhook(service, columns);
    await openQuarantine(rejecting);
    await page.getByText('The quarantine is empty').waitFor();
    await page.getByText('Requests with invalid events are rejected.').waitFor();
  });

  it('lists events newest first, page by page, with time, problems and payload', async () => {
    const { page, service } = console();
    webhook = await quarantining('listed');
    for (let n = 0; n < 22; n += 1) await send(webhook, [{ n, big: 9007199254740993n.toString() }]);
    const notJson = '{"order": oops}\n';
    await post(service, webhook.path, notJson, { 'content-type': 'application/x-ndjson' });
    const items = Array.from({ length: 80 }, (_, index) => `item ${index}`);
    await send(webhook, [{ order: 1, price: 'much', items }]);
    await openQuarantine(webhook);
    await expect.poll(() => events().count()).toBe(20);
    await page.getByText(/^24 events, [\d.]+ K?B$/).waitFor();
    const [long, broken, plain] = [events().nth(0), events().nth(1), events().nth(2)];
    expect(await plain.locator('pre').textContent()).toBe('{\n  "n": 21,\n  "big": "9007199254740993"\n}');
    expect(await plain.textContent()).toContain('order: A value is required, but it is missing');
    expect(await plain.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await broken.locator('pre').textContent()).toBe('{"order": oops}');
    expect(await long.locator('pre').textContent()).not.toContain('item 79');
    await long.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => long.locator('pre').textContent()).toContain('"item 79"\n  ]\n}');
    await long.getByRole('button', { name: 'Show less' }).click();
    await expect.poll(() => long.locator('pre').textContent()).not.toContain('item 79');
    expect(await seriousFindings(page)).toEqual([]);
    await button('Next').click();
    await expect.poll(() => events().count()).toBe(4);
    expect(await events().last().locator('pre').textContent()).toContain('"n": 0,');
    await button('Previous').click();
    await expect.poll(() => events().count()).toBe(20);
    expect(await button('Previous').isDisabled()).toBe(true);
  });

  it('counts the problems, filters by them, and searches; the address bar keeps both', async () => {
    const { page } = console();
    const row = (name: RegExp) => problems().getByRole('row', { name });
    expect(await row(/^order: required/).textContent()).toContain('22');
    await row(/^not JSON/)
      .getByRole('link')
      .click();
    await expect.poll(() => events().count()).toBe(1);
    await row(/^price: wrong type/)
      .getByRole('link')
      .click();
    await expect
      .poll(() => events().locator('pre').allTextContents())
      .toEqual([expect.stringContaining('much')]);
    expect(page.url()).toContain('reason=wrong_type&column=price');
    expect(await problems().locator('[aria-current]').allTextContents()).toEqual(['price: wrong type']);
    await page.goBack();
    await expect.poll(() => events().locator('pre').allTextContents()).toEqual(['{"order": oops}']);
    await page.getByText('filtered by not JSON').waitFor();
    await page.getByRole('link', { name: 'all events' }).click();
    await expect.poll(() => events().count()).toBe(20);
    await page.getByLabel('Search in payloads').fill('"N":2');
    await page.keyboard.press('Enter');
    await page.getByText(/^3 events,/).waitFor();
    await page.reload();
    await page.getByText(/^3 events,/).waitFor();
    expect(await page.getByLabel('Search in payloads').inputValue()).toBe('"N":2');
    await page.getByLabel('Search in payloads').fill('nowhere');
    await button('Search').click();
    await page.getByText('No event matches').waitFor();
    await page.getByRole('link', { name: 'Show all events' }).click();
    await page.getByText(/^24 events,/).waitFor();
    expect(await page.getByLabel('Search in payloads').inputValue()).toBe('');
  });

  it('is exported as NDJSON: all pages of what matches the filter', async () => {
    const { page } = console();
    await openQuarantine(webhook, '?column=order');
    await page.getByText(/^22 events,/).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
    expect(download.suggestedFilename()).toBe('listed quarantine.ndjson');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(22);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      id: expect.any(String),
      receivedAt: expect.any(String),
      errors: [{ column: 'order', reason: 'required', message: expect.any(String) }],
      payload: '{"n":21,"big":"9007199254740993"}',
    });
    await page.getByText('22 events exported', { exact: true }).waitFor();
    expect(await button('Export').getAttribute('title')).toContain('at most the newest 10,000 events');
  });

  it('is exported page by page, unless that is cancelled', async () => {
    const { page } = console();
    const many = await quarantining('many');
    await send(
      many,
      Array.from({ length: 230 }, (_, n) => ({ n })),
    );
    await openQuarantine(many);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(JSON.parse(line).payload).n)).size).toBe(230);
    // Of the next export, only the first page arrives.
    await page.route('**/graphql', (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (!query.startsWith('query ExportQuarantinedEvents') || !variables.after) return route.fallback();
      return undefined;
    });
    await button('Export').click();
    await page.getByText('100 events read…').waitFor();
    await button('Cancel export').click();
    await page.getByText('Export cancelled').waitFor();
    await page.unroute('**/graphql');
  });

  it('says why it cannot be shown or exported', async () => {
    const { page, browser } = console();
    await openQuarantine(webhook, '?column=order');
    await page.getByText(/^22 events,/).waitFor();
    const fails = (operation: string) =>
      page.route('**/graphql', (route) =>
        route.request().postData()?.includes(operation) ? route.abort() : route.fallback(),
      );
    await fails('query ExportQuarantinedEvents');
    await button('Export').click();
    await pollsUntil(console(), page.getByText('The service cannot be reached'));
    await page.unroute('**/graphql');
    await button('Export').click();
    await page.getByText('22 events exported').waitFor();
    await fails('query QuarantinedEvents');
    await page.reload();
    await pollsUntil(console(), page.getByText('The service cannot be reached'));
    await page.unroute('**/graphql');
    await button('Try again').click();
    await page.getByText(/^22 events,/).waitFor();
    expect(browser.problems.splice(0).every((problem) => problem.includes('ERR_FAILED'))).toBe(true);
    const secret = await quarantining('secret', { accessControlEnabled: true });
    await givePolicy(console().service, secret.dataPoolId, { columns: ['_service_received_at'] });
    await openQuarantine(secret);
    await page.getByText('Not permitted').waitFor();
    await console().open('/sources/DSOnothing/quarantine', 'Quarantine');
    await page.getByText('Not found', { exact: true }).waitFor();
  });
});

describe('an event', () => {
  it('is corrected beside the problems of both attempts', async () => {
    const { page } = console();
    const webhook = await quarantining('corrected');
    await send(webhook, [{ order: 'seven', price: 1 }]);
    await openQuarantine(webhook);
    await button('Correct').click();
    const dialog = page.getByRole('dialog', { name: 'Correct the event' });
    const payload = dialog.getByLabel('Payload');
    expect(await payload.inputValue()).toBe('{\n  "order": "seven",\n  "price": 1\n}');
    await dialog.getByText('"seven" is not').waitFor();
    await payload.fill('{"order": 7, "price": "one"}');
    await dialog.getByRole('button', { name: 'Store the event' }).click();
    await dialog.getByRole('alert').getByText('price: "one" is not').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await payload.fill('{"order": 7, "price": 1}');
    await payload.press('Control+Enter');
    await page.getByText('The quarantine is empty').waitFor();
    expect(await records(webhook, '"order", "price"')).toEqual([['7', '1']]);
  });

  it('is discarded alone, or with all that match the filter, and no others', async () => {
    const { page } = console();
    const webhook = await quarantining('discarded');
    await send(webhook, [
      { order: 1, price: 'a' },
      { order: 1, price: 'b' },
      { order: 1, price: 'c' },
      { note: 'stays' },
    ]);
    await openQuarantine(webhook);
    const dialog = page.getByRole('dialog', { name: 'Discard events?' });
    await page
      .getByRole('row', { name: /"price": "a"/ })
      .getByRole('button', { name: 'Discard' })
      .click();
    await dialog.getByText(/^1 event \(\d+ B\) will be deleted permanently/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await countOf(webhook)).toBe(4);
    await page
      .getByRole('row', { name: /"price": "a"/ })
      .getByRole('button', { name: 'Discard' })
      .click();
    await dialog.getByRole('button', { name: 'Discard 1 event' }).click();
    await page.getByText(/^3 events,/).waitFor();
    await problems().getByRole('link', { name: 'price: wrong type' }).click();
    await page.getByText(/^2 events,/).waitFor();
    await button('Discard 2 events').click();
    await dialog.getByText(/^2 events \(\d+ B\) will be deleted permanently/).waitFor();
    await send(webhook, [{ order: 2, price: 'arrived meanwhile' }]);
    await dialog.getByRole('button', { name: 'Discard 2 events' }).click();
    await page.getByText(/^1 event,/).waitFor();
    expect(await events().locator('pre').textContent()).toContain('arrived meanwhile');
    expect(await countOf(webhook)).toBe(2);
    await console().client.request(discardQuarantinedEventsMutation, {
      input: { dataSource: webhook.dataSourceId, filter: {} },
    });
    await events().getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('No such event is in quarantine any more.').waitFor();
    expect(await dialog.getByRole('button', { name: /^Discard/ }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button('Refresh now').click();
    await page.getByText('No event matches').waitFor();
  });
});

describe('a replay', () => {
  it('counts first, and then stores the events that match the filter in another Data Pool', async () => {
    const { page, service } = console();
    const webhook = await quarantining('replayed');
    const text = { name: 'text', type: 'STRING', jsonProperty: 'order', nullable: false };
    const other = await createWebhook(service, [text], {}, { uniqueName: 'lenient' });
    await send(webhook, [{ order: 'x' }, { order: 'y' }, { price: 1 }, { order: 1, price: 'other' }]);
    await openQuarantine(webhook, '?column=order');
    await page.getByText(/^3 events,/).waitFor();
    await button('Replay').click();
    const dialog = page.getByRole('dialog', { name: 'Replay events' });
    const replay = dialog.getByRole('button', { name: /^Replay/ });
    expect(await replay.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await pollsUntil(console(), dialog.getByText('0 would be stored, 3 cannot:'));
    expect(await replay.isDisabled()).toBe(true);
    await pick(page, 'Store in', 'lenient');
    await dialog.getByText('0 would be stored').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await pollsUntil(console(), dialog.getByText('2 would be stored, 1 cannot:'));
    await dialog.getByText('1: text: A value is required, but it is missing').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await records(other, '"text"')).toEqual([]);
    await dialog.getByRole('button', { name: 'Replay 2' }).click();
    await pollsUntil(console(), dialog.getByText('2 stored, 1 cannot:'));
    expect(await records(other, '"text"')).toEqual([['x'], ['y']]);
    // The list behind the dialog.
    await page.getByText(/^1 event,/).waitFor();
    await dialog.getByRole('link', { name: 'Jobs of lenient' }).click();
    await headingOf(page, 'lenient').waitFor();
    await page.getByRole('row', { name: /^Replay quarantined events of replayed Succeeded/ }).waitFor();
    await page.goBack();
    await page.getByText(/^1 event,/).waitFor();
    expect(await countOf(webhook)).toBe(2);
  });

  it('says why it is refused', async () => {
    const { page, service } = console();
    const summing = { engine: { summingMergeTree: { type: 'SUMMING_MERGE_TREE' } }, orderBy: ['n'] };
    await createWebhook(
      service,
      [{ name: 'n', type: 'INT64', nullable: false }],
      { tableSettings: summing },
      { uniqueName: 'summing' },
    );
    await page.reload();
    await button('Replay').click();
    const dialog = page.getByRole('dialog', { name: 'Replay events' });
    await pick(page, 'Store in', 'summing');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('stores the records of a time range in another Data Pool', async () => {
    const { page, service, open } = console();
    const webhook = await createWebhook(service, [], {}, { uniqueName: 'whole' });
    const sku = { name: 'sku', type: 'STRING', nullable: false };
    const other = await createWebhook(service, [sku], {}, { uniqueName: 'skus' });
    await send(webhook, [{ sku: 'a' }, { sku: 'b' }, { note: 'none' }]);
    await open(`/pools/${webhook.dataPoolId}/jobs`, 'whole');
    await page.reload();
    await button('Replay records').click();
    const dryRun = button('Dry run');
    expect(await dryRun.isDisabled()).toBe(true);
    await pick(page, 'Store in', 'skus');
    await page.getByLabel('To, exclusive').fill('2001-01-01T00:00:00');
    await dryRun.click();
    await pollsUntil(console(), page.getByText('0 would be stored.'));
    await page.getByLabel('To, exclusive').fill('');
    await page.getByLabel('Received from').fill('2001-01-01T00:00:00');
    await dryRun.click();
    await pollsUntil(console(), page.getByText('2 would be stored, 1 cannot:'));
    expect(await seriousFindings(page)).toEqual([]);
    await button('Replay 2').click();
    await pollsUntil(console(), page.getByText('2 stored, 1 cannot:'));
    expect(await records(other, '"sku"')).toEqual([['a'], ['b']]);
  });
});

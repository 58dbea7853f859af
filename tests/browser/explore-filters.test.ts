import {
  createCountMetricMutation,
  createWebhookDataSourceMutation,
  dashboardQuery,
  dashboardsQuery,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, seriousFindings } from '../support/browser.js';
import { headingOf, holdBack, pick, signIn, useConsole } from '../support/console.js';
import { sample } from '../support/extent.js';

const console = useConsole();
let pool = '';
let metric = '';

/** The day of the last event; there is one event per day before it. */
const lastDay = Date.parse('2026-03-20T12:00:00Z');
const visits = Array.from({ length: 20 }, (_, index) => ({
  at: new Date(lastDay - index * 86_400_000).toISOString(),
  page: ['/home', '/home', '/100%', '/shop', null][index % 5],
  ms: index * 10,
  paid: index % 4 === 0,
  day: new Date(lastDay - index * 86_400_000).toISOString().slice(0, 10),
}));

beforeAll(async () => {
  const { client } = console();
  const { createWebhookDataSource: created } = await client.request(createWebhookDataSourceMutation, {
    input: {
      uniqueName: 'visits',
      connectionSettings: {
        columns: [
          { name: 'at', type: 'TIMESTAMP' },
          { name: 'page', type: 'STRING', nullable: true },
          { name: 'ms', type: 'INT64' },
          { name: 'paid', type: 'BOOLEAN' },
          { name: 'day', type: 'DATE' },
        ],
        timestamp: 'at',
      },
    },
  });
  const source = created?.dataSource;
  if (!source || !('webhookUrl' in source.connectionSettings)) throw new Error('No webhook was created');
  await client.sendEvents(source.connectionSettings.webhookUrl, visits);
  pool = source.dataPools?.nodes[0]?.id ?? '';
  const input = { dataPool: pool, uniqueName: 'visit count' };
  const { createCountMetric } = await client.request(createCountMetricMutation, { input });
  metric = createCountMetric?.metric.id ?? '';
  await signIn(console());
});

const count = () => expect.poll(() => console().page.locator('.counter-value').textContent());
const chips = () => console().page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const editor = () => console().page.getByRole('dialog', { name: /filter$/ });
const sentFilters = async () => {
  const variables = await console().page.getByRole('region', { name: 'GraphQL variables' }).textContent();
  const { filters, filterSql } = JSON.parse(variables ?? '').input;
  expect(filterSql).toBeUndefined();
  return filters;
};

async function addFilter(column: string, operator?: string): Promise<void> {
  const { page } = console();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await pick(page, 'Column', column);
  if (operator) await editor().getByLabel('Operator').selectOption({ label: operator });
}
const apply = () => editor().getByRole('button', { name: 'Apply' }).click();

describe('filters of Explore', () => {
  it('suggest the most frequent values with their counts, and take several', async () => {
    const { page, open } = console();
    await open(`/explore?view=counter&pool=${pool}`, 'Explore');
    await count().toBe('20');
    await addFilter('page');
    const values = editor().getByRole('listbox', { name: 'Suggested values' }).getByRole('option');
    await expect.poll(() => values.allTextContents()).toEqual(['/home8', '/100%4', '/shop4']);
    await values.filter({ hasText: '/home' }).click();
    await editor().getByRole('searchbox', { name: 'Values' }).fill('SHOP');
    await values.filter({ hasText: '/shop' }).click();
    for (const theme of sample(['light', 'dark'], 1)) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      expect(await seriousFindings(page)).toEqual([]);
    }
    await apply();
    await count().toBe('12');
    expect(await chips().allTextContents()).toEqual(['page is /home or /shop×']);
    expect(await sentFilters()).toEqual([
      {
        column: 'page',
        operator: 'EQUALS',
        value: '/home',
        or: [{ column: 'page', operator: 'EQUALS', value: '/shop' }],
      },
    ]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await count().toBe('12');
    expect(await chips().count()).toBe(1);
  });

  it('are added, edited and removed by keyboard alone', async () => {
    const { page, open } = console();
    await open(`/explore?view=counter&pool=${pool}`, 'Explore');
    const add = page.getByRole('button', { name: 'Add filter' });
    // Until the columns are known it is disabled, and cannot have the focus.
    await expect.poll(() => add.isEnabled()).toBe(true);
    await add.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'page', exact: true }).waitFor();
    await page.keyboard.type('pag');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await editor().getByRole('searchbox', { name: 'Values' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // Any text, not only what is suggested.
    await page.keyboard.type('/nowhere');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/home');
    await page.keyboard.press('Enter');
    await editor().getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Enter');
    await editor().waitFor({ state: 'detached' });
    await count().toBe('8');
    const chip = page.getByRole('button', { name: 'Edit filter page is /nowhere or /home' });
    await chip.focus();
    await page.keyboard.press('Enter');
    await editor().getByLabel('Operator').selectOption({ label: 'is not' });
    await editor().getByRole('button', { name: 'Apply' }).press('Enter');
    await count().toBe('8');
    await page.getByRole('button', { name: 'Edit filter page is not /nowhere and /home' }).press('Delete');
    await count().toBe('20');
    expect(await chips().count()).toBe(0);
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await add.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
  });

  it.each([
    ['ms', '≥', '150', '5'],
    ['paid', undefined, 'true', '5'],
    ['day', '<', '2026-03-10', '9'],
    ['at', undefined, '2026-03-20T20:59', '1'],
    ['page', 'contains', '0%', '4'],
    ['page', 'is null', undefined, '4'],
  ])('fit the type: %s %s %s', async (column, operator, value, expected) => {
    const { page, open } = console();
    // 12:00 in UTC is 21:00 in Tokyo.
    await open(`/explore?view=counter&pool=${pool}&zone=Asia/Tokyo`, 'Explore');
    await count().toBe('20');
    await addFilter(column, operator);
    const field = editor()
      .getByLabel(/^Value/)
      .first();
    if (column === 'paid') await field.selectOption(value ?? '');
    else if (value !== undefined) await field.fill(value);
    await apply();
    await count().toBe(expected);
    expect(await sentFilters()).toHaveLength(1);
    const view = page.url();
    await open('/nothing', 'Not found');
    await page.goto(view);
    await count().toBe(expected);
    expect(await chips().count()).toBe(1);
  });

  it('hold for the records behind a bar, where they can be changed', async () => {
    const { page, service } = console();
    const filters = encodeURIComponent('[["page","isNot","/shop"]]');
    const query = `view=leaderboard&pool=${pool}&dims=${encodeURIComponent('["paid"]')}&filters=${filters}`;
    await page.goto(`${service.url}/#/explore?${query}`);
    await page.getByText('As a table', { exact: true }).click();
    await page.getByRole('button', { name: 'Records of row 1', exact: true }).click();
    await headingOf(page, 'visits').waitFor();
    await page.getByText('9 records on this page').waitFor();
    expect(await chips().allTextContents()).toEqual(['page is not /shop×']);
    await page.getByRole('button', { name: 'Remove filter page is not /shop' }).click();
    await page.getByText('15 records on this page').waitFor();
  });

  it('are kept by a tile of a dashboard', async () => {
    const { page, open, client } = console();
    const filters = encodeURIComponent('[["page","is","/home","/100%"],["ms","under","50"]]');
    await open(`/explore?view=counter&metric=${metric}&filters=${filters}`, 'Explore');
    await count().toBe('3');
    await page.getByRole('button', { name: 'Add to dashboard' }).click();
    await page.getByLabel('Unique name').fill('filtered');
    await page.getByRole('button', { name: 'Add tile' }).click();
    await headingOf(page, 'filtered').waitFor();
    await count().toBe('3');
    const { dashboards } = await client.request(dashboardsQuery, {});
    const id = dashboards?.nodes[0]?.id ?? '';
    const { dashboard } = await client.request(dashboardQuery, { id });
    expect(dashboard?.tiles[0]?.metric?.filterSql).toContain(`"ms" < '50'`);
  });
});

describe('a picker', () => {
  it('finds a Metric, a Data Pool and a column by a part of its name, by keyboard', async () => {
    const { page, open } = console();
    await open('/explore?view=counter', 'Explore');
    const choose = async (label: string, text: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).focus();
      await page.keyboard.type(text);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await choose('Data Pool', 'isit');
    await count().toBe('20');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Computes').selectOption('SUM');
    await choose('Column', 'm');
    await count().toBe('1,900');
    await choose('Metric', 'SIT c');
    await expect.poll(() => page.url()).toContain(`metric=${metric}`);
    await count().toBe('20');
    const field = page.getByRole('combobox', { name: 'Metric', exact: true });
    await field.fill('no such');
    await page.getByText('None has this name.').waitFor();
    // While the list is open, the library hides the rest of the page from screen readers; leaving the field closes the list.
    const rules = [
      'color-contrast',
      'aria-required-children',
      'aria-required-parent',
      'aria-valid-attr-value',
    ];
    expect(await seriousFindings(page, rules)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('visit count');
  });
});

describe('an answer', () => {
  it('is not shown before the lists of the form above it, which would move it', async () => {
    const { page, open } = console();
    const letThrough = await holdBack(page, ['dataPools', 'metrics']);
    await page.goto('about:blank');
    const answered = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('leaderboard(')),
    );
    await open(`/explore?view=leaderboard&pool=${pool}&dims=${encodeURIComponent('["page"]')}`, 'Explore');
    await (await answered).finished();
    await drawn(page);
    const answer = page.getByRole('region', { name: 'Answer' });
    expect(await answer.isVisible()).toBe(false);
    await letThrough();
    await answer.waitFor();
  });
});

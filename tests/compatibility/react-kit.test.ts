/** The published React kit, unmodified, in an application on an origin of its own. */
import type { Locator, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepScreenshot, type OpenBrowser, openBrowser } from '../support/browser.js';
import { kitOperations, kitOrders, onOneLine, seedKitOrders } from '../support/react-kit.js';
import { type OwnService, startService, token } from '../support/service.js';
import { type ServedPage, servePage } from './react-kit/serve.js';
import type { Settings } from './react-kit/src/settings.js';

let service: OwnService;
let browser: OpenBrowser;
let dataPoolId = '';
let served: ServedPage;
/** The bodies of all requests. */
const sent: string[] = [];
/** Those that failed, by HTTP or in GraphQL. */
const failed: string[] = [];
let checks: Promise<void>[] = [];

async function seed(): Promise<Settings> {
  dataPoolId = await seedKitOrders(service);
  const { body } = await token(service, { scope: 'metric:query metric:stats data_pool:query' });
  return {
    propelApiUrl: `${service.url}/graphql`,
    token: String(body['access_token']),
    dataPool: { id: dataPoolId, name: 'orders' } as unknown as Settings['dataPool'],
    dataPoolName: 'orders',
  };
}

async function check(response: Response): Promise<void> {
  const body = response.request().postData();
  if (body === null) return;
  sent.push(body);
  const text = await response.text();
  if (response.status() !== 200 || text.includes('"errors"'))
    failed.push(`${body}: ${response.status()} ${text}`);
}

beforeAll(async () => {
  [service, served, browser] = await Promise.all([
    startService(),
    servePage(),
    openBrowser({ timezoneId: 'Asia/Kolkata', locale: 'en-US', viewport: { width: 1280, height: 3_000 } }),
  ]);
  const settings = await seed();
  const { page } = browser;
  page.on('response', (response) => checks.push(check(response)));
  page.on('requestfailed', (request) => failed.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.addInitScript((given) => Object.assign(window, { settings: given }), settings);
  await page.goto(served.url);
});

afterEach(async ({ task }) => {
  await Promise.all(checks);
  checks = [];
  const problems = [...browser.problems.splice(0), ...failed.splice(0)];
  if (task.result?.state === 'fail' || problems.length > 0) await keepScreenshot(browser.page, task.name);
  expect(problems).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await service?.discard();
});

const part = (id: string): Locator => browser.page.getByTestId(id);
const textOf = (id: string) => expect.poll(async () => (await part(id).textContent()) ?? '');
const choose = async (id: string, option: string) => {
  await part(id).getByRole('combobox').first().click();
  // An option to group by has a button of its own.
  await part(id)
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${option}(Only)?$`) })
    .click();
};

interface ChartData {
  readonly labels: readonly string[];
  readonly datasets: readonly { readonly label?: string; readonly data: readonly (number | null)[] }[];
}

interface Drawn {
  readonly labels: number;
  readonly sums: readonly (readonly [label: string | undefined, sum: number])[];
}

/** What the chart in a part of the page has drawn: how many labels, and the sum of each series. */
const chart = (id: string) =>
  expect.poll(async () => {
    const canvas = part(id).locator('canvas');
    if ((await canvas.count()) === 0) return undefined;
    const drawn = await canvas.evaluate((node) =>
      (window as unknown as { chartOf: (of: Element) => ChartData | undefined }).chartOf(node),
    );
    const sums = drawn?.datasets.map(({ label, data }) => [
      label,
      data.reduce<number>((a, b) => a + Number(b), 0),
    ]);
    return { labels: drawn?.labels.length, sums };
  });

const gridRows = () =>
  expect.poll(async () => {
    const rows = await part('grid').getByRole('row').all();
    const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
    // Weir's own two columns come first.
    return cells.map(([number, , , id]) => [number, id]);
  });

describe('the dashboard', () => {
  it('shows the last 30 days', async () => {
    await textOf('counter').toBe('150');
    await textOf('counter-90-days').toBe('750');
    await textOf('leaderboard').toMatch(/DE70FR50CH30$/);
    await textOf('pie').toMatch(/DE.*70.*FR.*50.*CH.*30/);
    await chart('bars').toEqual({ labels: 3, sums: [[undefined, 150]] });
    await chart('time-series').toMatchObject({ labels: 30, sums: [[undefined, 150]] });
  });

  it('pages through the grid, forward and back', async () => {
    const [back, next] = ['back', 'next'].map((to) =>
      part('grid').getByTestId(`propel-datagrid-paginate-${to}`),
    ) as [Locator, Locator];
    const rows = kitOrders.slice(0, 5).map(({ id }, index) => [`${index + 1}`, id]);
    await gridRows().toEqual(rows.slice(0, 2));
    await textOf('grid').toContain('5 rows');
    expect(await back.isDisabled()).toBe(true);
    await next.click();
    await gridRows().toEqual(rows.slice(2, 4));
    await next.click();
    await gridRows().toEqual(rows.slice(4));
    expect(await next.isDisabled()).toBe(true);
    await back.click();
    await gridRows().toEqual(rows.slice(2, 4));
    await back.click();
    await gridRows().toEqual(rows.slice(0, 2));
    expect(await back.isDisabled()).toBe(true);
    await choose('grid', '10');
    await gridRows().toEqual(rows);
  });

  it('follows the time range', async () => {
    await choose('time-range', 'Last 7 days');
    await textOf('counter').toBe('100');
    await textOf('leaderboard').toMatch(/DE70CH30$/);
    await textOf('grid').toContain('4 rows');
    await choose('time-range', 'Last 90 days');
    await textOf('counter').toBe('750');
    await chart('time-series').toEqual({ labels: 90, sums: [[undefined, 750]] });
  });

  it('follows the granularity', async () => {
    await choose('time-grain', 'Year');
    await chart('time-series').toSatisfy((drawn: Drawn) => drawn.labels <= 2);
    await choose('time-grain', 'Week');
    await chart('time-series').toSatisfy((drawn: Drawn) => drawn.labels >= 13 && drawn.labels <= 14);
  });

  it('groups by the columns that are chosen', async () => {
    await choose('group-by', 'country');
    await chart('time-series').toMatchObject({
      sums: [
        ['Other', 0],
        ['CH', 30],
        ['DE', 70],
        ['FR', 650],
      ],
    });
    await choose('group-by', 'id');
    await textOf('leaderboard').toMatch(/FRo6600FRo550DEo440DEo330CHo220/);
    await choose('group-by', 'Ungrouped');
    await textOf('leaderboard').toMatch(/FR650DE70CH30$/);
  });

  it('filters by a value, and by none again', async () => {
    await choose('filter', 'DE');
    await textOf('counter').toBe('70');
    await textOf('grid').toContain('2 rows');
    await gridRows().toEqual([
      ['1', 'o3'],
      ['2', 'o4'],
    ]);
    await part('filter').getByRole('button').first().click();
    await textOf('counter').toBe('750');
  });

  it('takes a date from the calendar', async () => {
    await choose('time-range', 'From date until now');
    const midnightMs = await browser.page.evaluate(() => new Date().setHours(0, 0, 0, 0));
    const today = await browser.page.evaluate((ms) => String(new Date(ms).getDate()), midnightMs);
    await part('time-range').getByRole('gridcell', { name: today, exact: true }).click();
    await part('time-range').getByRole('button', { name: 'Apply' }).click();
    const prices = kitOrders.filter(({ at }) => at >= midnightMs).map(({ price }) => price);
    await textOf('counter').toBe(String(prices.reduce((a, b) => a + b, 0)));
    // Its own relative range takes precedence over the start and stop of the filters.
    await textOf('counter-90-days').toBe('750');
  });
});

const labels = ['2025-12-31T18:30:00Z', '2026-01-01T18:30:00Z', '2026-01-02T18:30:00Z'];

describe('a hook', () => {
  it.each([
    ['use-counter', { counter: { value: '5' } }],
    [
      'use-time-series',
      {
        timeSeries: {
          labels,
          values: ['0', '1', '0'],
          groups: [{ group: ['CH'], labels, values: ['0', '1', '0'] }],
        },
      },
    ],
    [
      'use-leaderboard',
      {
        leaderboard: {
          headers: ['country', 'COUNT'],
          rows: [
            ['CH', '4'],
            ['DE', '2'],
          ],
        },
      },
    ],
    [
      'use-data-grid',
      { dataGrid: { headers: ['id', 'price'], rows: { 0: ['o1', '10'], 7: ['o7', '7000'], length: 8 } } },
    ],
    ['use-sql', { sqlV1: { columns: [{ columnName: 'n', type: 'INT64' }], rows: [['8']] } }],
    [
      'use-records-by-id',
      {
        recordsByUniqueId: {
          columns: ['id', 'price'],
          values: [
            ['o3', '30'],
            ['o1', '10'],
          ],
        },
      },
    ],
    ['use-top-values', { topValues: { values: ['CH', 'DE', 'FR'] } }],
  ])('answers: %s', async (id, answer) => {
    const shown = expect.poll(async () => JSON.parse((await part(id).textContent()) || '{}'));
    await shown.toMatchObject(answer);
  });
});

it.each([
  ['no columns yet, with an order', /"columns":\[\],.*"orderByColumn":3/],
  ['both page sizes', /"first":2,"last":50,"after":"/],
  ['both page sizes, going back', /"first":50,"last":2,"before":"/],
  ['a Data Pool by id and name', /"dataPool":\{"id":"DPO\w+","name":"orders"\}/],
  [
    'a relative range with a start and a stop',
    /"timeRange":\{"start":"[^"]+","stop":"[^"]+","relative":"LAST_N_DAYS","n":90\}/,
  ],
  ['an offset', /"timeZone":"\+05:30"/],
])('The kit has sent %s', (_what, form) => {
  expect(sent.some((body) => form.test(body))).toBe(true);
});

it('The kit has sent what other tests send for it', () => {
  const requests = sent.map((body) => {
    const { query, variables } = JSON.parse(body);
    return { query: onOneLine(query), variables };
  });
  for (const [, request] of kitOperations(dataPoolId)) expect(requests).toContainEqual(request);
});

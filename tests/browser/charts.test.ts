import { createSumMetricMutation, createWebhookDataSourceMutation } from '@weir/client';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawn, seriousFindings } from '../support/browser.js';
import { headingOf, holdBack, pick, signIn, useConsole } from '../support/console.js';
import { isLong } from '../support/extent.js';
import { startOfSameDay } from '../support/same-day.js';

const console = useConsole();
const dayMs = 86_400_000;
const today = await startOfSameDay();
/** Noon of a day, counted back from today. */
const noon = (daysAgo: number) => new Date(today - daysAgo * dayMs + dayMs / 2).toISOString();

let sales = '';
let many = '';
let metric = '';

interface Sale {
  readonly at: string;
  readonly shop: string | null;
  readonly amount: number;
}

async function seed(uniqueName: string, events: readonly Sale[]): Promise<string> {
  const { client } = console();
  const { createWebhookDataSource: created } = await client.request(createWebhookDataSourceMutation, {
    input: {
      uniqueName,
      connectionSettings: {
        columns: [
          { name: 'at', type: 'TIMESTAMP' },
          { name: 'shop', type: 'STRING', nullable: true },
          { name: 'amount', type: 'DOUBLE' },
        ],
        timestamp: 'at',
      },
    },
  });
  const source = created?.dataSource;
  if (!source || !('webhookUrl' in source.connectionSettings)) throw new Error('No webhook was created');
  await client.sendEvents(source.connectionSettings.webhookUrl, events);
  return source.dataPools?.nodes[0]?.id ?? '';
}

/** Shop s1 has a sale on each of 14 days, s2 on 13, and so on; "it's" and null have one each. */
const salesOf14Shops = Array.from({ length: 14 }, (_, shop) =>
  Array.from({ length: 14 - shop }, (_, day) => ({ at: noon(day + 1), shop: `s${shop + 1}`, amount: 1 / 3 })),
).flat();

beforeAll(async () => {
  const odd = ["it's", null].map((shop) => ({ at: noon(1), shop, amount: 1_234_567.891 }));
  sales = await seed('sales', [...salesOf14Shops, ...odd]);
  many = await seed(
    'many',
    Array.from({ length: 1_200 }, (_, at) => ({ at: noon(1), shop: `shop ${at}`, amount: 1 })),
  );
  const created = await console().client.request(createSumMetricMutation, {
    input: {
      dataPool: sales,
      uniqueName: 'revenue',
      measure: { columnName: 'amount' },
      filterSql: "shop <> 's14'",
      format: { style: 'CURRENCY', currency: 'CHF' },
    },
  });
  metric = created.createSumMetric?.metric.id ?? '';
  await signIn(console());
});

const answer = () => console().page.getByRole('region', { name: 'Answer', exact: true });
const legend = () => answer().getByRole('list', { name: 'Legend' }).getByRole('listitem');
const tooltip = () => answer().getByRole('tooltip');
const chart = () => answer().locator('.chart');

async function explore(query: string): Promise<void> {
  await leave();
  await console().open(`/explore?${query}`, 'Explore');
}

/** Nothing of what was shown is left behind. It takes a quarter of the time of loading the page again. */
const leave = () => console().open('/nothing', 'Not found');

/** Moves the mouse to a part of the chart, from 0 to 1. */
async function hover(page: Page, across: number, down = 0.5): Promise<void> {
  await chart().scrollIntoViewIfNeeded();
  const box = await chart().boundingBox();
  if (!box) throw new Error('There is no chart');
  await page.mouse.move(box.x + box.width * across - 2, box.y + box.height * down);
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down);
}

/** The rows of the tooltip, as `name value`. */
const shown = () =>
  tooltip()
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' ')),
    );

describe('a chart of groups', () => {
  it.each(['light', 'dark'])('has a colour of its own for each series, %s, which is seen', async (theme) => {
    const { page } = console();
    await explore(`pool=${sales}&group=shop&limit=11&range=LAST_N_DAYS:30`);
    await page.getByLabel('Theme').selectOption(theme);
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    await expect.poll(() => legend().count()).toBe(12);
    expect((await legend().allTextContents()).slice(0, 2)).toEqual(['s1', 's2']);
    expect((await legend().allTextContents()).at(-1)).toBe('Others');
    const colours = await legend()
      .locator('.swatch')
      .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundColor));
    expect(new Set(colours).size).toBe(12);
    const surface = await answer().evaluate((panel) => getComputedStyle(panel).backgroundColor);
    for (const colour of colours) expect(contrast(colour, surface), colour).toBeGreaterThanOrEqual(3);
    for (const [at, colour] of colours.entries())
      for (const other of colours.slice(at + 1))
        expect(distance(colour, other), `${colour} and ${other}`).toBeGreaterThan(30);
    if (isLong || theme === 'dark') expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Theme').selectOption('system');
  });

  it('hides and shows a series', async () => {
    const { page } = console();
    await explore(`pool=${sales}&group=shop&limit=3&range=LAST_N_DAYS:15`);
    const first = legend().first().getByRole('button');
    await first.click();
    expect(await first.getAttribute('aria-pressed')).toBe('false');
    await hover(page, 0.9);
    await tooltip().waitFor();
    expect((await shown()).join()).not.toMatch(/\bs1 /);
    await first.click();
    expect(await first.getAttribute('aria-pressed')).toBe('true');
  });

  it('shows the largest groups and the others, where all would be too many', async () => {
    await explore(`pool=${many}&group=shop&limit=5&range=LAST_N_DAYS:3`);
    await expect.poll(() => legend().count()).toBe(6);
    expect((await legend().allTextContents()).at(-1)).toBe('Others');
    await explore(`view=pie&pool=${many}&dims=${encodeURIComponent('["shop"]')}`);
    await expect.poll(() => legend().count()).toBe(11);
    expect((await legend().allTextContents()).at(-1)).toBe('Others');
    await explore(`view=leaderboard&pool=${many}&dims=${encodeURIComponent('["shop"]')}&limit=5`);
    await answer().getByText('As a table', { exact: true }).click();
    await answer().getByRole('row', { name: 'Others 1,195' }).waitFor();
  });

  it('has a tooltip with the largest value first, and the total', async () => {
    const { page } = console();
    await explore(`pool=${sales}&group=shop&limit=3&chart=stacked&range=LAST_N_DAYS:15`);
    await expect.poll(() => legend().count()).toBe(4);
    await hover(page, 0.9);
    await tooltip().waitFor();
    const rows = await shown();
    const values = rows.slice(0, -1).map((row) => Number(/(\d+)$/.exec(row)?.[1]));
    expect(values).toHaveLength(4);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(rows.at(-1)).toBe(`Total ${values.reduce((sum, value) => sum + value, 0)}`);
  });
});

describe('a pie', () => {
  it('has a tooltip with the value of a slice and its share', async () => {
    const { page } = console();
    await explore(`view=pie&pool=${sales}&dims=${encodeURIComponent('["shop"]')}`);
    await expect.poll(() => legend().count()).toBe(11);
    // The first slice begins at the top and goes to the right.
    await hover(page, 0.55, 0.3);
    await tooltip().waitFor();
    expect(await shown()).toEqual(['COUNT() 14', 'Share 13.1%']);
  });
});

/** What the page draws on canvases from now on. */
async function recordDrawing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: string[] = [];
    const dashes: number[][] = [];
    Object.assign(window, { drawnTexts: texts, drawnDashes: dashes });
    const { fillText, setLineDash } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      texts.push(text);
      return fillText.call(this, text, ...place);
    };
    CanvasRenderingContext2D.prototype.setLineDash = function (segments) {
      if ([...segments].length > 0) dashes.push([...segments]);
      return setLineDash.call(this, segments);
    };
  });
}

const drawing = (name: 'drawnTexts' | 'drawnDashes') =>
  console().page.evaluate((list) => (window as never)[list] as unknown[], name);

describe('what is drawn', () => {
  beforeEach(async () => {
    await leave();
    await recordDrawing(console().page);
  });

  it('has whole numbers on the axis of a count', async () => {
    await explore(`pool=${sales}&range=LAST_N_DAYS:30&filter=${encodeURIComponent("shop = 's1'")}`);
    await chart().locator('canvas').waitFor();
    await expect.poll(async () => (await drawing('drawnTexts')).includes('1')).toBe(true);
    const numbers = (await drawing('drawnTexts')).filter((text) => /^[\d.,]+$/.test(String(text)));
    expect(new Set(numbers)).toEqual(new Set(['0', '1']));
  });

  it("uses the Metric's format on the axis and in the tooltip", async () => {
    const { page } = console();
    await explore(`metric=${metric}&range=LAST_N_DAYS:5&chart=bar`);
    await chart().locator('canvas').waitFor();
    await expect.poll(async () => (await drawing('drawnTexts')).join('|')).toMatch(/CHF.\d/);
    await hover(page, 0.9);
    await tooltip().waitFor();
    expect((await shown()).join()).toMatch(/CHF.[\d,]+\.\d\d/);
  });

  it('is dashed from the bucket that is not over, and says so', async () => {
    await explore(`pool=${sales}&range=YESTERDAY&gran=DAY`);
    await chart().locator('canvas').waitFor();
    expect(await answer().getByText('not over yet').count()).toBe(0);
    expect(await drawing('drawnDashes')).toEqual([]);
    await explore(`pool=${sales}&range=LAST_N_DAYS:7&gran=DAY`);
    await answer()
      .getByText(`Dashed from ${new Date().toISOString().slice(0, 10)}: not over yet.`)
      .waitFor();
    await expect.poll(async () => (await drawing('drawnDashes')).length).toBeGreaterThan(0);
  });
});

describe('numbers', () => {
  it('have at most 6 significant digits; hovering and copying give all of them', async () => {
    const { page, browser, service } = console();
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    await explore(`view=report&pool=${sales}&agg=SUM&column=amount&dims=${encodeURIComponent('["shop"]')}`);
    const large = answer().locator('data', { hasText: '1.23457M' }).first();
    await large.waitFor();
    expect(await large.getAttribute('title')).toBe('1234567.891');
    await large.evaluate((element) => window.getSelection()?.selectAllChildren(element));
    await page.keyboard.press('Control+C');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1234567.891');
    for (const text of await answer().locator('data').allTextContents())
      expect(text.replaceAll(/[^\d]/g, '').replace(/^0+/, '').length, text).toBeLessThanOrEqual(6);
  });

  it('of a counter are copied exactly, and have their course beside them', async () => {
    const { page } = console();
    await explore(
      `view=counter&pool=${sales}&agg=SUM&column=amount&range=LAST_N_DAYS:14&filter=${encodeURIComponent("shop = 's1'")}`,
    );
    const value = answer().locator('.counter-value');
    await value.waitFor();
    expect(await value.textContent()).toMatch(/^4\.3333\d$/);
    await answer().getByRole('button', { name: 'Copy the exact value' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(Number(copied)).toBeCloseTo(13 / 3, 12);
    expect(copied.length).toBeGreaterThan(10);
    await answer().getByRole('img', { name: 'SUM(amount) over time: 14 points' }).waitFor();
    expect(await answer().locator('.sparkline .incomplete').count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('an earlier period', () => {
  it('is compared with a counter, a series and a leaderboard', async () => {
    const { page } = console();
    const start = (daysAgo: number) => new Date(today - daysAgo * dayMs).toISOString();
    const day = (daysAgo: number) => start(daysAgo).slice(0, 10);
    // 13 shops had a sale two days ago, and 12 three days ago.
    const range = `${start(2)}..${start(1)}`;
    await explore(`view=counter&pool=${sales}&range=${encodeURIComponent(range)}`);
    await page.getByLabel('Compare with', { exact: true }).selectOption({ label: 'Previous period' });
    await answer()
      .getByText(`+8.3 % compared with ${day(3)} (12)`, { exact: true })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Time series', exact: true }).click();
    await legend()
      .filter({ hasText: `COUNT(), ${day(3)}` })
      .waitFor();
    expect(await legend().count()).toBe(2);
    await explore(
      `view=leaderboard&pool=${sales}&compare=PREVIOUS_PERIOD&range=${encodeURIComponent(range)}&dims=${encodeURIComponent('["shop"]')}&limit=100`,
    );
    await answer().getByText('As a table', { exact: true }).click();
    await answer().getByRole('columnheader', { name: 'Change in percent' }).waitFor();
    expect(await page.getByLabel('Compare with', { exact: true }).inputValue()).toBe('PREVIOUS_PERIOD');
  });
});

describe('weeks', () => {
  it("start on the Environment's day, or on another that is chosen", async () => {
    const { page } = console();
    await explore(`pool=${sales}&gran=WEEK&range=LAST_N_DAYS:30`);
    await answer().getByText('As a table', { exact: true }).click();
    const days = async () =>
      new Set(
        (await answer().locator('table.records tbody tr td:nth-child(2)').allTextContents()).map((day) =>
          new Date(`${day}T00:00:00Z`).getUTCDay(),
        ),
      );
    await page.getByLabel('Weeks start on').selectOption({ label: 'Monday (as the Environment)' });
    await expect.poll(days).toEqual(new Set([1]));
    await page.getByLabel('Weeks start on').selectOption('SUNDAY');
    await expect.poll(days).toEqual(new Set([0]));
    await page.reload();
    expect(await page.getByLabel('Weeks start on').inputValue()).toBe('SUNDAY');
  });
});

/** The five days before today; the third has the sales of 12 shops. */
const fiveDays = `range=${[5, 0].map((days) => new Date(today - days * dayMs).toISOString()).join('..')}`;

describe('the records behind an answer', () => {
  const click = async (across: number, down: number) => {
    const { page } = console();
    await chart().locator('canvas').waitFor();
    await hover(page, across, down);
    await page.mouse.down();
    await page.mouse.up();
  };
  const opened = async (records: string) => {
    const { page } = console();
    await headingOf(page, 'sales').waitFor();
    await page.getByText(new RegExp(`^${records} on this page`)).waitFor();
    return await page.getByLabel('SQL filter').inputValue();
  };
  const shops = encodeURIComponent('["shop"]');

  it('are those of the clicked bucket', async () => {
    const { page } = console();
    await explore(`pool=${sales}&${fiveDays}&filter=${encodeURIComponent("shop <> 's1'")}`);
    await click(0.5, 0.3);
    expect(await opened('11 records')).toBe("shop <> 's1'");
    const day = new Date(today - 3 * dayMs).toISOString().slice(0, 10);
    expect(await page.getByLabel('From (UTC)').inputValue()).toContain(`${day}T00:00`);
    await page.goBack();
    await headingOf(page, 'Explore').waitFor();
  });

  it('are those of the clicked group, with the filter of the Metric', async () => {
    const filter = encodeURIComponent("shop IN ('s1', 's2')");
    await explore(`metric=${metric}&${fiveDays}&group=shop&chart=stacked&filter=${filter}`);
    await expect.poll(() => legend().count()).toBe(2);
    await click(0.525, 0.8);
    expect(await opened('1 record')).toBe("(shop <> 's14') AND (shop IN ('s1', 's2')) AND (\"shop\" = 's1')");
  });

  it('are those of the clicked row, whatever its value is', async () => {
    const { page } = console();
    await explore(`view=leaderboard&pool=${sales}&dims=${shops}`);
    await click(0.4, 0.06);
    expect(await opened('14 records')).toBe(`"shop" = 's1'`);
    const rowOf = async (name: RegExp, query: string) => {
      await explore(`pool=${sales}&dims=${shops}&${query}`);
      await answer().getByText('As a table', { exact: true }).or(page.getByText('Download CSV')).waitFor();
      const row = answer().getByRole('row', { name });
      await row.getByRole('button', { name: /^Records of row/ }).click();
    };
    await rowOf(/it's 1$/, 'view=report&limit=25');
    expect(await opened('1 record')).toBe(`"shop" = 'it''s'`);
    await rowOf(/null 1$/, 'view=report&limit=25');
    expect(await opened('1 record')).toBe('"shop" IS NULL');
  });

  it('are those that arrived in an hour of the overview', async () => {
    const { page, open } = console();
    await open('/', 'Overview');
    const arrivals = page.getByRole('img', { name: /^Records of / });
    await arrivals.waitFor();
    const box = await arrivals.boundingBox();
    if (!box) throw new Error('There is no chart');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    await page.getByRole('heading', { name: 'No record matches' }).waitFor();
    expect(page.url()).toContain('time=_service_received_at');
    expect(await page.getByLabel('From (UTC)').inputValue()).toMatch(/T\d\d:00/);
  });

  it('are all others, also those without a value', async () => {
    await explore(`view=leaderboard&pool=${sales}&dims=${shops}&limit=5`);
    await answer().getByText('As a table', { exact: true }).click();
    const row = answer().getByRole('row', { name: /Others/ });
    // 14 + 13 + 12 + 11 + 10 are in the first five; 45 more, "it's" and null are not.
    expect(await row.locator('data').textContent()).toBe('47');
    await row.getByRole('button', { name: /^Records of row/ }).click();
    expect(await opened('47 records')).toContain('IS NOT TRUE');
  });
});

describe('dragging across a chart', () => {
  it('zooms in, and the browser goes back', async () => {
    const { page } = console();
    await explore(`pool=${sales}&${fiveDays}`);
    await answer().getByRole('img', { name: 'COUNT() over time: 1 series of 5 points' }).waitFor();
    const box = await chart().boundingBox();
    if (!box) throw new Error('There is no chart');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.3, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.move(box.x + box.width * 0.72, y);
    await page.mouse.up();
    await page.getByRole('img', { name: 'COUNT() over time: 1 series of 72 points' }).waitFor();
    expect(await page.getByLabel('Granularity').inputValue()).toBe('HOUR');
    const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
    expect(await page.getByLabel('From (UTC)').inputValue()).toContain(`${day(4)}T00:00`);
    expect(await page.getByLabel('To, exclusive (UTC)').inputValue()).toContain(`${day(1)}T00:00`);
    await page.goBack();
    await page.getByRole('img', { name: 'COUNT() over time: 1 series of 5 points' }).waitFor();
  });
});

const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG has it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const distance = (one: string, other: string) =>
  Math.hypot(...channels(one).map((channel, at) => channel - (channels(other)[at] ?? 0)));

describe('an answer that is shown until the next one arrives', () => {
  it('keeps its own name', async () => {
    const { page, client } = console();
    await client.request(createSumMetricMutation, {
      input: { dataPool: sales, uniqueName: 'all sales', measure: { columnName: 'amount' } },
    });
    await explore(`view=counter&metric=${metric}`);
    // The list of Metrics is cached for seconds.
    await page.reload();
    const name = () => answer().getByRole('heading', { level: 2 }).textContent();
    const value = () => answer().locator('.counter-value').textContent();
    await expect.poll(name).toBe('revenue');
    const revenue = await value();
    const letThrough = await holdBack(page, ['counter']);
    const isAsked = page.waitForRequest((request) => Boolean(request.postData()?.includes('counter(')));
    await pick(page, 'Metric', 'all sales');
    await isAsked;
    await drawn(page);
    expect([await name(), await value()]).toEqual(['revenue', revenue]);
    await letThrough();
    await expect.poll(name).toBe('all sales');
    expect(await value()).not.toBe(revenue);
  });
});

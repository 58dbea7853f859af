import { createApplicationMutation, createSumMetricMutation, dataSourcesQuery } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, keepScreenshot, seriousFindings } from '../support/browser.js';
import { headingOf, signIn, useConsole } from '../support/console.js';
import { extent, isLong } from '../support/extent.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
let orders: Orders;
let metric = '';
let application = '';
let source = '';

beforeAll(async () => {
  const { client } = console();
  orders = await seedOrders(client, 'orders', 1_000);
  const created = await client.request(createSumMetricMutation, {
    input: { dataPool: orders.dataPool, uniqueName: 'revenue', measure: { columnName: 'price' } },
  });
  metric = created.createSumMetric?.metric.id ?? '';
  const { createApplication } = await client.request(createApplicationMutation, {
    input: { uniqueName: 'reader', scopes: ['METRIC_QUERY'] },
  });
  application =
    createApplication && 'application' in createApplication ? createApplication.application.id : '';
  source = (await client.request(dataSourcesQuery)).dataSources?.nodes[0]?.id ?? '';
});

/** Every view, with what shows that it has everything. */
const views = (): readonly (readonly [view: string, shown: string])[] => [
  ['/', 'canvas'],
  ['/sources', 'tbody tr'],
  ['/sources/new', 'form'],
  [`/sources/new?source=${orders.dataSource}&gran=DAY`, 'canvas'],
  [`/sources/${source}`, '.copyable'],
  [`/sources/${source}/quarantine`, 'h2'],
  ['/pools', 'tbody tr'],
  [`/pools/${orders.dataPool}`, '.records tbody tr'],
  [`/pools/${orders.dataPool}/tail`, '.records tbody tr'],
  [`/pools/${orders.dataPool}/columns`, 'tbody tr'],
  [`/pools/${orders.dataPool}/load`, '.drop-zone'],
  [`/pools/${orders.dataPool}/settings`, 'form'],
  [`/pools/${orders.dataPool}/boosters`, 'h2'],
  [`/pools/${orders.dataPool}/jobs`, '.segments'],
  ['/metrics', 'tbody tr'],
  ['/metrics/new', 'form'],
  [`/metrics/${metric}`, 'form'],
  [`/explore?metric=${metric}&range=LAST_N_DAYS:7`, 'canvas'],
  [`/explore?view=counter&metric=${metric}`, '.counter-value'],
  [`/explore?view=report&metric=${metric}&dims=${encodeURIComponent('["country"]')}`, '.records tbody tr'],
  ['/sql?q=SELECT+1', '.editor'],
  ['/queries', 'tbody tr'],
  ['/jobs', 'h2, [role=alert]'],
  ['/policies', 'h2, [role=alert]'],
  ['/applications', 'tbody tr'],
  ['/applications/new', 'form'],
  [`/applications/${application}`, 'form'],
  ['/environment', 'form'],
  ['/no/such/view', 'h2'],
];

const themes = ['light', 'dark'] as const;
/** Each view in one of the themes; in the long suite, in both. */
const viewsIn = (theme: (typeof themes)[number]) =>
  views().filter((_, index) => isLong || themes[index % themes.length] === theme);

const desktop = { width: 1280, height: 860 };
const phone = { width: 375, height: 740 };

const settled = async () => {
  const { page } = console();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};

describe('accessibility', () => {
  it('of the sign-in page', async () => {
    const { page, service } = console();
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await signIn(console());
  });

  it.each(themes)(
    'of every view, %s, which a phone shows without scrolling sideways',
    async (theme) => {
      const { page, service } = console();
      await page.getByLabel('Theme').selectOption(theme);
      const findings: string[] = [];
      const wide: string[] = [];
      for (const [view, shown] of viewsIn(theme)) {
        await page.setViewportSize(phone);
        await page.goto(`${service.url}/#${view}`);
        await page.locator('main').locator(shown).first().waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > phone.width) wide.push(`${view}: ${width} px`);
        await page.setViewportSize(desktop);
        await settled();
        await drawn(page);
        const found = await seriousFindings(page);
        if (found.length > 0) await keepScreenshot(page, `axe ${theme} ${view}`);
        findings.push(...found.map((finding) => `${view}: ${finding}`));
      }
      expect({ findings, wide }).toEqual({ findings: [], wide: [] });
    },
    120_000,
  );

  it('by keyboard alone: past the navigation, to the focus that shows', async () => {
    const { page, open } = console();
    await open('/metrics', 'Metrics');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      return { name: focused.ariaLabel, width: getComputedStyle(focused).outlineWidth };
    });
    expect(outline).toEqual({ name: 'Refresh', width: '2px' });
  });
});

describe('an address or a setting that is no good', () => {
  it.each([
    ['a broken escape', () => '/pools/%E0%A4%A', 'Not found'],
    ['a path without its slash', () => 'explore', 'Explore'],
    ['a range that is no time', () => `/pools/${orders.dataPool}?range=tomorrow..`, 'orders'],
    ['a size that is no number', () => `/pools/${orders.dataPool}?size=many`, 'orders'],
    ['a zone that is none', () => `/explore?metric=${metric}&zone=Mars/Base&range=x..y`, 'Explore'],
    ['a Metric of no type', () => '/metrics/new?agg=NOTHING', 'New Metric'],
    ['a dialect that is none', () => '/sql?q=SELECT+1&dialect=LATIN', 'SQL'],
  ])('%s still shows its page', async (_what, view, heading) => {
    const { page, service } = console();
    // So that the page loads with this address, and draws nothing before.
    await page.goto('about:blank');
    await page.goto(`${service.url}/#${view()}`);
    await headingOf(page, heading).waitFor();
  });

  it('has nothing in its view of what was added to the page', async () => {
    const { page, service } = console();
    await page.goto(`${service.url}/?utm_source=mail#/queries?status=COMPLETED`);
    await headingOf(page, 'Queries').waitFor();
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('COMPLETED');
  });

  it('what the browser has kept may be broken', async () => {
    const { page, open } = console();
    await page.evaluate(() =>
      window.localStorage.setItem('weir.preferences', '{"timeZone": "Mars/Base", "theme": "pink"}'),
    );
    await page.reload();
    await open('/sources', 'Data Sources');
    expect(await page.getByLabel('Time zone', { exact: true }).inputValue()).toBe('UTC');
    await page.evaluate(() => window.localStorage.clear());
    await page.reload();
    await open('/', 'Overview');
  });
});

describe('for people who prefer reduced motion', () => {
  it('the loading sign stands still', async () => {
    const turns = await console().page.evaluate(() => {
      const sign = document.body.appendChild(document.createElement('div'));
      sign.className = 'loading';
      const { animationIterationCount } = getComputedStyle(sign, '::before');
      sign.remove();
      return animationIterationCount;
    });
    expect(turns).toBe('1');
  });
});

describe('a view whose script is gone', () => {
  it('says so, and leaves the others', async () => {
    const { page, open, browser } = console();
    await open('/', 'Overview');
    await page.route(/assets\/sql-page/, (route) => route.abort());
    await page.reload();
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.getByText('Something went wrong').waitFor();
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await headingOf(page, 'Metrics').waitFor();
    await page.unroute(/assets\/sql-page/);
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await headingOf(page, 'SQL').waitFor();
    expect(browser.problems.splice(0).every((problem) => /sql-page|ERR_FAILED/.test(problem))).toBe(true);
  });
});

describe('without a network', () => {
  it('a page says that the service cannot be reached, and tries again', async () => {
    const { page, open, browser } = console();
    await open('/', 'Overview');
    await browser.context.setOffline(true);
    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    await page.getByText('The service cannot be reached').waitFor();
    await browser.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /reader/ }).waitFor();
    // The browser itself reports what it could not fetch.
    expect(browser.problems.splice(0).every((problem) => problem.includes('ERR_INTERNET'))).toBe(true);
  });
});

describe('a phone', () => {
  it('has the navigation behind a menu', async () => {
    const { page } = console();
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Data Pools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data Pools' }).waitFor();
    expect(await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
    await page.setViewportSize(desktop);
  });
});

/** Milliseconds that the page's scripts have run since it was opened. */
async function scriptMs(): Promise<number> {
  const { page, browser } = console();
  const session = await browser.context.newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
}

const scrolledFrames = extent(30, 60);
const frameMs = 1000 / 60;

/** Scrolls the table from its top to its end, a step each frame. */
const scrollThrough = (frames: number) =>
  console().page.evaluate(async (steps) => {
    const scroller = document.querySelector('.table-scroll-tall') as HTMLElement;
    scroller.scrollTop = 0;
    for (let step = 1; step <= steps; step += 1) {
      scroller.scrollTop = (scroller.scrollHeight * step) / steps;
      await new Promise(requestAnimationFrame);
    }
  }, frames);

describe('a page of 1,000 records', () => {
  it('stays smooth: few rows in the document, scripts well within a frame while it scrolls', async () => {
    const { page, open } = console();
    await open(`/pools/${orders.dataPool}/records?size=1000`, 'orders');
    await page.getByText('1,000 records on this page').waitFor();
    expect(await page.locator('table.records tbody tr').count()).toBeLessThan(80);
    expect(await page.locator('table.records').getAttribute('aria-rowcount')).toBe('1001');
    // The best of three rounds, because others share the machine. One that is good is enough.
    let bestMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && bestMs >= frameMs; round += 1) {
      const before = await scriptMs();
      await scrollThrough(scrolledFrames);
      bestMs = Math.min(bestMs, ((await scriptMs()) - before) / scrolledFrames);
    }
    expect(await page.locator('table.records tbody tr', { hasText: '1000' }).count()).toBeGreaterThan(0);
    expect(bestMs).toBeLessThan(frameMs);
  });
});

interface Paint {
  readonly largestMs: number;
  readonly shift: number;
  readonly blockedMs: number;
}

/** Lighthouse's bounds of "good". */
const goodBounds: Paint = { largestMs: 2_500, shift: 0.1, blockedMs: 200 };

/** What a first visit feels like, from the browser's own measurements. */
const paintOfVisit = () =>
  console().page.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
    const types = ['largest-contentful-paint', 'layout-shift', 'longtask'];
    const [painted = [], shifts = [], long = []] = await Promise.all(types.map(entriesOf));
    return {
      largestMs: painted.at(-1)?.startTime ?? Number.POSITIVE_INFINITY,
      shift: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
      blockedMs: long.reduce((sum, { duration }) => sum + duration - 50, 0),
    };
  });

describe('a first visit', () => {
  it('paints early, does not jump, and leaves the page free to answer', async () => {
    const { page, service } = console();
    const visits: Paint[] = [];
    const best = (figure: keyof Paint) => Math.min(...visits.map((visit) => visit[figure]));
    const isGood = () =>
      Object.entries(goodBounds).every(([figure, bound]) => best(figure as keyof Paint) < bound);
    // The best of three visits, because others share the machine. One that is good is enough.
    for (let visit = 0; visit < 3 && !isGood(); visit += 1) {
      await page.goto('about:blank');
      await page.goto(service.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      visits.push(await paintOfVisit());
    }
    for (const [figure, bound] of Object.entries(goodBounds))
      expect(best(figure as keyof Paint), figure).toBeLessThan(bound);
  });

  it('gets everything compressed, and keeps what cannot change', async () => {
    const { service } = console();
    const html = await (await fetch(service.url, { headers: { accept: 'text/html' } })).text();
    const assets = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const { headers } = await fetch(`${service.url}/${path}`, { headers: { 'accept-encoding': 'gzip' } });
      expect([path, headers.get('content-encoding')]).toEqual([path, 'gzip']);
      expect(headers.get('cache-control')).toContain('immutable');
    }
    expect(html).toMatch(/<html lang="en">/);
    for (const basic of ['<title>', 'name="description"', 'name="viewport"']) expect(html).toContain(basic);
  });
});

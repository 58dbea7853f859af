/** The views of the console whose "Copy as …" the tests use, of 40 orders, a Metric and a dashboard. */
import { createDashboardMutation, createSumMetricMutation } from '@weir/client';
import { beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, signIn, useConsole } from './console.js';
import { seedOrders } from './orders.js';

type Form = 'curl' | '@weir/client' | 'React' | 'SQL';

export interface CopiedViews {
  readonly console: () => ConsoleUnderTest;
  /** The address of each view. */
  readonly views: Readonly<
    Record<'counter' | 'timeSeries' | 'leaderboard' | 'report' | 'records', () => string>
  >;
  /** Opens a view, or the dashboard. */
  fresh(view: string, heading: string): Promise<void>;
  openDashboard(): Promise<void>;
  /** The text that is copied, which has no credentials. */
  copied(what: string, form: Form): Promise<string>;
  /** React for each of the views, and for a statement on the dashboard. */
  copiedReact(): Promise<Record<string, string>>;
}

export function copiedViews(): CopiedViews {
  const console = useConsole();
  let pool = '';
  let dashboard = '';

  beforeAll(async () => {
    const { client, browser } = console();
    pool = (await seedOrders(client, "it's orders", 40)).dataPool;
    const { createSumMetric } = await client.request(createSumMetricMutation, {
      input: { dataPool: pool, uniqueName: 'revenue', measure: { columnName: 'price' } },
    });
    const created = await client.request(createDashboardMutation, {
      input: {
        uniqueName: 'sales',
        filterSql: 'price > 1',
        tiles: [
          {
            ...{ title: 'By country', x: 0, y: 0, width: 6, height: 6 },
            metric: {
              metricId: createSumMetric?.metric.id ?? '',
              kind: 'LEADERBOARD',
              dimensions: ['country'],
              filterSql: "country <> 'IT'",
            },
          },
          {
            ...{ title: 'Statement', x: 6, y: 0, width: 6, height: 6 },
            sql: {
              query: `SELECT country, COUNT(*) AS n FROM "it's orders" GROUP BY country ORDER BY country`,
            },
          },
        ],
      },
    });
    dashboard = created.createDashboard?.dashboard.id ?? '';
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(console());
  });

  async function copied(what: string, form: Form): Promise<string> {
    const { page, service } = console();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: `Copy as … (${what})` }).click();
    await page.getByRole('menuitem', { name: form, exact: true }).click();
    await page.getByText(`${form} copied`).waitFor();
    // The page may still say so of an earlier copy.
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe('');
    const text = await read();
    const stored = await page.evaluate(() => window.sessionStorage.getItem('weir.token'));
    expect(text).not.toContain(service.clientSecret);
    expect(text).not.toContain(JSON.parse(stored ?? '{}').accessToken);
    expect(text).not.toContain(service.clientId);
    return text;
  }

  const filters = encodeURIComponent('[["country","is","CH","DE"]]');
  const filter = encodeURIComponent("price < 9 AND country <> 'it''s \"$HOME\" `x`'");
  const dims = encodeURIComponent('["country"]');
  /** 10 Swiss orders of 45 together, and 10 German ones, of which 8 under 9 are 36. */
  const views = {
    counter: () =>
      `/explore?view=counter&pool=${pool}&agg=SUM&column=price&filters=${filters}&filter=${filter}`,
    timeSeries: () => `/explore?pool=${pool}&group=country&filters=${filters}&range=LAST_N_DAYS:7`,
    leaderboard: () =>
      `/explore?view=leaderboard&pool=${pool}&dims=${dims}&filters=${filters}&filter=${filter}`,
    report: () => `/explore?view=report&pool=${pool}&dims=${dims}`,
    records: () => `/pools/${pool}/records?filters=${filters}&filter=${filter}&order=quantity&size=50`,
  };

  const fresh = async (view: string, heading: string) => {
    await console().open('/nothing', 'Not found');
    await console().open(view, heading);
  };
  const openDashboard = () => fresh(`/dashboards/${dashboard}`, 'sales');

  const copiedReact = async () => {
    const texts: Record<string, string> = {};
    for (const [name, view] of Object.entries(views)) {
      await fresh(view(), name === 'records' ? "it's orders" : 'Explore');
      texts[name] = await copied(name === 'records' ? 'the records' : 'the view', 'React');
    }
    await openDashboard();
    texts['statement'] = await copied('Statement', 'React');
    return texts;
  };

  return { console, views, fresh, openDashboard, copied, copiedReact };
}

/** What "Copy as …" copies, run as it is. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDashboardMutation, createSumMetricMutation, sqlQuery } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { servePage } from '../react-kit/serve.js';
import { seriousFindings } from '../support/browser.js';
import { signIn, useConsole } from '../support/console.js';
import { seedOrders } from '../support/orders.js';
import { token } from '../support/service.js';

const console = useConsole();
const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

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

type Form = 'curl' | '@weir/client' | 'React' | 'SQL';

async function copied(what: string, form: Form): Promise<string> {
  const { page, service } = console();
  await page.getByRole('button', { name: `Copy as … (${what})` }).click();
  await page.getByRole('menuitem', { name: form, exact: true }).click();
  await page.getByText(`${form} copied`).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const stored = await page.evaluate(() => window.sessionStorage.getItem('weir.token'));
  expect(text).not.toContain(service.clientSecret);
  expect(text).not.toContain(JSON.parse(stored ?? '{}').accessToken);
  expect(text).not.toContain(service.clientId);
  return text;
}

/** Without the QueryInfo, which differs each time. */
const cellsOf = (answer: Record<string, Record<string, unknown> | undefined>) => {
  const [[field, { query: _query, info: _info, ...cells } = {}] = []] = Object.entries(answer);
  return { [field ?? '']: cells };
};

const environment = () => {
  const { clientId, clientSecret } = console().service;
  return { ...process.env, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
};

async function answers(what: string) {
  const [curl, client] = [await copied(what, 'curl'), await copied(what, '@weir/client')];
  const options = { env: environment(), cwd: repository };
  const byCurl = await run('bash', ['-c', curl], options);
  const byClient = await run(process.execPath, ['--input-type=module', '-e', client], options);
  const { data, errors } = JSON.parse(byCurl.stdout);
  expect(errors).toBeUndefined();
  expect(cellsOf(JSON.parse(byClient.stdout))).toEqual(cellsOf(data));
  const { sqlV1 } = await console().client.request(sqlQuery, { input: { query: await copied(what, 'SQL') } });
  return { cells: cellsOf(data), rows: sqlV1.rows };
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
  await console().page.goto('about:blank');
  await console().open(view, heading);
};

describe('a copied view', () => {
  it('of a counter gives its value by curl, by the client and by SQL', async () => {
    await fresh(views.counter(), 'Explore');
    const { cells, rows } = await answers('the view');
    expect(cells).toMatchObject({ counter: { value: '81' } });
    expect(rows).toEqual([['81']]);
  });

  it('of a time series gives its groups', async () => {
    await fresh(views.timeSeries(), 'Explore');
    const { cells } = await answers('the view');
    expect(cells['timeSeries']).toMatchObject({ groups: [{ group: ['CH'] }, { group: ['DE'] }] });
  });

  it('of a leaderboard and of a report gives the rows', async () => {
    await fresh(views.leaderboard(), 'Explore');
    expect((await answers('the view')).cells['leaderboard']).toMatchObject({
      rows: [
        ['CH', '10'],
        ['DE', '8'],
      ],
    });
    await fresh(views.report(), 'Explore');
    const { cells, rows } = await answers('the view');
    expect(cells['metricReport']).toMatchObject({ headers: ['country', 'COUNT()'] });
    expect(rows.map(([country]) => country).sort()).toEqual(['CH', 'DE', 'FR', 'IT']);
  });

  it('of records gives the records', async () => {
    await fresh(views.records(), "it's orders");
    const { cells, rows } = await answers('the records');
    expect(cells['dataGrid']?.['rows']).toHaveLength(18);
    expect(rows).toHaveLength(18);
  });

  it('of tiles gives what they show', async () => {
    await fresh(`/dashboards/${dashboard}`, 'sales');
    const metric = await answers('By country');
    expect(metric.cells['leaderboard']?.['rows']).toEqual(metric.rows.slice(0, 3));
    const statement = await answers('Statement');
    expect(statement.cells['sqlV1']?.['rows']).toEqual(statement.rows);
    expect(statement.rows).toHaveLength(4);
  });

  it('is chosen by keyboard, and the menu has no serious finding', async () => {
    const { page } = console();
    await fresh(views.counter(), 'Explore');
    const button = page.getByRole('button', { name: 'Copy as … (the view)' });
    await button.press('Enter');
    await page.getByRole('menu', { name: 'Copy as' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('@weir/client copied').waitFor();
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

describe('copied React', () => {
  it('renders what was shown', async () => {
    const { browser, service } = console();
    const texts: Record<string, string> = {};
    for (const [name, view] of Object.entries(views)) {
      await fresh(view(), name === 'records' ? "it's orders" : 'Explore');
      texts[name] = await copied(name === 'records' ? 'the records' : 'the view', 'React');
    }
    await fresh(`/dashboards/${dashboard}`, 'sales');
    texts['statement'] = await copied('Statement', 'React');
    // Beside the kit's package, so that it is found.
    const root = await mkdtemp(fileURLToPath(new URL('../react-kit/copied-', import.meta.url)));
    try {
      for (const [name, text] of Object.entries(texts)) await writeFile(join(root, `${name}.jsx`), text);
      await writeFile(join(root, 'main.jsx'), mainOf(Object.keys(texts)));
      await writeFile(
        join(root, 'index.html'),
        '<div id="root"></div><script type="module" src="/main.jsx"></script>',
      );
      const served = await servePage(root);
      const page = await browser.context.newPage();
      const { body } = await token(service, { scope: 'metric:query metric:stats data_pool:query' });
      await page.route('**/weir-token', (route) => route.fulfill({ body: String(body['access_token']) }));
      await page.goto(served.url);
      const textOf = (name: string) => expect.poll(() => page.getByTestId(name).textContent());
      await textOf('counter').toBe('81');
      await textOf('report').toMatch(/FR10/);
      await textOf('records').toContain('DE');
      await textOf('statement').toBe('countrynCH10DE10FR10IT10');
      await page.getByTestId('timeSeries').locator('canvas').waitFor();
      await page.getByTestId('leaderboard').locator('canvas').waitFor();
      await page.close();
      await served.close();
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

const mainOf = (names: readonly string[]) => `\
import { createRoot } from 'react-dom/client';
${names.map((name) => `import ${name} from './${name}.jsx';`).join('\n')}
const views = { ${names.join(', ')} };
createRoot(document.getElementById('root')).render(
  Object.entries(views).map(([name, View]) => <section key={name} data-testid={name}><View /></section>),
);
`;

/** What "Copy as …" copies, run as it is. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sqlQuery } from '@weir/client';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { copiedViews } from '../support/copied-views.js';
import { type KitRequest, kitRequest } from '../support/react-kit.js';
import { token } from '../support/service.js';

const { console, views, fresh, openDashboard, copied, copiedReact } = copiedViews();
const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

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
  const [byCurl, byClient] = await Promise.all([
    run('bash', ['-c', curl], options),
    run(process.execPath, ['--input-type=module', '-e', client], options),
  ]);
  const { data, errors } = JSON.parse(byCurl.stdout);
  expect(errors).toBeUndefined();
  expect(cellsOf(JSON.parse(byClient.stdout))).toEqual(cellsOf(data));
  const { sqlV1 } = await console().client.request(sqlQuery, { input: { query: await copied(what, 'SQL') } });
  return { cells: cellsOf(data), rows: sqlV1.rows };
}

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
    await openDashboard();
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

/** The kit itself renders them in tests/compatibility. */
it('copied React has the query of the view, as the kit sends it', async () => {
  const texts = await copiedReact();
  const queryOf = (name: string) =>
    JSON.parse(/const query = (\{[\s\S]*?\n\});/.exec(texts[name] ?? '')?.[1] ?? '');
  const { body } = await token(console().service, { scope: 'metric:query metric:stats data_pool:query' });
  const ask = async ({ query, variables }: KitRequest) =>
    (await console().service.graphql(query, variables, `Bearer ${body['access_token']}`)).data;
  expect(await ask(kitRequest('counter', queryOf('counter')))).toEqual({ counter: { value: '81' } });
  expect(await ask(kitRequest('timeSeries', queryOf('timeSeries')))).toMatchObject({
    timeSeries: { groups: [{ group: ['CH'] }, { group: ['DE'] }] },
  });
  expect(await ask(kitRequest('leaderboard', queryOf('leaderboard')))).toMatchObject({
    leaderboard: {
      rows: [
        ['CH', '10'],
        ['DE', '8'],
      ],
    },
  });
  const { dataGrid } = await ask(kitRequest('dataGrid', { first: 50, last: 50, ...queryOf('records') }));
  expect(dataGrid.rows).toHaveLength(18);
  const sqlOf = (name: string) => JSON.parse(/const query = (".*");/.exec(texts[name] ?? '')?.[1] ?? '');
  const statement = await ask(kitRequest('sql', { query: sqlOf('statement') }));
  expect(statement.sqlV1.rows).toEqual(['CH', 'DE', 'FR', 'IT'].map((country) => [country, '10']));
  const report = await ask(kitRequest('sql', { query: sqlOf('report') }));
  expect(report.sqlV1.rows.map(([country]: string[]) => country)).toEqual(['CH', 'DE', 'FR', 'IT']);
});

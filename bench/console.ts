/**
 * The console over many events: how soon a dashboard is drawn after the click on its link, and how much many people who look at
 * it live cost the engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWeirClient, type WeirClient } from '@weir/client';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/support/browser.js';
import { headingOf, signIn } from '../tests/support/console.js';
import { metricsToken } from '../tests/support/service-metrics.js';
import { boost } from './boosters.js';
import { type ApiClient, openClient } from './client.js';
import { type Figure, middle, ms } from './measure.js';
import { firstMs, loadOrders, records, stepMs } from './orders.js';
import { rebuild } from './rebuild.js';
import { clientId, clientSecret, type Service, startService } from './service.js';
import { viewersFigures } from './viewers.js';

const port = 8_097;
const drawnMsMax = 1_000;
const openings = 7;
const dashboardName = 'Orders';

/** An operation of a tile, as the console sends it. */
export interface TileOperation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface LiveDashboard {
  readonly service: Service;
  /** One for each tile. */
  readonly operations: readonly TileOperation[];
  /** Sends events within the dashboard's time range. */
  send(events: number): Promise<void>;
}

export async function benchConsole(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  try {
    const { dataPoolId } = await loadOrders(directory, { port, after: rebuild });
    const built = await startService(directory, port);
    const client = await openClient(built.url);
    const tiles = await createDashboard(client, dataPoolId);
    const webhookUrl = await webhookOf(client);
    await client.close();
    // Nothing is in its caches yet when the dashboard is opened for the first time.
    await built.stop();
    const service = await startService(directory, port, { WEIR_METRICS_TOKEN: metricsToken });
    try {
      const send = (events: number) => sendOrders(webhookUrl, events);
      const { figures, operations } = await openingFigures(service, tiles, send);
      return [...figures, ...(await viewersFigures({ service, operations, send }))];
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const lastMs = firstMs + records * stepMs;
const instant = (at: number) => new Date(at).toISOString();

async function createMetric(client: ApiClient, kind: string, input: object): Promise<string> {
  const answer = await client.ask<Record<string, { metric: { id: string } }>>(
    `mutation ($input: Create${kind}MetricInput!) { create${kind}Metric(input: $input) { metric { id } } }`,
    { input },
  );
  return answer[`create${kind}Metric`]?.metric.id ?? '';
}

/** A dashboard of boosted Metrics over all orders. Returns how many tiles it has. */
async function createDashboard(client: ApiClient, dataPool: string): Promise<number> {
  const measure = { columnName: 'price' };
  const metrics = [
    await createMetric(client, 'Count', { dataPool, uniqueName: 'Orders' }),
    await createMetric(client, 'Sum', { dataPool, uniqueName: 'Revenue', measure }),
    await createMetric(client, 'Average', { dataPool, uniqueName: 'Average price', measure }),
  ];
  const series = { kind: 'TIME_SERIES', granularity: 'DAY' };
  const contents = [
    { kind: 'COUNTER' },
    series,
    { ...series, chart: 'STACKED', dimensions: ['country'], rowLimit: 5 },
    { kind: 'LEADERBOARD', dimensions: ['country'] },
  ];
  for (const metric of metrics) await boost(client, metric, ['country']);
  const tiles = metrics.flatMap((metricId, row) =>
    contents.map((content, column) => ({
      x: column * 3,
      y: row * 4,
      width: 3,
      height: 4,
      metric: { metricId, ...content },
    })),
  );
  await client.ask(
    'mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { __typename } }',
    {
      input: {
        uniqueName: dashboardName,
        timeRange: { start: instant(firstMs), stop: instant(lastMs) },
        tiles,
      },
    },
  );
  return tiles.length;
}

async function webhookOf(client: ApiClient): Promise<string> {
  const { dataSources } = await client.ask<{
    dataSources: { nodes: { uniqueName: string; connectionSettings: { webhookUrl: string } }[] };
  }>(
    '{ dataSources { nodes { uniqueName connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }',
  );
  const found = dataSources.nodes.find(({ uniqueName }) => uniqueName === 'orders');
  if (!found) throw new Error('There is no webhook of orders');
  return found.connectionSettings.webhookUrl;
}

async function sendOrders(webhookUrl: string, count: number): Promise<void> {
  const order = { at: instant(lastMs - 1), country: 'c1', product: 'product-1', user_id: 1, price: 1 };
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Array.from({ length: count }, () => order)),
  });
  if (response.status !== 200) throw new Error(`The webhook answered ${response.status}`);
}

async function openingFigures(
  { url }: Service,
  tiles: number,
  send: (events: number) => Promise<void>,
): Promise<{ figures: Figure[]; operations: TileOperation[] }> {
  const browser = await openBrowser({ viewport: { width: 1440, height: 900 } });
  try {
    const { page } = browser;
    const operations = tileOperationsOf(page);
    await signIn({ page, service: { url, clientId, clientSecret } as never });
    const client = createWeirClient({ url, credentials: { clientId, clientSecret } });
    const drawn: number[] = [];
    const asked: number[] = [];
    for (let opening = 0; opening < openings; opening += 1) {
      await page.goto(`${url}/#/dashboards`);
      // The page has nothing of the time before, and because of a new event the service does not either.
      if (opening > 0) {
        await page.reload();
        await send(1);
      }
      await headingOf(page, 'Dashboards').waitFor();
      drawn.push(await openDashboard(page, tiles));
      await page.goto('about:blank');
      await send(1);
      asked.push(await askAll(client, [...operations.values()]));
    }
    const [first = Number.NaN, ...others] = drawn;
    const figure = (name: string, measuredMs: number): Figure => ({
      name: `${name}, ${tiles} tiles over ${records / 1e6} million events, from the click to the last tile`,
      measured: ms(measuredMs),
      floor: `${ms(middle(asked))} for the answers alone, without a browser`,
      bar: `at most ${ms(drawnMsMax)}`,
      met: measuredMs <= drawnMsMax,
    });
    return {
      figures: [
        figure('a dashboard opened for the first time', first),
        figure('a dashboard opened again', middle(others)),
      ],
      operations: [...operations.values()],
    };
  } finally {
    await browser.close();
  }
}

/** The queries that the console sends for tiles, each once. */
function tileOperationsOf(page: Page): Map<string, TileOperation> {
  const operations = new Map<string, TileOperation>();
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql/stream')) return;
    const { query, variables } = request.postDataJSON() as TileOperation;
    operations.set(JSON.stringify([query, variables]), { query, variables });
  });
  return operations;
}

const askAll = async (client: WeirClient, operations: readonly TileOperation[]): Promise<number> => {
  const startedAt = performance.now();
  const asQuery = ({ query }: TileOperation) => query.replace(/^\s*subscription\b/, 'query');
  await Promise.all(
    operations.map((operation) => client.request(asQuery(operation) as never, operation.variables as never)),
  );
  return performance.now() - startedAt;
};

/** Runs in the page, as text because the compiler adds a helper to functions: resolves when every tile shows its answer, painted. */
const drawnScript = (tiles: number) => `new Promise((resolve) => {
  let clickedAt;
  let framesDrawn = 0;
  document.addEventListener('click', () => { clickedAt = performance.now(); }, { capture: true, once: true });
  const look = () => {
    const tiles = [...document.querySelectorAll('.tile')];
    const isDrawn = clickedAt !== undefined && tiles.length === ${tiles}
      && tiles.every((tile) => tile.querySelector('.counter-value, canvas, tbody tr'));
    framesDrawn = isDrawn ? framesDrawn + 1 : 0;
    // What is in the document is on the screen after the next frame.
    if (framesDrawn > 2) resolve(performance.now() - clickedAt);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** From the click on the dashboard's link until its last tile is drawn. */
async function openDashboard(page: Page, tiles: number): Promise<number> {
  const link = page.getByRole('link', { name: dashboardName, exact: true });
  await link.waitFor();
  const drawn = page.evaluate<number>(drawnScript(tiles));
  const [drawnMs] = await Promise.all([drawn, link.click()]);
  return drawnMs;
}

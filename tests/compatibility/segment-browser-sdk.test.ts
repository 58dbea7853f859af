/** Segment's browser SDK, unmodified, on a page of another origin. Only its `cdnURL` is Weir's. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type * as sdk from '@segment/analytics-next';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OpenBrowser, openBrowser } from '../support/browser.js';
import { segmentRequests } from '../support/segment-requests.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';
import { shapeOf } from './shape-of.js';

const script = readFileSync(
  createRequire(import.meta.url).resolve('@segment/analytics-next/dist/umd/index.js'),
);

let service: OwnService;
let browser: OpenBrowser;
let site: Server;
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/sdk.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<script src="/sdk.js"></script><title>A shop</title>');
  });
  site.listen(0, '127.0.0.1');
  [service, browser] = await Promise.all([startService(), openBrowser(), once(site, 'listening')]);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await service?.discard();
});

interface SdkWindow {
  readonly AnalyticsNext: typeof sdk;
  analytics: sdk.AnalyticsBrowser;
}

let webhook: Webhook;
beforeEach(async () => {
  webhook = await createWebhook(service, [], { preset: 'SEGMENT', columns: undefined });
  const { page } = browser;
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

/** Loads the SDK on the page as its documentation says. */
const load = (options: { readonly integrations?: object } = {}) =>
  browser.page.evaluate(
    async ({ writeKey, cdnURL, options }) => {
      const page = window as unknown as SdkWindow;
      page.analytics = page.AnalyticsNext.AnalyticsBrowser.load(
        { writeKey, cdnURL },
        options as sdk.InitOptions,
      );
      await page.analytics.ready();
    },
    { writeKey: webhook.path.slice('/v1/'.length), cdnURL: service.url, options },
  );

const rows = () =>
  stored(service, `SELECT type, event, message_id, _service_payload FROM ${webhook.table} ORDER BY type`);

const typesStored = () => expect.poll(async () => (await rows()).map(([type]) => type));

it('sends every kind of call', async () => {
  await load();
  await browser.page.evaluate(async () => {
    const { analytics } = window as unknown as SdkWindow;
    await analytics.identify('user-1', { plan: 'pro' });
    await analytics.track('Order Completed', { total: 49.9 });
    await analytics.page('Pricing');
    await analytics.screen('Home');
    await analytics.group('group-1');
    await analytics.alias('user-2');
  });
  await typesStored().toEqual(['alias', 'group', 'identify', 'page', 'screen', 'track']);
  const payloads = (await rows()).map(([, , , text]) => JSON.parse(String(text)));
  expect(payloads.at(-1)).toMatchObject({
    event: 'Order Completed',
    userId: 'user-1',
    properties: { total: 49.9 },
    context: { page: { title: 'A shop' } },
    sentAt: expect.any(String),
  });
  expect(JSON.stringify(payloads)).not.toContain('WHK');
  expect(browser.problems.splice(0)).toEqual([]);
});

it('sends what is recorded', async () => {
  await load();
  const sending = browser.page.waitForRequest('**/v1/t');
  await browser.page.evaluate(async () => {
    const { analytics } = window as unknown as SdkWindow;
    await analytics.identify('user-1');
    await analytics.track('First');
  });
  const request = await sending;
  const recorded = segmentRequests['@segment/analytics-next']!(webhook.path.slice('/v1/'.length));
  expect(await request.allHeaders()).toMatchObject(recorded.headers);
  expect(shapeOf(request.postDataJSON())).toEqual(shapeOf(recorded.body));
  await typesStored().toEqual(['identify', 'track']);
  expect(browser.problems.splice(0)).toEqual([]);
});

it('sends batches', async () => {
  const batching = { strategy: 'batching', config: { size: 3, timeout: 60_000 } } as const;
  const requests: string[] = [];
  browser.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await load({ integrations: { 'Segment.io': { deliveryStrategy: batching } } });
  await browser.page.evaluate(async () => {
    const { analytics } = window as unknown as SdkWindow;
    for (const name of ['a', 'b', 'c']) await analytics.track(name);
  });
  await typesStored().toEqual(['track', 'track', 'track']);
  expect(requests.filter((path) => path !== '/v1/b')).toEqual([
    expect.stringMatching(/^\/v1\/projects\/WHK[\w-]+\/settings$/),
  ]);
  expect(browser.problems.splice(0)).toEqual([]);
});

it('sends a message again whose answer was lost or 503, and it is stored once', async () => {
  webhook = await createWebhook(service);
  await load();
  const bodies: string[] = [];
  const statuses: number[] = [];
  await browser.page.route('**/v1/t', async (route) => {
    bodies.push(route.request().postData() ?? '');
    if (bodies.length === 1) return await route.fulfill({ status: 503, body: '{}' });
    const response = await route.fetch();
    if (bodies.length === 2) await route.abort();
    else await route.fulfill({ response });
    statuses.push(response.status());
  });
  await browser.page.evaluate(() => {
    void (window as unknown as SdkWindow).analytics.track('Once');
  });
  await expect.poll(() => statuses).toEqual([200, 200]);
  const messages = bodies.map((body) => JSON.parse(body));
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1);
  // Repetitions are not the same bytes.
  expect(new Set(bodies).size).toBe(3);
  await browser.page.unroute('**/v1/t');
  const found = await stored(service, `SELECT count() FROM ${webhook.table}`);
  expect(found.map((row) => row.map(String))).toEqual([['1']]);
  browser.problems.length = 0;
});

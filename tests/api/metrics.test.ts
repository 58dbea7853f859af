/** Who may read `/metrics`, what `/readyz` tells strangers, and that both know of a stalled event loop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, clientId, clientSecret, type OwnService, startService, token } from '../support/service.js';
import { longestStallMs, metricsToken, scrape } from '../support/service-metrics.js';

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.discard());

const read = async (authorization?: string, method = 'GET') => {
  const response = await fetch(`${service.url}/metrics`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('/metrics', () => {
  it.each([
    ['nobody', undefined],
    ['a wrong token', `Bearer ${metricsToken}x`],
    ['a part of the token', `Bearer ${metricsToken.slice(0, -1)}`],
    ['the token as a password', basic('metrics', metricsToken)],
    ['a wrong secret', basic(clientId, 'wrong')],
  ])('tells nothing to %s', async (_who, authorization) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await read(authorization, method);
      expect(status).toBe(401);
      expect(text).not.toContain('weir_http');
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('is read with WEIR_METRICS_TOKEN, or with credentials that have the scope admin', async () => {
    const { body } = await token(service, { scope: 'admin' });
    for (const authorization of [
      `Bearer ${metricsToken}`,
      `Bearer ${body['access_token']}`,
      basic(clientId, clientSecret),
    ])
      expect((await read(authorization)).text).toContain('weir_http_request_duration_seconds_bucket');
  });

  it('is not read with other scopes', async () => {
    const { body } = await token(service, { scope: 'metric:query' });
    const { status, text } = await read(`Bearer ${body['access_token']}`);
    expect([status, JSON.parse(text).error.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('measures the event loop', async () => {
    const text = await scrape(service);
    for (const name of ['weir_event_loop_delay_seconds_max', 'nodejs_eventloop_lag_max_seconds'])
      expect(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    expect(await longestStallMs(service)).toBeLessThan(10_000);
  });
});

describe('/readyz', () => {
  it('does not tell strangers why a part does not answer; the log does', async () => {
    const engine = createServer((request, response) => {
      const isPing = request.url === '/ping';
      if (isPing)
        response.writeHead(500, { 'x-clickhouse-exception-code': 516 }).end('host ch-7.internal: user weir');
      else if (request.url?.includes('default_format'))
        response.end('{"meta":[],"data":[["0","0","0"]],"statistics":{"rows_read":0,"bytes_read":0}}');
      else response.end();
    });
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    const { port } = engine.address() as AddressInfo;
    const unready = await startService({ env: { WEIR_CLICKHOUSE_URL: `http://127.0.0.1:${port}` } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${unready.url}/readyz`)).text()),
    );
    expect(new Set(answers)).toEqual(
      new Set(['{"status":"not ready","parts":{"engine":"unavailable","catalog":"ok"}}']),
    );
    const lines = unready.log.filter(({ msg }) => msg === 'a part of the service does not respond');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain('ch-7.internal');
    await unready.discard();
    engine.close();
  });
});

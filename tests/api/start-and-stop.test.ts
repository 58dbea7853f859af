/** What an operator of the service meets: the first start, each thing that can keep it from starting, and its stop. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal } from '../../server/src/ingest/journal/journal.js';
import { temporaryDirectory } from '../support/engines.js';
import { basic, clientId, type OwnService, startService, token } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { launch } from '../support/service-process.js';
import { beginRequest, isClosed } from '../support/stopping.js';

const fails = async (env: Record<string, string>) => {
  const output = launch(env);
  const { code } = await output.ended;
  return { code, lines: output.out().trim().split('\n') };
};

/** As it is shown to people. */
const addressOf = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost');

describe('the first start', () => {
  const directory = temporaryDirectory();
  const options = { directory, env: { WEIR_BOOTSTRAP_CLIENT_ID: '', WEIR_BOOTSTRAP_CLIENT_SECRET: '' } };
  let service: OwnService;
  beforeAll(async () => {
    service = await startService(options);
  });

  it('prints credentials once, and lines that take a newcomer to the first metric', async () => {
    const first = service;
    await expect.poll(first.out).toContain('client secret');
    const [, id = '', secret = ''] =
      /client ID\s+(APP\w{26})\s+client secret\s+(\S+)/.exec(first.out()) ?? [];
    const curls = first.out().match(/curl .*/g) ?? [];
    expect(curls).toHaveLength(3);
    expect(curls[0]).toContain('/oauth2/token');
    expect(curls[1]).toContain('$WEBHOOK_URL');
    expect(curls[2]).toContain('counter');
    const shown = first
      .out()
      .slice(first.out().indexOf('export CLIENT_ID='), first.out().lastIndexOf("'") + 1);
    // The lines are typed as they are shown.
    const typed = spawnSync('bash', ['-c', shown], { encoding: 'utf8' });
    expect(typed.stdout).toContain('[{"statusCode":200,"statusMessage":"Event processed successfully"}]');
    expect(typed.stdout).toContain('{"data":{"counter":{"value":"1"}}}');
    expect(await first.stop()).toBe(0);
    expect(readdirSync(directory)).toContain('engine');
    // What a service that was killed leaves of a download from object storage.
    const files = join(directory, 'files');
    writeFileSync(join(files, 'S3_01KA0000000000000000000000'), 'n\n1\n');
    // The directory is free for the next.
    service = await startService(options);
    expect(readdirSync(files)).toEqual([]);
    const second = service;
    expect(second.out()).not.toContain(secret);
    expect(second.out()).not.toContain('client secret');
    // Every start says where to go.
    expect(first.out()).toContain(`Open ${addressOf(first)} in your browser and sign in.`);
    await expect.poll(second.out).toContain(`Open ${addressOf(second)} in your browser and sign in`);
    expect((await token(second, { client_id: id, client_secret: secret })).status).toBe(200);
  });

  it('of another service on the same data directory fails, and this one goes on undisturbed', async () => {
    const { code, lines } = await fails({
      WEIR_DATA_DIR: directory,
      WEIR_PORT: '0',
      WEIR_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^weir: The data directory .* is in use by another running Weir \(process \d+\)/),
    ]);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('is followed by a stop that a second signal forces', async () => {
    const asking = request(`${service.url}/graphql`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 10 },
    });
    asking.on('error', () => undefined);
    asking.flushHeaders();
    await once(asking, 'continue');
    service.process.kill('SIGTERM');
    await isClosed(service);
    service.process.kill('SIGTERM');
    expect((await service.ended).code).toBe(1);
  });

  it('on a catalog from a newer version fails, and leaves it as it is', async () => {
    const file = join(directory, 'catalog.sqlite');
    const catalog = new Database(file);
    const [table] = catalog
      .prepare("SELECT name FROM sqlite_master WHERE name LIKE '%migration' LIMIT 1")
      .all() as { name: string }[];
    catalog.exec(
      `INSERT INTO "${table?.name}" (name, timestamp) VALUES ('9999-from-the-future', '2099-01-01')`,
    );
    catalog.close();
    const { code, lines } = await fails({
      WEIR_DATA_DIR: directory,
      WEIR_PORT: '0',
      WEIR_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^weir: .*newer/)]);
  });
});

describe('a running service', () => {
  /** Preset, with characters that a shell, a URL and a form each read in their own way. */
  const secret = "a+b/c=d e%20f&g'h$(i)*";
  let service: OwnService;
  const authorization = basic(clientId, secret);
  beforeAll(async () => {
    service = await startService({
      env: { WEIR_BOOTSTRAP_CLIENT_SECRET: secret, WEIR_LOG_LEVEL: 'debug' },
    });
  });
  afterAll(async () => {
    await service.discard();
  });
  const graphql = (query: string) => service.graphql(query, {}, authorization);

  it('takes a preset secret with any characters, in the lines that it prints too, and does not print it', async () => {
    await expect.poll(service.out).toContain('counter');
    expect(service.out()).not.toContain(secret);
    expect(service.out()).toMatch(/client secret +as set in WEIR_BOOTSTRAP_CLIENT_SECRET/);
    const lines = service.out().match(/^ +export .*$/gm) ?? [];
    const typed = spawnSync('bash', ['-c', `${lines.join('\n')}\necho "$TOKEN"`], {
      encoding: 'utf8',
      env: { ...process.env, WEIR_BOOTSTRAP_CLIENT_SECRET: secret },
    });
    expect(typed.stdout).toMatch(/^eyJ/);
    // As the RFC has it, form-encoded, and as it is, which most tools send.
    const encoded = new URLSearchParams({ secret }).toString().replace('secret=', '');
    for (const password of [encoded, secret]) {
      const response = await fetch(`${service.url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: basic(clientId, password) },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      expect([password, response.status]).toEqual([password, 200]);
      expect(await response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    }
  });

  it('tells whether it is up, whether it is ready, and what it measures', async () => {
    expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({
      status: 'ready',
      parts: { engine: 'ok', catalog: 'ok', intake: 'ok' },
    });
    const metrics = await scrape(service);
    expect(metrics).toContain('weir_http_request_duration_seconds_bucket');
    expect(metrics).toContain('weir_engine_starts_total 1');
    expect((await fetch(`${service.url}/nowhere`)).status).toBe(404);
  });

  it('logs requests with an id that the client gets too, and never a secret', async () => {
    const { body } = await token(service, { client_secret: secret });
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body['access_token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          '{ dataSources { nodes { connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }',
      }),
    });
    const webhookKey = /WHK[\w-]+/.exec(await response.text())?.[0] ?? '';
    await fetch(`${service.url}/v1/${webhookKey}`, {
      method: 'POST',
      body: '[{"secretPayload": 1}]',
      headers: { 'content-type': 'application/json' },
    });
    await expect.poll(service.out).toContain(response.headers.get('x-request-id'));
    const logged = service
      .out()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    expect(webhookKey).not.toBe('');
    for (const hidden of [secret, String(body['access_token']), webhookKey, 'secretPayload'])
      expect(logged).not.toContain(hidden);
    expect(logged).toContain('"route":"/graphql"');
  });

  it('lets sizes wait for an engine that was killed, which is back by itself', async () => {
    const killed = service.enginePid();
    process.kill(killed, 'SIGKILL');
    const sizes = () => graphql('{ dataPools { nodes { recordCount } } }');
    const answers = await Promise.all(Array.from({ length: 20 }, sizes));
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    await expect.poll(() => service.enginePid()).not.toBe(killed);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('stops: finishes what is under way, does not wait for a connection without a request, then exits 0', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const body = JSON.stringify({ query: '{ environment { uniqueName } }' });
    const asking = await beginRequest(`${service.url}/graphql`, authorization, 'application/json', body);
    service.process.kill('SIGTERM');
    await isClosed(service);
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(await answer.setEncoding('utf8').reduce((text, chunk: string) => text + chunk, '')).toContain(
      'default',
    );
    expect((await service.ended).code).toBe(0);
    socket.destroy();
  });
});

describe('what keeps the service from starting is one clear line, exit 1', () => {
  it('every bad variable at once, and nothing created', async () => {
    const directory = join(temporaryDirectory(), 'data');
    const { code, lines } = await fails({ WEIR_DATA_DIR: directory, WEIR_PORT: 'x', WEIR_LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'weir: WEIR_PORT is not a whole number',
      'weir: WEIR_LOG_LEVEL is not one of fatal, error, warn, info, debug, trace, silent',
    ]);
    expect(existsSync(directory)).toBe(false);
  });

  it('a port in use, before the engine is started', async () => {
    const directory = temporaryDirectory();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, lines } = await fails({
      WEIR_DATA_DIR: directory,
      WEIR_PORT: String(port),
      WEIR_LOG_LEVEL: 'silent',
    });
    other.close();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `weir: Port ${port} on 127.0.0.1 is in use by another process; set WEIR_PORT to a free one`,
    ]);
    expect(readdirSync(directory)).not.toContain('engine');
  });

  it('a ClickHouse that is not there', async () => {
    const { code, lines } = await fails({
      WEIR_DATA_DIR: temporaryDirectory(),
      WEIR_CLICKHOUSE_URL: 'http://someone:hunter2@127.0.0.1:1',
      WEIR_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^weir: ClickHouse at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/),
    ]);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('a ClickHouse server beside events that the embedded engine has yet to store', async () => {
    const directory = temporaryDirectory();
    const journal = new Journal(join(directory, 'journal'));
    await journal.append({
      environmentId: 'ENV1',
      dataPoolId: 'DPO1',
      requestId: '0'.repeat(24),
      rowCount: 1,
      receivedAtMs: 0,
      rows: Buffer.from('{}\n'),
    });
    await journal.close();
    const { code, lines } = await fails({
      WEIR_DATA_DIR: directory,
      WEIR_CLICKHOUSE_URL: 'http://127.0.0.1:1',
      WEIR_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/contains 1 acknowledged requests .*start once without WEIR_CLICKHOUSE_URL/),
    ]);
    expect(new Journal(join(directory, 'journal')).left).toHaveLength(1);
  });

  it('a PostgreSQL that is not there', async () => {
    const { code, lines } = await fails({
      WEIR_DATA_DIR: temporaryDirectory(),
      WEIR_DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/weir',
      WEIR_LOG_LEVEL: 'silent',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^weir: Cannot reach the catalog database \(.*127\.0\.0\.1:1/),
    ]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

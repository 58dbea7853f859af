/** How exports flow and end: slow and vanishing clients, failures in the middle, time-outs, memory, shutdown. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { postExport, refusal } from '../support/exports.js';
import { exchange, openSocket, requestHead } from '../support/raw-http.js';
import { basic, type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, running } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const rows = 3_000_000;
const timeoutSeconds = 10;
const idleSeconds = 2;

let service: OwnService;
/** The slowest tier has one thread, so that rows come in their order. */
let slow: string;

beforeAll(async () => {
  service = await startService({
    env: {
      WEIR_EXPORT_TIMEOUT_SECONDS: String(timeoutSeconds),
      WEIR_EXPORT_IDLE_SECONDS: String(idleSeconds),
    },
  });
  await fill(service);
  slow = await application('slow');
});
afterAll(async () => {
  await service.discard();
});

/** Creates the Data Pool "big". */
async function fill(target: OwnService): Promise<void> {
  const columns = [
    { name: 'n', type: 'INT64', nullable: false },
    { name: 'text', type: 'STRING' },
  ];
  const { table } = await createWebhook(target, columns, {}, { uniqueName: 'big' });
  const engine = connectEngine(target.directory);
  await engine.command(
    statement(
      `INSERT INTO ${table} (n, text) SELECT number, concat('text of record ', toString(number)) FROM numbers(${rows}) SETTINGS max_block_size = 1000000, max_insert_threads = 1`,
    ),
  );
  await engine.close();
}

async function application(uniqueName: string): Promise<string> {
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(
    `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
      ... on ApplicationResponse { application { id secret } } } }`,
    { input: { uniqueName, tier: 'P1_X_SMALL', scopes: ['DATA_POOL_QUERY'] } },
  );
  return basic(createApplication.application.id, createApplication.application.secret);
}

/** Fails at a record that is far from the first. */
const failing = `SELECT n, text, 1 / (n - ${rows - 10_000}) FROM big`;

async function statusOf(queryId: string | null | undefined): Promise<string> {
  const { queryInfo } = await service.request<{ queryInfo: { status: string } | null }>(
    'query ($id: ID!) { queryInfo(id: $id) { status } }',
    { id: queryId },
  );
  return queryInfo?.status ?? 'none';
}

async function runningExports(): Promise<number> {
  const [, count] = /^weir_exports_running (\d+)$/m.exec(await scrape(service)) ?? [];
  return Number(count);
}

const runningOnEngine = () => running(service, 'text');

const body = (fields: object) => JSON.stringify({ format: 'csv', ...fields });

/** An export whose client stops reading once the file has begun. */
async function stalled(fields: object): Promise<{ queryId: string; destroy(): void }> {
  const sent = request(`${service.url}/v1/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: service.authorization },
  });
  sent.on('error', () => undefined);
  sent.end(body(fields));
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  response.on('error', () => undefined);
  response.pause();
  return {
    queryId: String(response.headers['weir-query-id']),
    destroy: () => sent.destroy(),
  };
}

describe('a failure after the first byte', () => {
  test('is noticed by fetch', async () => {
    const answer = await postExport(service, { sql: failing, format: 'csv' }, { authorization: slow });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(() => statusOf(answer.headers.get('weir-query-id'))).toBe('ERROR');
  });

  test.each(['csv', 'ndjson', 'parquet', 'arrow'])('is noticed by curl, in %s', async (format) => {
    const curl = spawn('curl', [
      ...['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `authorization: ${slow}`],
      ...['-H', 'content-type: application/json', '-d', body({ sql: failing, format })],
      `${service.url}/v1/export`,
    ]);
    let out = '';
    curl.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const [code] = await once(curl, 'close');
    // Parquet begins with bytes that do not wait for the rows; a failure before the first byte has a status instead.
    expect([out, code]).toEqual(['200', 18]);
  });

  test('ends without the last chunk', async () => {
    const text = body({ sql: failing });
    const answer = await exchange(
      service.url,
      requestHead(
        'POST /v1/export',
        `authorization: ${slow}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(text)}`,
      ) + text,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\ntransfer-encoding: chunked\r\n/i);
    expect(answer).toContain('text of record 1000');
    expect(answer).not.toContain('\r\n0\r\n');
    expect(answer).not.toContain('weir-status: COMPLETED');
  });

  test('does not stop a whole file from saying that it is whole', async () => {
    const answer = await exchange(
      service.url,
      requestHead('GET /v1/export?sql=SELECT+1&format=csv', `authorization: ${slow}`),
    );
    expect(answer).toMatch(/\r\n0\r\nweir-status: COMPLETED\r\n\r\n$/);
  });
});

describe('a client', () => {
  test('that disconnects ends its query on the engine', async () => {
    const { queryId, destroy } = await stalled({ dataPool: 'big' });
    await expect.poll(runningOnEngine).toBe(1);
    destroy();
    await expect.poll(runningOnEngine, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => statusOf(queryId)).toBe('ERROR');
    await expect.poll(runningExports).toBe(0);
  });

  describe('that disconnects before the first byte', () => {
    const sql =
      "SELECT count(*) FROM big AS a JOIN big AS b ON a.n % 1000 = b.n % 1000 WHERE a.text || b.text LIKE '%x%'";
    const leaving = () => {
      const gone = new AbortController();
      const answer = postExport(service, { sql, format: 'csv' }, { signal: gone.signal });
      answer.catch(() => undefined);
      return { answer, leave: () => gone.abort() };
    };

    test('ends its query on the engine', async () => {
      const { answer, leave } = leaving();
      await expect.poll(runningOnEngine, { timeout: 10_000, interval: 20 }).toBe(1);
      leave();
      await expect(answer).rejects.toThrow();
      await expect.poll(runningOnEngine, { timeout: 10_000 }).toBe(0);
      await expect.poll(runningExports).toBe(0);
    });

    test('ends it at whatever moment', async () => {
      for (let ms = 1; ms <= 50; ms += 1) {
        const { answer, leave } = leaving();
        await setTimeoutPromise(ms);
        leave();
        await expect(answer).rejects.toThrow();
      }
      await expect.poll(runningOnEngine, { timeout: 5_000 }).toBe(0);
      await expect.poll(runningExports).toBe(0);
    });
  });

  test('that takes nothing is cut off, and its query ends', async () => {
    const startedAt = performance.now();
    const { queryId, destroy } = await stalled({ dataPool: 'big' });
    await expect.poll(() => statusOf(queryId), { timeout: 10_000 }).toBe('ERROR');
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(idleSeconds * 1000 - 100);
    expect(tookMs).toBeLessThan(timeoutSeconds * 1000);
    await expect.poll(runningOnEngine, { timeout: 10_000 }).toBe(0);
    destroy();
  });

  test('that waits for the engine is not idle', async () => {
    // 15 million records, of which the slowest tier reads 5 million per second.
    const all = Array.from({ length: 5 }, () => 'SELECT n FROM big').join(' UNION ALL ');
    const startedAt = performance.now();
    const answer = await postExport(
      service,
      { sql: `SELECT sum(n) AS sum FROM (${all}) AS t`, format: 'ndjson' },
      { authorization: slow },
    );
    expect(await answer.text()).toBe(`{"sum":${(5 * rows * (rows - 1)) / 2}}\n`);
    expect(performance.now() - startedAt).toBeGreaterThan(idleSeconds * 1000);
  });

  test('of HTTP/1.0 is refused, because it could not tell a part from the whole', async () => {
    const head = `GET /v1/export?sql=SELECT+1&format=csv HTTP/1.0\r\nauthorization: ${service.authorization}\r\n\r\n`;
    expect(await exchange(service.url, head)).toMatch(/^HTTP\/1\.1 426 .*HTTP\/1\.1/s);
  });
});

test('a time-out ends the query, the file and the record of it', async () => {
  const before = await postExport(
    service,
    { sql: 'SELECT count(*) FROM big AS a JOIN big AS b ON a.n % 1000 = b.n % 1000', format: 'csv' },
    {},
  );
  expect(await refusal(before)).toMatchObject({ status: 504, code: 'QUERY_TIMED_OUT' });
  const sql = 'SELECT a.n, b.text FROM big AS a JOIN big AS b ON a.n % 1000 = b.n % 1000';
  const during = await postExport(service, { sql, format: 'ndjson' });
  expect(during.status).toBe(200);
  await expect(
    (async () => {
      for await (const _chunk of during.body ?? []);
    })(),
  ).rejects.toThrow();
  await expect.poll(() => statusOf(during.headers.get('weir-query-id'))).toBe('TIMED_OUT');
});

describe('many exports', () => {
  test('never delay a query, and leave a place for other Applications', async () => {
    const held = await Promise.all(Array.from({ length: 3 }, () => stalled({ dataPool: 'big' })));
    expect(await runningExports()).toBe(3);
    const startedAt = performance.now();
    await service.request(
      '{ dataGrid(input: { dataPool: { name: "big" }, columns: ["n"], first: 1 }) { rows } }',
    );
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    const other = await postExport(service, { sql: 'SELECT 1', format: 'csv' }, { authorization: slow });
    expect([other.status, await other.text()]).toEqual([200, '"?column?"\n1\n']);
    for (const { destroy } of held) destroy();
    await expect.poll(runningExports, { timeout: 10_000 }).toBe(0);
  });
});

test('memory stays flat whatever the size of the file, and a shutdown breaks an export off', {
  timeout: 300_000,
}, async () => {
  const own = await startService();
  await fill(own);
  const residentMb = () => {
    const status = readFileSync(`/proc/${own.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  };
  const before = residentMb();
  let peak = before;
  for (const format of ['csv', 'ndjson', 'parquet', 'arrow']) {
    const answer = await postExport(own, { sql: 'SELECT n, text, text AS again FROM big', format });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      peak = Math.max(peak, residentMb());
    }
    expect(bytes).toBeGreaterThan(20_000_000);
  }
  expect(peak - before).toBeLessThan(300);

  const socket = await openSocket(own.url);
  socket.write(
    `GET /v1/export?dataPool=big&format=csv HTTP/1.1\r\nhost: weir\r\nauthorization: ${service.authorization}\r\n\r\n`,
  );
  await once(socket, 'readable');
  const startedAt = performance.now();
  const closed = once(socket, 'close');
  const stopped = own.discard();
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text = (text + chunk).slice(-100);
  });
  await closed;
  expect(text).not.toContain('weir-status');
  expect(await stopped).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

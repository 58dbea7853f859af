/** How exports flow and end: slow and vanishing clients, failures in the middle, time-outs, memory, shutdown. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql as statement } from '../support/engines.js';
import { postExport, refusal } from '../support/exports.js';
import { extent, sample } from '../support/extent.js';
import { exchange, openSocket, requestHead } from '../support/raw-http.js';
import { basic, type OwnService, type Service, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { connectEngine, running } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const rows = 1_500_000;
const timeoutSeconds = 3;
const idleSeconds = 1;

let service: Service;
/** Has short limits: other tests must not meet them on a busy machine. */
let hasty: OwnService;
/** The slowest tier has one thread, so that rows come in their order. */
let slow: string;

beforeAll(async () => {
  service = await openService();
  await fill(service);
  slow = await application('slow');
});

/** Creates the Data Pool "big". */
async function fill(target: Service): Promise<void> {
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

async function application(uniqueName: string, on = service): Promise<string> {
  const { createApplication } = await on.request<{
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

async function statusOf(queryId: string | null | undefined, on = service): Promise<string> {
  const { queryInfo } = await on.request<{ queryInfo: { status: string } | null }>(
    'query ($id: ID!) { queryInfo(id: $id) { status } }',
    { id: queryId },
  );
  return queryInfo?.status ?? 'none';
}

async function runningExports(): Promise<number> {
  const [, count] = /^weir_exports_running (\d+)$/m.exec(await scrape(service)) ?? [];
  return Number(count);
}

const runningOnEngine = (on = service) => running(on, 'text');

const body = (fields: object) => JSON.stringify({ format: 'csv', ...fields });

/** An export whose client stops reading once the file has begun. */
async function stalled(fields: object, on = service): Promise<{ queryId: string; destroy(): void }> {
  const sent = request(`${on.url}/v1/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: on.authorization },
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
    await expect.poll(() => runningOnEngine()).toBe(1);
    destroy();
    await expect.poll(() => runningOnEngine()).toBe(0);
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
      await expect.poll(() => runningOnEngine()).toBe(1);
      leave();
      await expect(answer).rejects.toThrow();
      await expect.poll(() => runningOnEngine()).toBe(0);
      await expect.poll(runningExports).toBe(0);
    });

    test('ends it at whatever moment', async () => {
      for (let ms = 1; ms <= 50; ms += extent(7, 1)) {
        const { answer, leave } = leaving();
        await setTimeoutPromise(ms);
        leave();
        await expect(answer).rejects.toThrow();
      }
      await expect.poll(() => runningOnEngine()).toBe(0);
      await expect.poll(runningExports).toBe(0);
    });
  });

  test('of HTTP/1.0 is refused, because it could not tell a part from the whole', async () => {
    const head = `GET /v1/export?sql=SELECT+1&format=csv HTTP/1.0\r\nauthorization: ${service.authorization}\r\n\r\n`;
    expect(await exchange(service.url, head)).toMatch(/^HTTP\/1\.1 426 .*HTTP\/1\.1/s);
  });
});

describe('many exports', () => {
  test('never delay a query, and leave a place for other Applications', async () => {
    const held = await Promise.all(Array.from({ length: 3 }, () => stalled({ dataPool: 'big' })));
    expect(await runningExports()).toBe(3);
    await service.request(
      '{ dataGrid(input: { dataPool: { name: "big" }, columns: ["n"], first: 1 }) { rows } }',
    );
    expect(await runningExports()).toBe(3);
    const other = await postExport(service, { sql: 'SELECT 1', format: 'csv' }, { authorization: slow });
    expect([other.status, await other.text()]).toEqual([200, '"?column?"\n1\n']);
    for (const { destroy } of held) destroy();
    await expect.poll(runningExports).toBe(0);
  });
});

describe('memory', () => {
  const residentMb = async () => {
    const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await scrape(service)) ?? [];
    return Number(bytes) / 1024 / 1024;
  };
  /** Of some tens of kilobytes each. */
  const chunksPerLook = 50;

  test('stays flat whatever the size of the file', async () => {
    const before = await residentMb();
    let peak = before;
    for (const format of sample(['csv', 'ndjson', 'parquet', 'arrow'], 1)) {
      const answer = await postExport(service, { sql: 'SELECT n, text, text AS again FROM big', format });
      let bytes = 0;
      let chunks = 0;
      for await (const chunk of answer.body ?? []) {
        bytes += chunk.length;
        chunks += 1;
        if (chunks % chunksPerLook === 0) peak = Math.max(peak, await residentMb());
      }
      expect(bytes).toBeGreaterThan(6 * rows);
    }
    expect(peak - before).toBeLessThan(300);
  });
});

describe('short limits, and a stop', () => {
  beforeAll(async () => {
    hasty = await startService({
      env: {
        WEIR_EXPORT_TIMEOUT_SECONDS: String(timeoutSeconds),
        WEIR_EXPORT_IDLE_SECONDS: String(idleSeconds),
      },
    });
    await fill(hasty);
  });

  test('a client that takes nothing is cut off, and its query ends', async () => {
    const { queryId, destroy } = await stalled({ dataPool: 'big' }, hasty);
    // A time-out would be TIMED_OUT.
    await expect.poll(() => statusOf(queryId, hasty)).toBe('ERROR');
    await expect.poll(() => runningOnEngine(hasty)).toBe(0);
    destroy();
  });

  test('a client that waits for the engine is not idle', async () => {
    const authorization = await application('slow', hasty);
    // 7.5 million records, of which the slowest tier reads 5 million per second: longer than a client may take nothing.
    const all = Array.from({ length: 5 }, () => 'SELECT n FROM big').join(' UNION ALL ');
    const sql = `SELECT sum(n) AS sum FROM (${all}) AS t`;
    const answer = await postExport(hasty, { sql, format: 'ndjson' }, { authorization });
    expect(await answer.text()).toBe(`{"sum":${(5 * rows * (rows - 1)) / 2}}\n`);
  });

  test('a time-out ends the query, the file and the record of it', async () => {
    const before = await postExport(
      hasty,
      { sql: 'SELECT count(*) FROM big AS a JOIN big AS b ON a.n % 1000 = b.n % 1000', format: 'csv' },
      {},
    );
    expect(await refusal(before)).toMatchObject({ status: 504, code: 'QUERY_TIMED_OUT' });
    const sql = 'SELECT a.n, b.text FROM big AS a JOIN big AS b ON a.n % 1000 = b.n % 1000';
    const during = await postExport(hasty, { sql, format: 'ndjson' });
    expect(during.status).toBe(200);
    await expect(
      (async () => {
        for await (const _chunk of during.body ?? []);
      })(),
    ).rejects.toThrow();
    await expect.poll(() => statusOf(during.headers.get('weir-query-id'), hasty)).toBe('TIMED_OUT');
  });

  test('a stop breaks an export off', async () => {
    const socket = await openSocket(hasty.url);
    socket.write(
      `GET /v1/export?dataPool=big&format=csv HTTP/1.1\r\nhost: weir\r\nauthorization: ${hasty.authorization}\r\n\r\n`,
    );
    await once(socket, 'readable');
    const closed = once(socket, 'close');
    const stopped = hasty.discard();
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text = (text + chunk).slice(-100);
    });
    await closed;
    expect(text).not.toContain('weir-status');
    expect(await stopped).toBe(0);
  });
});

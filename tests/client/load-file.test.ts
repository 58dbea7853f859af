/** The client's loadFile through a network that fails, into a real service. */

import { once } from 'node:events';
import { createReadStream, openAsBlob, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createWeirClient, type LoadProgress } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { startFaultyProxy } from '../support/faulty-proxy.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const rows = 30_000;
const csv = Buffer.from(
  `n,at\n${Array.from({ length: rows }, (_, n) => `${n},2026-01-01T00:00:00Z\n`).join('')}`,
);
const everyRow = [[String(rows), String(rows), String((rows * (rows - 1)) / 2)]];

const createPool = () =>
  createWebhook(
    service,
    [
      { name: 'n', type: 'INT64' },
      { name: 'at', type: 'TIMESTAMP', nullable: false },
    ],
    { timestamp: 'at' },
  );

const clientOf = (url: string) => {
  const { clientId, clientSecret } = service;
  return createWeirClient({
    url,
    credentials: { clientId, clientSecret },
    retry: { waitMsBase: 1, waitMsMax: 2_000, attemptsMax: 8 },
  });
};

const recordsOf = (table: string) => stored(service, `SELECT count(), uniqExact(n), sum(n) FROM ${table}`);

/** Passes connections on, and breaks each after so many bytes in total, as long as there are breaks left. */
async function startBreakingProxy(target: string, breakAfterBytes: number, breaks: number) {
  let left = breaks;
  let since = 0;
  const { port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), '127.0.0.1');
    open.add(incoming);
    const end = () => {
      incoming.destroy();
      outgoing.end();
      open.delete(incoming);
    };
    for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end);
    incoming.on('data', (chunk) => {
      outgoing.write(chunk);
      since += chunk.length;
      if (left === 0 || since < breakAfterBytes) return;
      left -= 1;
      since = 0;
      // What was sent arrives, but no answer comes back.
      outgoing.end();
      incoming.destroy();
    });
    outgoing.pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaksLeft: () => left,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('loadFile', () => {
  it('loads a Blob, bytes, a stream and an iterable, in parts, and tells its progress', async () => {
    const client = clientOf(service.url);
    const path = join(temporaryDirectory(), 'rows.csv');
    writeFileSync(path, csv);
    const contents = {
      Blob: await openAsBlob(path),
      File: new File([csv], 'rows.csv'),
      bytes: csv,
      stream: new Blob([csv]).stream(),
      iterable: createReadStream(path) as AsyncIterable<Buffer>,
    };
    for (const [kind, content] of Object.entries(contents)) {
      const pool = await createPool();
      const seen: LoadProgress[] = [];
      const result = await client.loadFile(pool.dataPoolId, content, {
        partBytes: 100_000,
        onProgress: (progress) => seen.push(progress),
        ...(kind !== 'File' && { format: 'csv' as const }),
      });
      expect(result, kind).toEqual({ rows, job: expect.stringMatching(/^JOB/), ignoredColumns: [] });
      expect(await recordsOf(pool.table), kind).toEqual(everyRow);
      const sent = seen.map(({ bytesSent }) => bytesSent);
      expect(sent, kind).toEqual(sent.toSorted((a, b) => a - b));
      expect(new Set(sent).size, kind).toBeGreaterThan(5);
      expect(seen.at(-1), kind).toMatchObject({ stage: 'LOADING', bytesSent: csv.length, job: result.job });
    }
  });

  it('tells the type by the name', async () => {
    const pool = await createPool();
    const client = clientOf(service.url);
    const file = new File([gzipSync('{"n":1,"at":"2026-01-01","x":1}\n')], 'rows.jsonl.gz');
    expect(await client.loadFile(pool.dataPoolId, file)).toMatchObject({ rows: 1 });
    await expect(client.loadFile(pool.dataPoolId, csv, { name: 'rows' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('give `format`'),
    });
  });

  it("throws the job's error, with its row", async () => {
    const pool = await createPool();
    const wrong = new File(['n,at\n1,2026-01-01\nx,2026-01-01\n'], 'wrong.csv');
    await expect(clientOf(service.url).loadFile(pool.dataPoolId, wrong)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      message: expect.stringMatching(/^Row 2, column "n"/),
    });
  });

  it('goes on where it was when connections break, and loads every row once', async () => {
    const pool = await createPool();
    const proxy = await startBreakingProxy(service.url, 70_000, 12);
    const client = clientOf(proxy.url);
    const result = await client.loadFile(pool.dataPoolId, new Blob([csv]).stream(), {
      format: 'csv',
      partBytes: 150_000,
    });
    expect(proxy.breaksLeft()).toBeLessThan(6);
    expect(result.rows).toBe(rows);
    expect(await recordsOf(pool.table)).toEqual(everyRow);
    await proxy.close();
  });

  it('begins once when answers are lost, and waits when it is told to', async () => {
    const pool = await createPool();
    const proxy = await startFaultyProxy(service.url);
    const client = clientOf(proxy.url);
    await client.accessToken();
    proxy.faults.push('lost answer', 503, 'lost request');
    expect(await client.loadFile(pool.dataPoolId, csv, { format: 'csv' })).toMatchObject({ rows });
    expect(await recordsOf(pool.table)).toEqual(everyRow);
    expect(proxy.passed.slice(1).map(({ status }) => status)).toEqual([201, undefined, undefined, 201]);
    await proxy.close();
  });

  it('ends when it is aborted, and goes on later with the same key', async () => {
    const pool = await createPool();
    const client = clientOf(service.url);
    const abort = new AbortController();
    const options = { format: 'csv', partBytes: 100_000, idempotencyKey: 'mine' } as const;
    const stopped = client.loadFile(pool.dataPoolId, csv, {
      ...options,
      signal: abort.signal,
      onProgress: ({ bytesSent }) => bytesSent >= 200_000 && abort.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    const sent: number[] = [];
    const onProgress = ({ bytesSent }: LoadProgress) => void sent.push(bytesSent);
    const result = await client.loadFile(pool.dataPoolId, csv, { ...options, onProgress });
    expect(sent[0]).toBeGreaterThanOrEqual(200_000);
    expect(result.rows).toBe(rows);
    expect(await client.loadFile(pool.dataPoolId, csv, options)).toEqual(result);
    expect(await recordsOf(pool.table)).toEqual(everyRow);
  });
});

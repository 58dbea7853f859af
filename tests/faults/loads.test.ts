/** Files on their way into a Data Pool while everything around them fails. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { createNumbered, numberedCsv } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import type { Webhook } from '../support/webhook.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('SIGKILL at random moments', () => {
  /** The one that is alive. */
  let service: OwnService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.discard());
  const uploadKills = extent(1, 10);
  const uploadRows = extent(100_000, 300_000);

  it('of the service: a resumable upload goes on, every row is there once, and an idempotency key counts as before', async () => {
    const { directory } = service;
    const restart = async () => {
      await service.kill();
      service = await startService({ directory });
    };
    const send = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: Uint8Array<ArrayBuffer>,
    ) => {
      const { authorization, url } = service;
      const response = await fetch(url + path, {
        method,
        headers: { authorization, ...headers },
        ...(body && { body }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    };
    const countOf = async ({ table }: Webhook) =>
      (await stored(service, `SELECT count(), uniqExact(n), sum(n) FROM ${table}`))[0];
    const sumTo = (rows: number) => [String(rows), String(rows), String((rows * (rows - 1)) / 2)];

    const march = await createNumbered(service);
    const csv = { 'content-type': 'text/csv' };
    const keyed = { ...csv, 'idempotency-key': 'march' };
    const loadMarch = () => send('POST', `/v1/load/${march.dataPoolId}`, keyed, numberedCsv(0, 10));
    const sameAsFirst = { status: 200, body: (await loadMarch()).body };
    expect(await loadMarch()).toMatchObject(sameAsFirst);

    const pool = await createNumbered(service);
    const content = numberedCsv(0, uploadRows);
    const april = { ...csv, 'idempotency-key': 'april' };
    const begun = await send('POST', `/v1/load/${pool.dataPoolId}`, {
      ...april,
      'upload-complete': '?0',
      'upload-length': String(content.length),
    });
    expect(begun.status).toBe(201);
    const location = begun.headers.get('location') ?? '';
    const part = { 'content-type': 'application/partial-upload' };
    const offsetNow = async () => Number((await send('HEAD', location)).headers.get('upload-offset'));
    const files = join(directory, 'files');
    for (let kill = 0; kill < uploadKills; kill++) {
      const from = await offsetNow();
      const sent = request(service.url + location, {
        method: 'PATCH',
        headers: {
          authorization: service.authorization,
          ...part,
          'upload-offset': from,
          'upload-complete': '?1',
        },
      });
      sent.on('error', () => undefined);
      const end = from + Math.floor((content.length - from) / (uploadKills + 1));
      sent.write(content.subarray(from, end));
      const [name = ''] = readdirSync(files);
      await expect.poll(() => statSync(join(files, name)).size).toBeGreaterThan(from);
      await restart();
      expect(await offsetNow()).toBeGreaterThan(from);
      expect(await offsetNow()).toBeLessThanOrEqual(end);
    }
    expect(await loadMarch()).toMatchObject(sameAsFirst);
    expect(await countOf(march)).toEqual(sumTo(10));
    const offset = await offsetNow();
    const final = { ...part, 'upload-offset': String(offset), 'upload-complete': '?1' };
    // The file is complete, and the service dies while it loads the file.
    const lost = send('PATCH', location, final, content.subarray(offset)).catch(() => undefined);
    const isComplete = async () =>
      (await service.graphql(`{ dataPool(id: "${pool.dataPoolId}") { jobs { nodes { id } } } }`)).data
        .dataPool.jobs.nodes.length === 1;
    await expect.poll(isComplete, { interval: 5 }).toBe(true);
    await restart();
    await lost;
    const state = await send('HEAD', location);
    expect([state.headers.get('upload-complete'), state.headers.get('upload-offset')]).toEqual([
      '?1',
      String(content.length),
    ]);
    expect(await send('GET', location)).toMatchObject({ status: 200, body: { rows: uploadRows } });
    // Its key is of its content, although no process has seen the whole of it arrive.
    const another = content.slice();
    another[content.lastIndexOf(','.charCodeAt(0))] = '7'.charCodeAt(0);
    const loadAgain = (file: Uint8Array<ArrayBuffer>) =>
      send('POST', `/v1/load/${pool.dataPoolId}`, april, file);
    expect(await loadAgain(another)).toMatchObject({
      status: 409,
      body: { error: { message: 'This idempotency key was already used with a different file' } },
    });
    expect(await loadAgain(content)).toMatchObject({ status: 200, body: { rows: uploadRows } });
    expect(await countOf(pool)).toEqual(sumTo(uploadRows));
    expect(readdirSync(files)).toEqual([]);
  });
});

describe('a disk that fills up', () => {
  const diskBytes = 700 * 1024 * 1024;

  it('is 507, the file is deleted, and the intake and queries go on', async () => {
    const mount = temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
    closing.push(async () => {
      // The engine needs a moment to end.
      await expect.poll(() => isUnmounted(mount)).toBe(true);
      rmSync(mount, { recursive: true, force: true });
    });
    const directory = join(mount, 'data');
    mkdirSync(directory);
    const service = await startService({ directory });
    closing.push(() => service.kill());
    const webhook = await createNumbered(service);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${service.url}/v1/load/${webhook.dataPoolId}`,
        { method: 'POST', headers: { authorization: service.authorization, 'content-type': 'text/csv' } },
        ({ statusCode }) => resolve(statusCode),
      );
      sent.on('error', reject);
      Readable.from(endless()).pipe(sent);
    });
    expect(status).toBe(507);
    await expect.poll(() => readdirSync(join(directory, 'files'))).toEqual([]);
    expect(readdirSync(join(directory, 'uploads'))).toEqual([]);
    const declared = await fetch(`${service.url}/v1/load/${webhook.dataPoolId}`, {
      method: 'POST',
      headers: {
        authorization: service.authorization,
        'content-type': 'text/csv',
        'upload-complete': '?0',
        'upload-length': String(diskBytes),
      },
    });
    expect(declared.status).toBe(507);
    const event = await fetch(service.url + webhook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ n: 1, at: '2026-01-01T00:00:00Z' }),
    });
    expect(event.status).toBe(200);
    expect(await stored(service, `SELECT count() FROM ${webhook.table}`)).toEqual([['1']]);
  }, 120_000);
});

function* endless() {
  const chunk = numberedCsv(0, 40_000);
  for (;;) yield chunk;
}

function isUnmounted(mount: string): boolean {
  try {
    execFileSync('umount', [mount], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Uploads over real HTTP and with real files; the job that loads a file is replaced by one that notes it. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { notFound } from '../base/errors.js';
import { FileStore } from '../base/file-store.js';
import { freeBytes } from '../base/free-bytes.js';
import type { Principal } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import type { Job } from '../catalog/job.js';
import type { StoredFile } from '../catalog/stored-file.js';
import { type UploadLimits, Uploads } from '../uploads/uploads.js';
import { createApp } from './app.js';
import { addLoadRoutes } from './load-routes.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const limits: UploadLimits = {
  fileBytesMax: 10_000_000,
  idleMsMax: 10_000,
  receivingMax: 3,
  receivingPerApplicationMax: 2,
  openPerApplicationMax: 4,
  keptFreeBytes: 0,
  keptMs: 60_000,
};

const csv = { authorization: 'loader', 'content-type': 'text/csv' };
const part = { authorization: 'loader', 'content-type': 'application/partial-upload' };

interface Loaded extends StoredFile {
  readonly name: string | null;
  readonly text: string;
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'weir-loads-'));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface Options {
  readonly directory?: string;
  readonly limits?: Partial<UploadLimits>;
  readonly requestTimeoutMs?: number;
  readonly jobs?: Map<string, Job>;
  readonly fails?: boolean;
}

async function serve({
  directory = newDirectory(),
  limits: others = {},
  requestTimeoutMs = 60_000,
  jobs = new Map(),
  fails = false,
}: Options = {}) {
  const clock = new ManualClock(Date.now());
  const loaded: Loaded[] = [];
  const log = pino({ level: 'silent' });
  const files = new FileStore(directory);
  const jobsByFile = new Map<string, string>();
  const service = { fails, endsJobs: true, beforeJob: async () => {}, jobsListed: async () => {} };
  const uploads = new Uploads({
    directory,
    files,
    clock,
    log,
    limits: { ...limits, ...others },
    loads: {
      create: async (_caller, dataPoolId, file, name) => {
        await service.beforeJob();
        const path = files.pathOf(file.storedAs);
        loaded.push({ ...file, name, text: readFileSync(path, 'utf8') });
        const ended = service.fails
          ? { status: 'FAILED', error: { code: 'BAD_REQUEST', message: 'Line 3: "x" is not a number' } }
          : { status: service.endsJobs ? 'SUCCEEDED' : 'IN_PROGRESS', error: null };
        const job = {
          id: `JOB${jobs.size}`,
          dataPoolId,
          progress: 0.5,
          endedAt: service.endsJobs ? clock.now() : null,
          tally: { affected: 7 },
          ...ended,
        } as Job;
        jobs.set(job.id, job);
        jobsByFile.set(file.storedAs, job.id);
        if (service.endsJobs) rmSync(path);
        return job;
      },
      openFiles: async () => {
        const open = [...jobsByFile].filter(([, id]) => jobs.get(id)?.endedAt === null);
        await service.jobsListed();
        return new Set(open.map(([file]) => file));
      },
      findById: async (_environmentId, id) => jobs.get(id),
      findByFile: async (_environmentId, _dataPoolId, file) => jobs.get(jobsByFile.get(file) ?? ''),
    },
  });
  await uploads.open();
  const app = createApp({
    log,
    registry: new Registry(),
    checks: [],
    requestPrincipal: async () => ({ scopes: new Set() }) as unknown as Principal,
    metricsToken: undefined,
    requestTimeoutMs,
    trustedProxies: [],
    tls: undefined,
  });
  addLoadRoutes(app, {
    uploads,
    corsOrigins: undefined,
    requestPrincipal: async (name = '') => {
      const scopes = new Set<Scope>([name === 'reader' ? 'data_pool:query' : 'data_pool:load']);
      return { environmentId: 'ENV', applicationId: name, scopes, tier: 'P1_X_LARGE', policyValues: {} };
    },
    loadable: async (_caller, name) => {
      const id = { orders: 'DPO1', others: 'DPO2' }[name];
      if (id === undefined) throw notFound('Data Pool', name);
      return { id };
    },
    preview: async () => ({ columns: [], rows: [] }),
    findJob: async (_environmentId, id) => jobs.get(id),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const stop = async () => {
    await app.close();
  };
  closing.push(stop);
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Uint8Array | Readable,
  ) => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as string, duplex: 'half' }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const data = () => readdirSync(directory).filter((name) => !name.endsWith('.json'));
  return { url, send, loaded, uploads, clock, directory, data, jobs, stop, service };
}

/** A request whose body the test writes piece by piece. */
async function opened(url: string, method: string, headers: Record<string, string>): Promise<ClientRequest> {
  const sent = request(url, { method, headers, agent: false });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return sent;
}

/** Nothing shows from outside that a few bytes have arrived: they are held in memory. */
const arrival = () => new Promise((resolve) => setTimeout(resolve, 500));

async function answer(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode,
    body: JSON.parse(await new Response(Readable.toWeb(response) as ReadableStream).text()),
  };
}

const begin = (service: Awaited<ReturnType<typeof serve>>, headers: Record<string, string> = {}, body = '') =>
  service.send('POST', '/v1/load/orders', { ...csv, 'upload-complete': '?0', ...headers }, body);

describe('POST /v1/load/<Data Pool>', () => {
  it('stores the body as it is, creates a job for it and answers with its rows', async () => {
    const service = await serve();
    const { status, body } = await service.send('POST', '/v1/load/orders?name=orders.csv', csv, 'a,b\n1,2\n');
    expect({ status, body }).toEqual({ status: 200, body: { rows: 7, job: 'JOB0', ignoredColumns: [] } });
    expect(service.loaded).toMatchObject([
      { name: 'orders.csv', format: 'csv', compression: 'none', bytes: 8, text: 'a,b\n1,2\n' },
    ]);
    expect(readdirSync(service.directory)).toEqual([]);
  });

  it('keeps a compressed body compressed, and every format by its content type', async () => {
    const service = await serve();
    const types = {
      'application/x-ndjson': 'ndjson',
      'application/jsonl': 'ndjson',
      'application/ndjson; charset=utf-8': 'ndjson',
      'application/json': 'json',
      'application/vnd.apache.parquet': 'parquet',
      'application/x-parquet': 'parquet',
    };
    for (const [type, format] of Object.entries(types)) {
      const headers = { ...csv, 'content-type': type, 'content-encoding': 'zstd' };
      expect((await service.send('POST', '/v1/load/orders', headers, 'zzz')).status).toBe(200);
      expect(service.loaded.at(-1)).toMatchObject({ format, compression: 'zstd', text: 'zzz' });
    }
  });

  it('takes a file in chunks of any size, larger than it ever holds', async () => {
    const service = await serve();
    const chunks = Array.from({ length: 3_000 }, (_, n) => Buffer.alloc(n + 1, 'x'));
    const { status } = await service.send('POST', '/v1/load/orders', csv, Readable.from(chunks));
    expect(status).toBe(200);
    expect(service.loaded[0]?.text).toBe(Buffer.concat(chunks).toString());
  });

  it.each([
    ['/v1/load/nothing', {}, 404, 'Data Pool nothing not found'],
    ['/v1/load/orders', { authorization: 'reader' }, 403, 'data_pool:load'],
    ['/v1/load/orders', { 'content-type': 'text/plain' }, 415, 'text/csv'],
    ['/v1/load/orders', { 'content-encoding': 'br' }, 415, 'gzip, zstd'],
    ['/v1/load/orders', { 'upload-complete': 'yes' }, 400, '?0 or ?1'],
    ['/v1/load/orders', { 'content-length': '10000001' }, 413, '10000000'],
  ])('refuses %s with %o before any of its body is there', async (path, headers, status, message) => {
    const service = await serve();
    const sent = await opened(service.url + path, 'POST', { ...csv, 'content-length': '100', ...headers });
    const refused = await answer(sent);
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toContain(message);
    sent.destroy();
    expect(readdirSync(service.directory)).toEqual([]);
  });

  it('does not ask for a body that it refuses', async () => {
    const service = await serve();
    const refused = await opened(`${service.url}/v1/load/nothing`, 'POST', {
      ...csv,
      expect: '100-continue',
      'content-length': '5',
    });
    refused.on('continue', () => expect.unreachable());
    expect((await answer(refused)).status).toBe(404);
    refused.destroy();
    const wanted = await opened(`${service.url}/v1/load/orders`, 'POST', {
      ...csv,
      expect: '100-continue',
      'content-length': '5',
    });
    await once(wanted, 'continue');
    wanted.end('a\n1\n2');
    expect((await answer(wanted)).status).toBe(200);
  });

  it('refuses a file for which the disk has no space, and deletes one that fills the disk', async () => {
    const { url, directory, data } = await serve({
      limits: { fileBytesMax: 2 ** 50, keptFreeBytes: 1_000_000 },
    });
    const declared = await opened(`${url}/v1/load/orders`, 'POST', {
      ...csv,
      'content-length': String(freeBytes(directory)),
    });
    const refused = await answer(declared);
    declared.destroy();
    expect(refused).toMatchObject({
      status: 507,
      body: { error: { code: 'UNAVAILABLE', message: expect.stringContaining('free space') } },
    });
    expect(data()).toEqual([]);
    const full = await serve({ limits: { fileBytesMax: 2 ** 50, keptFreeBytes: 2 ** 50 } });
    const chunked = await full
      .send('POST', '/v1/load/orders', csv, Readable.from([Buffer.from('a\n1\n')]))
      .catch(() => undefined);
    if (chunked) expect(chunked.status).toBe(507);
    expect(readdirSync(full.directory)).toEqual([]);
  });

  it('ends a body that exceeds the limit, stalls or breaks off, and deletes the file', async () => {
    const { url, loaded, directory } = await serve({ limits: { fileBytesMax: 1_000, idleMsMax: 200 } });
    const long = await opened(`${url}/v1/load/orders`, 'POST', csv);
    long.write(Buffer.alloc(1_001));
    expect(await answer(long)).toMatchObject({ status: 413 });
    const slow = await opened(`${url}/v1/load/orders`, 'POST', { ...csv, 'content-length': '100' });
    slow.write('a');
    expect(await answer(slow)).toMatchObject({
      status: 408,
      body: { error: { message: expect.stringContaining('200 ms') } },
    });
    slow.destroy();
    const broken = await opened(`${url}/v1/load/orders`, 'POST', csv);
    broken.write('a,b\n');
    await expect.poll(() => readdirSync(directory).length).toBe(2);
    broken.destroy();
    await expect.poll(() => readdirSync(directory)).toEqual([]);
    expect(loaded).toEqual([]);
  });

  it('may take longer than other requests, as long as more of it arrives', async () => {
    const { url } = await serve({ requestTimeoutMs: 300, limits: { idleMsMax: 2_000 } });
    const sent = await opened(`${url}/v1/load/orders`, 'POST', csv);
    for (let n = 0; n < 12; n++) {
      sent.write(`${n}\n`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    sent.end();
    expect(await answer(sent)).toMatchObject({ status: 200 });
  });

  it('is limited to some files at a time, for each Application and for all', async () => {
    const { url, send } = await serve();
    const hold = async (authorization: string) => {
      const sent = await opened(`${url}/v1/load/orders`, 'POST', { ...csv, authorization });
      sent.write('a');
      closing.push(() => sent.destroy());
    };
    await hold('loader');
    await hold('loader');
    await expect.poll(async () => (await send('POST', '/v1/load/orders', csv, 'a')).status).toBe(429);
    await hold('another');
    await expect
      .poll(
        async () => (await send('POST', '/v1/load/orders', { ...csv, authorization: 'third' }, 'a')).status,
      )
      .toBe(503);
  });

  it("answers with the job's error, and with its ID alone when the client does not wait", async () => {
    const { send, service } = await serve({ fails: true });
    const failed = await send('POST', '/v1/load/orders', csv, 'a');
    expect(failed).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', message: 'Line 3: "x" is not a number' }, job: 'JOB0' },
    });
    service.fails = false;
    service.endsJobs = false;
    const later = await send('POST', '/v1/load/orders?wait=false', csv, 'a');
    expect(later).toMatchObject({ status: 202, body: { job: 'JOB1', progress: 0.5 } });
  });

  it('answers with the ID alone when the service stops before the job ends', async () => {
    const { url, service, stop, jobs } = await serve();
    service.endsJobs = false;
    const sent = await opened(`${url}/v1/load/orders`, 'POST', csv);
    const answered = answer(sent);
    sent.end('a\n1\n');
    await expect.poll(() => jobs.size).toBe(1);
    await stop();
    expect(await answered).toEqual({ status: 202, body: { job: 'JOB0', progress: 0.5 } });
  });

  it('can be called by pages of other origins, which see where to continue', async () => {
    const { send } = await serve();
    const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'PATCH' };
    const asked = await send('OPTIONS', '/v1/loads/UPL1', preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    const { headers } = await send('POST', '/v1/load/orders', { ...csv, origin: preflight.origin }, 'a');
    expect(headers.get('access-control-expose-headers')).toContain('upload-offset');
  });

  it('loads once for each idempotency key and Data Pool, and again after a failure', async () => {
    const { send, loaded, service } = await serve({ fails: true });
    const keyed = { ...csv, 'idempotency-key': 'one' };
    expect((await send('POST', '/v1/load/orders', keyed, 'x')).status).toBe(400);
    service.fails = false;
    const first = await send('POST', '/v1/load/orders', keyed, 'a');
    expect(await send('POST', '/v1/load/orders', keyed, 'a')).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(loaded.map(({ text }) => text)).toEqual(['x', 'a']);
    const other = await send(
      'POST',
      '/v1/load/orders',
      { ...keyed, 'content-type': 'application/json' },
      'a',
    );
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect((await send('POST', '/v1/load/others', keyed, 'a')).status).toBe(200);
    expect(loaded).toHaveLength(3);
  });

  it('refuses another file of the same size under the same key, also one that was first sent in parts', async () => {
    const service = await serve();
    const { send, loaded } = service;
    const refused = {
      status: 409,
      body: { error: { message: 'This idempotency key was already used with a different file' } },
    };
    const keyed = { ...csv, 'idempotency-key': 'one' };
    const first = await send('POST', '/v1/load/orders', keyed, 'a,b\n1,2\n');
    expect(await send('POST', '/v1/load/orders', keyed, 'a,b\n1,3\n')).toMatchObject(refused);
    const inChunks = Readable.from([Buffer.from('a,b\n'), Buffer.from('9,9\n')]);
    expect(await send('POST', '/v1/load/orders', keyed, inChunks)).toMatchObject(refused);
    const longer = Readable.from([Buffer.from('a,b\n1,2\n'), Buffer.from('3,4\n')]);
    expect((await send('POST', '/v1/load/orders', keyed, longer)).status).toBe(413);
    const again = Readable.from([Buffer.from('a,b\n1,'), Buffer.from('2\n')]);
    expect(await send('POST', '/v1/load/orders', keyed, again)).toMatchObject({
      status: 200,
      body: first.body,
    });

    const parts = { 'idempotency-key': 'two' };
    const location = (await begin(service, parts, 'a,b\n')).headers.get('location') ?? '';
    const more = { ...part, 'upload-offset': '4', 'upload-complete': '?0' };
    expect((await send('PATCH', location, more, '1,')).status).toBe(204);
    const last = { ...part, 'upload-offset': '6', 'upload-complete': '?1' };
    expect((await send('PATCH', location, last, '2\n')).status).toBe(200);
    const whole = { ...csv, ...parts };
    expect(await send('POST', '/v1/load/orders', whole, 'a,b\n1,3\n')).toMatchObject(refused);
    expect((await send('POST', '/v1/load/orders', whole, 'a,b\n1,2\n')).status).toBe(200);
    expect(loaded).toHaveLength(2);
  });

  it('loads once when requests with the same key arrive together, and after a restart', async () => {
    const before = await serve();
    const keyed = { ...csv, 'idempotency-key': 'one' };
    const body = () => Readable.from([Buffer.from('a\n'), Buffer.from('1\n')]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => before.send('POST', '/v1/load/orders', keyed, body())),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(before.loaded).toHaveLength(1);
    await before.stop();
    const after = await serve(before);
    expect(await after.send('POST', '/v1/load/orders', keyed, body())).toMatchObject({
      status: 200,
      body: { job: 'JOB0' },
    });
    expect(after.loaded).toEqual([]);
  });
});

describe('a resumable upload', () => {
  it('is begun, continued where it stands, and loaded when it is complete', async () => {
    const service = await serve();
    const { send, loaded } = service;
    const begun = await begin(service, { 'upload-length': '8' }, 'a,b\n');
    expect(begun.status).toBe(201);
    expect(begun.headers.get('upload-offset')).toBe('4');
    const location = begun.headers.get('location') ?? '';
    const head = await send('HEAD', location, part);
    expect([
      head.status,
      head.headers.get('upload-offset'),
      head.headers.get('upload-complete'),
      head.headers.get('upload-length'),
    ]).toEqual([204, '4', '?0', '8']);
    const wrong = await send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '3', 'upload-complete': '?0' },
      'x',
    );
    expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, '4']);
    const more = await send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '4', 'upload-complete': '?0' },
      '1,',
    );
    expect([more.status, more.headers.get('upload-offset')]).toEqual([204, '6']);
    const short = await send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '6', 'upload-complete': '?1' },
      '2',
    );
    expect(short).toMatchObject({
      status: 400,
      body: { error: { message: 'Upload-Length is 8, but the file has 7 bytes' } },
    });
    const done = await send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '7', 'upload-complete': '?1' },
      '\n',
    );
    expect(done).toMatchObject({ status: 200, body: { rows: 7, job: 'JOB0' } });
    expect(loaded.map(({ text }) => text)).toEqual(['a,b\n1,2\n']);
    // The answer may have been lost.
    const complete = await send('HEAD', location, part);
    expect([complete.headers.get('upload-offset'), complete.headers.get('upload-complete')]).toEqual([
      '8',
      '?1',
    ]);
    expect(await send('GET', location, part)).toMatchObject({ status: 200, body: done.body });
    expect(
      (await send('PATCH', location, { ...part, 'upload-offset': '8', 'upload-complete': '?1' }, '')).status,
    ).toBe(409);
    expect(loaded).toHaveLength(1);
  });

  it('keeps what arrived before the connection broke, and yields to a client that asks', async () => {
    const service = await serve();
    const location = (await begin(service)).headers.get('location') ?? '';
    const broken = await opened(service.url + location, 'PATCH', {
      ...part,
      'upload-offset': '0',
      'upload-complete': '?1',
      'content-length': '100',
    });
    broken.write('a,b\n');
    await arrival();
    broken.destroy();
    const offset = async () => (await service.send('HEAD', location, part)).headers.get('upload-offset');
    expect(await offset()).toBe('4');
    const hanging = await opened(service.url + location, 'PATCH', {
      ...part,
      'upload-offset': '4',
      'upload-complete': '?1',
      'content-length': '100',
    });
    hanging.write('1,');
    await arrival();
    expect(await offset()).toBe('6');
    expect(await answer(hanging)).toMatchObject({ status: 409 });
    hanging.destroy();
    const done = await service.send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '6', 'upload-complete': '?1' },
      '2\n',
    );
    expect(done.status).toBe(200);
    expect(service.loaded.map(({ text }) => text)).toEqual(['a,b\n1,2\n']);
  });

  it('never takes bytes from two requests at the same offset', async () => {
    const service = await serve();
    const location = (await begin(service)).headers.get('location') ?? '';
    const headers = { ...part, 'upload-offset': '0', 'upload-complete': '?0' };
    const answers = await Promise.all(
      ['aaaa', 'bbbb', 'cccc'].map((text) => service.send('PATCH', location, headers, text)),
    );
    // The last one to ask is served; it may find that the bytes of another have arrived.
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
    const offset = (await service.send('HEAD', location, part)).headers.get('upload-offset') ?? '';
    expect(['0', '4']).toContain(offset);
    const last = { ...part, 'upload-offset': offset, 'upload-complete': '?1' };
    expect((await service.send('PATCH', location, last, 'dddd')).status).toBe(200);
    expect(service.loaded[0]?.text).toMatch(/^(a{4}|b{4}|c{4})?d{4}$/);
  });

  it('survives a restart, in a file of its own that only the service can read', async () => {
    const before = await serve();
    const location = (await begin(before, {}, 'a,b\n')).headers.get('location') ?? '';
    expect(
      readdirSync(before.directory).map((name) => statSync(join(before.directory, name)).mode & 0o777),
    ).toEqual([0o600, 0o600]);
    const cut = await opened(before.url + location, 'PATCH', {
      ...part,
      'upload-offset': '4',
      'upload-complete': '?1',
    });
    cut.write('1,');
    await arrival();
    await Promise.all([before.stop(), answer(cut).then(({ status }) => expect(status).toBe(503))]);
    const after = await serve(before);
    expect((await after.send('HEAD', location, part)).headers.get('upload-offset')).toBe('6');
    const done = await after.send(
      'PATCH',
      location,
      { ...part, 'upload-offset': '6', 'upload-complete': '?1' },
      '2\n',
    );
    expect(done.status).toBe(200);
    expect(after.loaded.map(({ text }) => text)).toEqual(['a,b\n1,2\n']);
  });

  it('belongs to the Application that began it', async () => {
    const service = await serve();
    const location = (await begin(service)).headers.get('location') ?? '';
    for (const method of ['HEAD', 'GET', 'PATCH', 'DELETE'])
      expect((await service.send(method, location, { ...part, authorization: 'another' })).status).toBe(404);
  });

  it('is deleted by its client, or when nobody continues it', async () => {
    const service = await serve();
    const { send, clock, uploads, directory, data } = service;
    const cancelled = (await begin(service, {}, 'a')).headers.get('location') ?? '';
    expect((await send('DELETE', cancelled, part)).status).toBe(204);
    expect((await send('HEAD', cancelled, part)).status).toBe(404);
    const kept = (await begin(service, {}, 'a')).headers.get('location') ?? '';
    clock.advance(limits.keptMs - 5_000);
    await uploads.sweep();
    expect((await send('HEAD', kept, part)).status).toBe(204);
    const [file = ''] = data();
    utimesSync(join(directory, file), new Date(0), new Date(0));
    clock.advance(limits.keptMs);
    await uploads.sweep();
    expect((await send('HEAD', kept, part)).status).toBe(404);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('keeps its outcome for as long after its last byte, however long it took', async () => {
    const service = await serve();
    const { send, clock, uploads } = service;
    const location = (await begin(service, {}, 'a')).headers.get('location') ?? '';
    clock.advance(limits.keptMs - 5_000);
    const last = { ...part, 'upload-offset': '1', 'upload-complete': '?1' };
    expect((await send('PATCH', location, last, 'b')).status).toBe(200);
    clock.advance(limits.keptMs - 5_000);
    await uploads.sweep();
    expect((await send('GET', location, part)).status).toBe(200);
    clock.advance(10_000);
    await uploads.sweep();
    expect((await send('GET', location, part)).status).toBe(404);
  });

  it('leaves its file to its job, and no file without one', async () => {
    const { send, uploads, service, jobs, data } = await serve();
    service.endsJobs = false;
    await send('POST', '/v1/load/orders?wait=false', csv, 'a');
    await uploads.sweep();
    expect(data()).toHaveLength(1);
    // The Data Pool is deleted, and its jobs with it.
    jobs.clear();
    await uploads.sweep();
    expect(data()).toEqual([]);
  });

  it('leaves its file to a job that is created while files without one are looked for', async () => {
    const { send, uploads, service, data } = await serve();
    service.endsJobs = false;
    let create = () => {};
    const mayCreate = new Promise<void>((resolve) => {
      create = resolve;
    });
    const creating = new Promise<void>((resolve) => {
      service.beforeJob = () => {
        resolve();
        return mayCreate;
      };
    });
    const sent = send('POST', '/v1/load/orders?wait=false', csv, 'a');
    await creating;
    service.jobsListed = async () => {
      create();
      await sent;
    };
    await uploads.sweep();
    create();
    expect((await sent).status).toBe(202);
    expect(data()).toHaveLength(1);
  });

  it('is found again by its idempotency key', async () => {
    const service = await serve();
    const first = await begin(service, { 'idempotency-key': 'one' }, 'a,b\n');
    const again = await begin(service, { 'idempotency-key': 'one' }, 'a,b\n');
    expect(again.status).toBe(201);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('upload-offset')).toBe('4');
    const whole = await service.send('POST', '/v1/load/orders', { ...csv, 'idempotency-key': 'one' }, 'a');
    expect(whole.status).toBe(409);
  });

  it('is limited in number for each Application', async () => {
    const service = await serve();
    for (let n = 0; n < limits.openPerApplicationMax; n++) expect((await begin(service)).status).toBe(201);
    expect((await begin(service)).status).toBe(429);
    expect((await begin(service, { authorization: 'another' })).status).toBe(201);
  });
});

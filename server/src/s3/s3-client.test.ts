import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { extent } from '../../../tests/support/extent.js';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.js';
import type { S3Object } from './object-list.js';
import { type BucketAccess, S3Client } from './s3-client.js';
import type { S3Error } from './s3-error.js';

let s3: S3Server;
let access: BucketAccess;
const directory = mkdtempSync(join(tmpdir(), 'weir-s3-'));
const file = join(directory, 'download');
const client = new S3Client({ allowPrivateEndpoints: true });
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3;
  access = { endpoint, bucket, region: 'us-east-1', accessKeyId, secretAccessKey };
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

afterAll(async () => {
  await client.close();
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

async function listed(prefix: string, from = client, where = access): Promise<S3Object[]> {
  const all: S3Object[] = [];
  for await (const page of from.list(where, prefix)) all.push(...page);
  return all;
}

async function failure(promise: Promise<unknown>): Promise<S3Error> {
  return await promise.then(
    () => expect.unreachable('should have failed'),
    (error: S3Error) => error,
  );
}

async function fakeEndpoint(answer: RequestListener): Promise<BucketAccess & { readonly server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...access, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('lists more objects than one page has, each once', async () => {
  const keys = Array.from(
    { length: extent(1_100, 2_345) },
    (_, index) => `many/${String(index).padStart(5, '0')}.csv`,
  );
  await s3.putAll(new Map(keys.map((key) => [key, key])));
  const found = await listed('many/');
  expect(found.map(({ key }) => key)).toEqual(keys);
  expect(new Set(found.map(({ etag }) => etag)).size).toBe(keys.length);
  expect(found[0]).toMatchObject({ sizeBytes: 14, etag: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

// The server of these tests escapes some marks twice in its lists; see the test of object-list.ts for those.
test.each([
  'naïve/données – 日本.csv',
  'spaces and + plus/a=b.csv',
  'marks/!()*~;:@,$.csv',
  'percent/100%25.csv',
  '007',
])('lists and downloads the key %s', async (key) => {
  await s3.put(key, `content of ${key}`);
  // Nor does it sign marks in a query as S3 does.
  const [object] = (await listed(key.slice(0, 3))) as [S3Object];
  expect(object.key).toBe(key);
  await client.download(access, object, file);
  expect(readFileSync(file, 'utf8')).toBe(`content of ${key}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a wrong secret, key or bucket is told apart', async () => {
  const wrong = (changes: Partial<BucketAccess>) => failure(listed('', client, { ...access, ...changes }));
  expect(await wrong({ secretAccessKey: 'not-the-secret' })).toMatchObject({
    code: 'SOURCE_FAILED',
    problem: 'credentials',
    message: expect.stringContaining('SignatureDoesNotMatch'),
  });
  expect(await wrong({ accessKeyId: 'UNKNOWN' })).toMatchObject({ problem: 'credentials' });
  expect(await wrong({ bucket: 'missing' })).toMatchObject({
    problem: 'bucket',
    message: 'The bucket does not exist (status 404, NoSuchBucket)',
  });
});

test('an overwritten or deleted object is not taken for the listed one', async () => {
  await s3.put('changing.csv', 'first');
  const [object] = (await listed('changing.csv')) as [S3Object];
  await s3.put('changing.csv', 'other');
  expect(await failure(client.download(access, object, file))).toMatchObject({ problem: 'changed' });
  await s3.remove('changing.csv');
  expect(await failure(client.download(access, object, file))).toMatchObject({ problem: 'changed' });
  expect(existsSync(file)).toBe(false);
});

test('a key with a part that a URL cannot express is refused', async () => {
  const object = { key: 'a/../b.csv', etag: 'e', sizeBytes: 1 };
  expect(await failure(client.download(access, object, file))).toMatchObject({ problem: 'object' });
});

test('redirects are not followed', async () => {
  let followed = 0;
  const target = await fakeEndpoint((_request, response) => {
    followed += 1;
    response.end();
  });
  const endpoint = await fakeEndpoint((_request, response) => {
    response.writeHead(307, { location: `${target.endpoint}/elsewhere` }).end();
  });
  expect(await failure(listed('', client, endpoint))).toMatchObject({
    problem: 'endpoint',
    message: 'The endpoint redirects to another address, which is not followed (status 307)',
  });
  expect(followed).toBe(0);
});

test('an overloaded endpoint is called again, a few times', async () => {
  let calls = 0;
  const quick = new S3Client({ allowPrivateEndpoints: true, limits: { retryAfterMs: 1 } });
  closing.push(() => quick.close());
  const endpoint = await fakeEndpoint((_request, response) => {
    calls += 1;
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
  });
  expect((await failure(listed('', quick, endpoint))).message).toContain('SlowDown');
  expect(calls).toBe(3);
});

test('endpoints that are dead, silent, slow or endless are left in time', async () => {
  const hasty = new S3Client({
    allowPrivateEndpoints: true,
    limits: { connectMsMax: 300, headersMsMax: 300, idleMsMax: 300, answerBytesMax: 100_000 },
  });
  closing.push(() => hasty.close());
  const start = performance.now();
  const silent = await fakeEndpoint(() => undefined);
  expect((await failure(listed('', hasty, silent))).message).toContain('did not answer in time');
  const stuck = await fakeEndpoint((_request, response) => response.writeHead(200).write('<List'));
  expect((await failure(listed('', hasty, stuck))).message).toContain('stopped sending');
  const endless = await fakeEndpoint((_request, response) => {
    response.on('error', () => undefined);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  });
  expect((await failure(listed('', hasty, endless))).message).toContain('exceeds 100000 bytes');
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const closed = { ...access, endpoint: `http://127.0.0.1:${port}` };
  expect((await failure(listed('', hasty, closed))).message).toContain('refuses connections');
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('an endpoint that sends less than it announces leaves no file', async () => {
  const endpoint = await fakeEndpoint((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('only this');
    setTimeout(() => response.destroy(), 20);
  });
  const object = { key: 'short.csv', etag: '', sizeBytes: 1_000 };
  expect(await failure(client.download(endpoint, object, file))).toMatchObject({ problem: 'endpoint' });
  expect(existsSync(file)).toBe(false);
});

test('what is not a list is an error, and so is a list without an end', async () => {
  const page = (text: string) => fakeEndpoint((_request, response) => response.end(text));
  const html = await page('<html><body>Welcome</body></html>');
  expect((await failure(listed('', client, html))).message).toContain('does not answer as S3 does');
  const loop = await page(
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>',
  );
  expect((await failure(listed('', client, loop))).message).toContain('again and again');
});

test('a list of empty pages is not followed without an end', async () => {
  const limited = new S3Client({ allowPrivateEndpoints: true, limits: { pagesMax: 5 } });
  closing.push(() => limited.close());
  let pages = 0;
  const endpoint = await fakeEndpoint((_request, response) => {
    pages += 1;
    response.end(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t${pages}</NextContinuationToken></ListBucketResult>`,
    );
  });
  expect((await failure(listed('', limited, endpoint))).message).toContain('more than 5 pages');
  expect(pages).toBe(5);
});

test('private endpoints are refused unless they are allowed', async () => {
  const guarded = new S3Client({ allowPrivateEndpoints: false });
  closing.push(() => guarded.close());
  const { port } = new URL(s3.endpoint);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const where = { ...access, endpoint: `http://${host}:${port}` };
    const { message } = await failure(listed('', guarded, where));
    expect(message).toContain('WEIR_ALLOW_PRIVATE_ENDPOINTS');
  }
});

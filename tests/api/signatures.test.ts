/** Webhooks that only take signed requests, over HTTP. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { type Signer, signers } from '../support/signers.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const signerOf = (scheme: string): Signer => {
  const found = signers.find((signer) => signer.scheme === scheme);
  if (!found) throw new Error(`There is no signer for ${scheme}`);
  return found;
};

const signed = ({ scheme, secret, settings }: Signer) => ({
  signature: { scheme, secrets: [secret], ...settings },
});

/** The URL as senders know it, while the request goes to the address that the service listens on. */
async function send(
  webhook: Webhook,
  signer: Signer,
  { body = signer.body, atMs = Date.now(), secret = signer.secret, extra = {}, sent = body } = {} as {
    body?: string;
    atMs?: number;
    secret?: string;
    extra?: Record<string, string>;
    sent?: string;
  },
) {
  const url = `${service.url}${webhook.path}`.replace('127.0.0.1', 'localhost');
  const { headers, query = '' } = signer.sign(body, atMs, url, secret);
  const response = await fetch(`${service.url}${webhook.path}${query}`, {
    method: 'POST',
    headers: { 'content-type': signer.contentType ?? 'application/json', ...headers, ...extra },
    body: sent,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const countOf = async ({ table }: Webhook) =>
  Number((await stored(service, `SELECT count() FROM ${table}`))[0]?.[0]);

describe.each(signers.map((signer) => [signer.name ?? signer.scheme, signer] as const))('%s', (_, signer) => {
  it('stores what is signed, and refuses with the reason what is not', async () => {
    const webhook = await createWebhook(service, [], signed(signer));
    expect(await send(webhook, signer)).toMatchObject({ status: 200 });
    const refused = await send(webhook, signer, { secret: signer.secret.replace(/....$/, 'ABCD') });
    expect(refused).toMatchObject({ status: 401, text: expect.stringContaining('does not match') });
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect(refused.text).not.toContain(signer.secret);
    const changed = await send(webhook, signer, { sent: `${signer.body} ` });
    expect(changed.status).toBe(401);
    expect(JSON.parse(changed.text).error.code).toBe('UNAUTHENTICATED');
    expect(await countOf(webhook)).toBe(1);
  });
});

describe('a signed webhook', () => {
  const slack = signerOf('SLACK');
  const stripe = signerOf('STRIPE');
  const standard = signerOf('STANDARD_WEBHOOKS');

  it('refuses a request without a signature, or with an old one, and counts both', async () => {
    const webhook = await createWebhook(service, [], signed(stripe));
    const counted = async (reason: string) =>
      Number(
        new RegExp(`weir_intake_refusals_total\\{reason="${reason}"\\} (\\d+)`).exec(
          await scrape(service),
        )?.[1] ?? 0,
      );
    const before = { missing: await counted('signature_missing'), stale: await counted('signature_stale') };
    const unsigned = await fetch(`${service.url}${webhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([unsigned.status, await unsigned.text()]).toEqual([
      401,
      expect.stringContaining('needs the header stripe-signature'),
    ]);
    const old = await send(webhook, stripe, { atMs: Date.now() - 600_000 });
    expect(old).toMatchObject({ status: 401, text: expect.stringContaining('more than 300 s from now') });
    expect(await counted('signature_missing')).toBe(before.missing + 1);
    expect(await counted('signature_stale')).toBe(before.stale + 1);
    expect(await countOf(webhook)).toBe(0);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('verifies the bytes that arrive, and then decompresses them: %s', async (encoding, compress) => {
    const { secret, body } = signerOf('GITHUB');
    const webhook = await createWebhook(service, [], signed(signerOf('GITHUB')));
    const packed = compress(body);
    const statusOf = async (signedBytes: string | Buffer) => {
      const signature = createHmac('sha256', secret).update(signedBytes).digest('hex');
      const response = await fetch(`${service.url}${webhook.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': encoding,
          'x-hub-signature-256': `sha256=${signature}`,
        },
        body: new Uint8Array(packed),
      });
      return response.status;
    };
    expect(await statusOf(body)).toBe(401);
    expect(await statusOf(packed)).toBe(200);
    expect(await stored(service, `SELECT _service_payload FROM ${webhook.table}`)).toEqual([[body]]);
  });

  it('answers the question by which Slack verifies a URL, if it is signed, and stores nothing', async () => {
    const webhook = await createWebhook(service, [], signed(slack));
    const body = JSON.stringify({ token: 't', challenge: '3eZbrw1aB', type: 'url_verification' });
    expect(await send(webhook, slack, { body })).toMatchObject({
      status: 200,
      text: JSON.stringify({ challenge: '3eZbrw1aB' }),
    });
    expect((await send(webhook, slack, { body, secret: 'not the secret' })).status).toBe(401);
    expect(await countOf(webhook)).toBe(0);
  });

  it.each([
    ['the ID that is signed', standard],
    ['the signature, which has a time', stripe],
  ])('stores a request that is repeated once, by %s, whatever else is in its headers', async (_, signer) => {
    const webhook = await createWebhook(service, [], signed(signer));
    const atMs = Date.now();
    for (const key of ['one', 'two', 'three'])
      expect((await send(webhook, signer, { atMs, extra: { 'idempotency-key': key } })).status).toBe(200);
    expect(await countOf(webhook)).toBe(1);
  });

  it('changes to another secret without refusing a request, and to none', async () => {
    const webhook = await createWebhook(service, [], signed(slack));
    const change = async (connectionSettings: object) =>
      await service.request(
        'mutation ($input: ModifyWebhookDataSourceInput!) { modifyWebhookDataSource(input: $input) { dataSource { id } } }',
        { input: { idOrUniqueName: { id: webhook.dataSourceId }, connectionSettings } },
      );
    const statuses = async () => [
      (await send(webhook, slack, { body: `{"n":${Math.random()}}` })).status,
      (await send(webhook, slack, { body: `{"n":${Math.random()}}`, secret: 'the new secret' })).status,
    ];
    expect(await statuses()).toEqual([200, 401]);
    await change({ signature: { scheme: 'SLACK', secrets: [slack.secret, 'the new secret'] } });
    expect(await statuses()).toEqual([200, 200]);
    await change({ signature: { scheme: 'SLACK', secrets: ['the new secret'] } });
    expect(await statuses()).toEqual([401, 200]);
    await change({ basicAuthEnabled: false });
    expect(await statuses()).toEqual([401, 200]);
    await change({ signatureEnabled: false });
    expect(await statuses()).toEqual([200, 200]);
    const plain = await fetch(`${service.url}${webhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(plain.status).toBe(200);
  });

  it('shows its scheme, and its secrets nowhere, not even on disk', async () => {
    const acme = { ...signerOf('HMAC'), secret: 'a secret to be searched for' };
    const webhook = await createWebhook(service, [], signed(acme));
    const shown = await service.request(
      `{ dataSource(id: "${webhook.dataSourceId}") { connectionSettings { ... on WebhookConnectionSettings {
        signature { scheme secretCount toleranceInSeconds hmac { header algorithm encoding prefix signedContent timestampHeader idHeader } } } } } }`,
    );
    expect(shown).toEqual({
      dataSource: {
        connectionSettings: {
          signature: {
            scheme: 'HMAC',
            secretCount: 1,
            toleranceInSeconds: 300,
            hmac: {
              header: 'x-acme-signature',
              algorithm: 'SHA512',
              encoding: 'BASE64',
              prefix: 'acme ',
              signedContent: '{id}:{timestamp}:{body}:end',
              timestampHeader: 'x-acme-time',
              idHeader: 'x-acme-delivery',
            },
          },
        },
      },
    });
    for (const file of ['catalog.sqlite', 'catalog.sqlite-wal'])
      expect(readFileSync(join(service.directory, file)).includes(acme.secret)).toBe(false);
  });

  it('is refused with settings that cannot work', async () => {
    const { errors } = await service.graphql(
      'mutation ($input: CreateWebhookDataSourceInput!) { createWebhookDataSource(input: $input) { dataSource { id } } }',
      { input: { connectionSettings: { signature: { scheme: 'HMAC', secrets: ['long enough'] } } } },
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('give hmac with the scheme HMAC'),
      extensions: { code: 'BAD_REQUEST' },
    });
  });
});

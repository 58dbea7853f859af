/**
 * Senders that sign their requests as they document it. Where npm has the sender's own code, a request that this code has
 * signed is recorded; tests/compatibility/signature-sdks.test.ts compares both with the code itself.
 */
import { createHash, createHmac } from 'node:crypto';

export interface SignedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Added to the URL. */
  readonly query?: string;
}

export interface Signer {
  readonly scheme: string;
  readonly name?: string;
  readonly secret: string;
  readonly body: string;
  readonly contentType?: string;
  /** Settings of the signature besides scheme and secrets. */
  readonly settings?: object;
  /** Of the body at a time, with `secret` in place of its own. */
  sign(body: string, atMs: number, url: string, secret: string): SignedHeaders;
  /** The sender's own code signed `body` with `secret` like this, at `recordedAtMs` and for `recordedUrl`. */
  readonly recorded?: SignedHeaders;
}

export const recordedAtMs = Date.UTC(2026, 10, 17, 12);
export const recordedUrl = 'https://weir.example.com/v1/WHK1';

const base64Secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`;
const textSecret = 'It is a Secret to Everybody';
const seconds = (ms: number) => String(Math.floor(ms / 1000));
const json = JSON.stringify({ id: 'evt_1', type: 'order.created', amount: 12.5, note: 'Zürich ✓' });
const form = new URLSearchParams({ CallSid: 'CA123', From: '+41 44 000', Body: 'a=b&c', Zip: '' }).toString();
const hmac = (algorithm: string, secret: string | Buffer, text: string) =>
  createHmac(algorithm, secret).update(text, 'utf8');

/** The headers of Standard Webhooks, which Svix sends under other names. */
const standardHeaders = (prefix: string, id: string, body: string, atMs: number, secret: string) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: seconds(atMs),
    [`${prefix}-signature`]: `v1,${hmac('sha256', key, `${id}.${seconds(atMs)}.${body}`).digest('base64')}`,
  };
};

const twilioSignature = (secret: string, text: string) => hmac('sha1', secret, text).digest('base64');

export const signers: readonly Signer[] = [
  {
    scheme: 'STANDARD_WEBHOOKS',
    secret: base64Secret,
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: standardHeaders('webhook', 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, atMs, secret),
    }),
    recorded: {
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1794916800',
        'webhook-signature': 'v1,ziMXyo4YX89W3kVJfBlcGl7ZLvn9fj29EbYy9FATuiE=',
      },
    },
  },
  {
    scheme: 'SVIX',
    secret: base64Secret,
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: standardHeaders('svix', 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj', body, atMs, secret),
    }),
    recorded: {
      headers: {
        'svix-id': 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
        'svix-timestamp': '1794916800',
        'svix-signature': 'v1,hmFSTaySHJqFHJXFBnq6x6vpsDWRASu2CnWFh1iCX7E=',
      },
    },
  },
  {
    scheme: 'GITHUB',
    secret: textSecret,
    body: json,
    sign: (body, _atMs, _url, secret) => ({
      headers: { 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body).digest('hex')}` },
    }),
    recorded: {
      headers: {
        'x-hub-signature-256': 'sha256=81ebda0966ef4d8cd068a0ccb12fb8ffe370f9d29be025ee553a9f5840f517c7',
      },
    },
  },
  {
    scheme: 'STRIPE',
    secret: 'whsec_MkW1p0Y7dEq2',
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'stripe-signature': `t=${seconds(atMs)},v1=${hmac('sha256', secret, `${seconds(atMs)}.${body}`).digest('hex')}`,
      },
    }),
    recorded: {
      headers: {
        'stripe-signature':
          't=1794916800,v1=204069e777ebc52bc6d6e1853cac0b5df52d583aa649c8fe4be548ed471a51dd',
      },
    },
  },
  {
    scheme: 'SHOPIFY',
    secret: textSecret,
    body: json,
    sign: (body, _atMs, _url, secret) => ({
      headers: { 'x-shopify-hmac-sha256': hmac('sha256', secret, body).digest('base64') },
    }),
  },
  {
    scheme: 'SLACK',
    secret: textSecret,
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'x-slack-request-timestamp': seconds(atMs),
        'x-slack-signature': `v0=${hmac('sha256', secret, `v0:${seconds(atMs)}:${body}`).digest('hex')}`,
      },
    }),
  },
  {
    scheme: 'TWILIO',
    name: 'TWILIO, a form',
    secret: textSecret,
    body: form,
    contentType: 'application/x-www-form-urlencoded',
    sign: (body, _atMs, url, secret) => {
      const fields = new URLSearchParams(body);
      fields.sort();
      const text = url + [...fields].flat().join('');
      return { headers: { 'x-twilio-signature': twilioSignature(secret, text) } };
    },
    recorded: { headers: { 'x-twilio-signature': 'jOqlyFM04ZB8Z+iPhZx9h8sMKUA=' } },
  },
  {
    scheme: 'TWILIO',
    name: 'TWILIO, JSON',
    secret: textSecret,
    body: json,
    sign: (body, _atMs, url, secret) => {
      const query = `?bodySHA256=${createHash('sha256').update(body, 'utf8').digest('hex')}`;
      return { query, headers: { 'x-twilio-signature': twilioSignature(secret, url + query) } };
    },
    recorded: {
      query: '?bodySHA256=a22b465d126f6164e9da5903f646c0f272d2256a1cafc7954cf1d71e41efa54c',
      headers: { 'x-twilio-signature': 'RRaSHB48SYXQ1SjkVOhRDv5HPmo=' },
    },
  },
  {
    scheme: 'SEGMENT',
    secret: textSecret,
    body: json,
    sign: (body, _atMs, _url, secret) => ({
      headers: { 'x-signature': hmac('sha1', secret, body).digest('hex') },
    }),
  },
  {
    scheme: 'HMAC',
    secret: textSecret,
    body: json,
    settings: {
      hmac: {
        header: 'X-Acme-Signature',
        algorithm: 'SHA512',
        encoding: 'BASE64',
        prefix: 'acme ',
        signedContent: '{id}:{timestamp}:{body}:end',
        timestampHeader: 'X-Acme-Time',
        idHeader: 'X-Acme-Delivery',
      },
    },
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'x-acme-time': seconds(atMs),
        'x-acme-delivery': 'delivery-7',
        'x-acme-signature': `acme ${hmac('sha512', secret, `delivery-7:${seconds(atMs)}:${body}:end`).digest('base64')}`,
      },
    }),
  },
];

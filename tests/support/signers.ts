/** Senders that sign their requests, with their own code where npm has it and as they document it where it does not. */
import { createHmac } from 'node:crypto';
import { sign as signForGitHub } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import twilio from 'twilio';

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
  sign(body: string, atMs: number, url: string, secret: string): Promise<SignedHeaders> | SignedHeaders;
}

const base64Secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`;
const textSecret = 'It is a Secret to Everybody';
const seconds = (ms: number) => String(Math.floor(ms / 1000));
const json = JSON.stringify({ id: 'evt_1', type: 'order.created', amount: 12.5, note: 'Zürich ✓' });
const form = new URLSearchParams({ CallSid: 'CA123', From: '+41 44 000', Body: 'a=b&c', Zip: '' }).toString();
const hmac = (algorithm: string, secret: string, text: string) =>
  createHmac(algorithm, secret).update(text, 'utf8');

export const signers: readonly Signer[] = [
  {
    scheme: 'STANDARD_WEBHOOKS',
    secret: base64Secret,
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': seconds(atMs),
        'webhook-signature': new StandardWebhook(secret).sign(
          'msg_p5jXN8AQM9LWM0D4loKWxJek',
          new Date(atMs),
          body,
        ),
      },
    }),
  },
  {
    scheme: 'SVIX',
    secret: base64Secret,
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'svix-id': 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
        'svix-timestamp': seconds(atMs),
        'svix-signature': new SvixWebhook(secret).sign(
          'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
          new Date(atMs),
          body,
        ),
      },
    }),
  },
  {
    scheme: 'GITHUB',
    secret: textSecret,
    body: json,
    sign: async (body, _atMs, _url, secret) => ({
      headers: { 'x-hub-signature-256': await signForGitHub(secret, body) },
    }),
  },
  {
    scheme: 'STRIPE',
    secret: 'whsec_MkW1p0Y7dEq2',
    body: json,
    sign: (body, atMs, _url, secret) => ({
      headers: {
        'stripe-signature': new Stripe('sk_test_not_used').webhooks.generateTestHeaderString({
          payload: body,
          secret,
          timestamp: Math.floor(atMs / 1000),
        }),
      },
    }),
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
    sign: (body, _atMs, url, secret) => ({
      headers: {
        'x-twilio-signature': twilio.getExpectedTwilioSignature(
          secret,
          url,
          Object.fromEntries(new URLSearchParams(body)),
        ),
      },
    }),
  },
  {
    scheme: 'TWILIO',
    name: 'TWILIO, JSON',
    secret: textSecret,
    body: json,
    sign: (body, _atMs, url, secret) => {
      const query = `?bodySHA256=${twilio.getExpectedBodyHash(body)}`;
      return {
        query,
        headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(secret, url + query, {}) },
      };
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

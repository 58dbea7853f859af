/** The code by which senders sign their requests, where npm has it: what the tests sign and have recorded is the same. */
import { sign as signForGitHub } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { recordedAtMs, recordedUrl, type SignedHeaders, type Signer, signers } from '../support/signers.js';

type Sign = (...request: Parameters<Signer['sign']>) => Promise<SignedHeaders> | SignedHeaders;

const seconds = (ms: number) => Math.floor(ms / 1000);

/** By the name of the signer. */
const sdks: Readonly<Record<string, Sign>> = {
  STANDARD_WEBHOOKS: (body, atMs, _url, secret) => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const signature = new StandardWebhook(secret).sign(id, new Date(atMs), body);
    return {
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(seconds(atMs)),
        'webhook-signature': signature,
      },
    };
  },
  SVIX: (body, atMs, _url, secret) => {
    const id = 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj';
    const signature = new SvixWebhook(secret).sign(id, new Date(atMs), body);
    return {
      headers: { 'svix-id': id, 'svix-timestamp': String(seconds(atMs)), 'svix-signature': signature },
    };
  },
  GITHUB: async (body, _atMs, _url, secret) => ({
    headers: { 'x-hub-signature-256': await signForGitHub(secret, body) },
  }),
  STRIPE: (payload, atMs, _url, secret) => ({
    headers: {
      'stripe-signature': new Stripe('sk_test_not_used').webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: seconds(atMs),
      }),
    },
  }),
  'TWILIO, a form': (body, _atMs, url, secret) => ({
    headers: {
      'x-twilio-signature': twilio.getExpectedTwilioSignature(
        secret,
        url,
        Object.fromEntries(new URLSearchParams(body)),
      ),
    },
  }),
  'TWILIO, JSON': (body, _atMs, url, secret) => {
    const query = `?bodySHA256=${twilio.getExpectedBodyHash(body)}`;
    return {
      query,
      headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(secret, url + query, {}) },
    };
  },
};

const nameOf = ({ name, scheme }: Signer) => name ?? scheme;

it('is compared for every signer that has a recorded request', () => {
  expect(signers.filter(({ recorded }) => recorded).map(nameOf)).toEqual(Object.keys(sdks));
});

describe.each(Object.entries(sdks))('%s', (name, sign) => {
  const signer = signers.find((one) => nameOf(one) === name)!;
  const { body, secret } = signer;

  it('signs what is recorded', async () => {
    expect(await sign(body, recordedAtMs, recordedUrl, secret)).toEqual(signer.recorded);
  });

  it.each([
    ['a short body', '{}'],
    ['letters beyond ASCII', 'Zürich=✓&a=%F0%9F%98%80+x'],
    ['many fields', new URLSearchParams({ b: '2', a: '1', 'a b': '+', A: '' }).toString()],
  ])('signs %s as the tests do, at another time, for another URL, with another secret', async (_, text) => {
    const request = [
      text,
      1_614_265_330_999,
      'http://localhost:8080/v1/WHK2',
      secret.replace(/....$/, 'ABCD'),
    ] as const;
    expect(await sign(...request)).toEqual(signer.sign(...request));
  });
});

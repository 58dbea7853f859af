import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  recordedAtMs as nowMs,
  type Signer,
  signers,
  recordedUrl as url,
} from '../../../../tests/support/signers.js';
import type { Clock } from '../../base/clock.js';
import { SealedTexts } from '../../base/sealed-texts.js';
import type { WebhookSignature } from '../../catalog/webhook-signature.js';
import { type NewSignature, newSignature, signatureSecretPurpose } from './new-signature.js';
import type { SignedRequest } from './scheme.js';
import { SignatureCheck } from './signature-check.js';

const sealedTexts = new SealedTexts('a key of at least 32 characters, made up');
const checkAt = (ms: number) =>
  new SignatureCheck((sealed) => sealedTexts.open(signatureSecretPurpose, sealed), {
    now: () => ms,
  } as Clock);
const check = checkAt(nowMs);

const signatureOf = ({ scheme, settings }: Signer, ...secrets: readonly string[]): WebhookSignature =>
  newSignature({ scheme, secrets, ...settings } as NewSignature, sealedTexts);

function requestOf(
  signer: Signer,
  body = signer.body,
  secret = signer.secret,
  { headers, query = '' } = signer.sign(body, nowMs, url, secret),
): SignedRequest {
  const { contentType = 'application/json' } = signer;
  return { headers: { ...headers, 'content-type': contentType }, url: url + query, body: Buffer.from(body) };
}

/** The same bytes with one of them changed, for each of them. */
const changesOf = (bytes: Buffer) =>
  Array.from(bytes.keys(), (index) => {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    return changed;
  });

const refusal = (reason: RegExp) =>
  expect.objectContaining({ statusCode: 401, reason: expect.stringMatching(reason) });

describe.each(signers.map((signer) => [signer.name ?? signer.scheme, signer] as const))('%s', (_, signer) => {
  const signature = signatureOf(signer, signer.secret);

  it('accepts what is signed as the sender documents it', () => {
    expect(check.verify(signature, requestOf(signer))).toBeDefined();
  });

  it('refuses every change of a byte of the body', () => {
    const request = requestOf(signer);
    for (const body of changesOf(request.body))
      expect(() => check.verify(signature, { ...request, body })).toThrow(refusal(/^signature_wrong$/));
  });

  it('refuses every change of a byte of the headers that it sent', () => {
    const request = requestOf(signer);
    const { headers } = signer.sign(signer.body, nowMs, url, signer.secret);
    for (const [name, value] of Object.entries(headers))
      for (const changed of changesOf(Buffer.from(value))) {
        const changedHeaders = { ...request.headers, [name]: changed.toString('latin1') };
        expect(() => check.verify(signature, { ...request, headers: changedHeaders })).toThrow(
          refusal(/^signature_(wrong|missing)$/),
        );
      }
  });

  it('refuses every change of a byte of the secret', () => {
    const request = requestOf(signer);
    for (const secret of changesOf(Buffer.from(signer.secret)))
      expect(() => check.verify(signatureOf(signer, secret.toString('latin1')), request)).toThrow(
        refusal(/^signature_wrong$/),
      );
  });

  it('refuses a request without a signature', () => {
    const { body } = requestOf(signer);
    expect(() => check.verify(signature, { headers: {}, url, body })).toThrow(refusal(/^signature_missing$/));
  });

  it('accepts either of two secrets', () => {
    const other = signer.secret.replace(/....$/, 'ABCD');
    const both = signatureOf(signer, signer.secret, other);
    for (const secret of [signer.secret, other])
      expect(check.verify(both, requestOf(signer, signer.body, secret))).toBeDefined();
  });

  it('accepts a time within the tolerance only, where it signs one, and then has a key', () => {
    const request = requestOf(signer);
    const signsTime = /^(STANDARD_WEBHOOKS|SVIX|STRIPE|SLACK|HMAC)$/.test(signer.scheme);
    for (const differenceMs of [-301_000, 301_000]) {
      const verify = () => checkAt(nowMs + differenceMs).verify(signature, request);
      if (signsTime) expect(verify).toThrow(refusal(/^signature_stale$/));
      else expect(verify()).toBeDefined();
    }
    for (const differenceMs of [-299_000, 299_000])
      expect(checkAt(nowMs + differenceMs).verify(signature, request)).toBeDefined();
    expect(check.verify(signature, request).key !== undefined).toBe(signsTime);
  });
});

describe.each(
  signers.flatMap((signer) =>
    signer.recorded ? [[signer.name ?? signer.scheme, signer, signer.recorded] as const] : [],
  ),
)('%s', (_, signer, recorded) => {
  it("accepts what the sender's own code has signed, and so do the tests", () => {
    const request = requestOf(signer, signer.body, signer.secret, recorded);
    expect(check.verify(signatureOf(signer, signer.secret), request)).toBeDefined();
    expect(signer.sign(signer.body, nowMs, url, signer.secret)).toEqual(recorded);
  });
});

it.each([
  ['application/json', '{"forged":true}'],
  ['text/plain', 'forged'],
  ['application/json; x=application/x-www-form-urlencoded', '{}'],
])("refuses a body of %s under Twilio's signature of the URL alone", (contentType, forged) => {
  const twilio = { scheme: 'TWILIO', secret: '12345678901234567890123456789012' } as const;
  const headers = {
    'x-twilio-signature': createHmac('sha1', twilio.secret).update(url).digest('base64'),
    'content-type': contentType,
  };
  const verify = (body: string) => () =>
    check.verify(newSignature({ scheme: 'TWILIO', secrets: [twilio.secret] } as NewSignature, sealedTexts), {
      headers,
      url,
      body: Buffer.from(body),
    });
  expect(verify(forged)).toThrow(refusal(/^signature_wrong$/));
  expect(verify('')()).toBeDefined();
});

it.each(['STRIPE', 'SLACK'] as const)(
  'a recorded request of %s has one key, whichever of the secrets signed it',
  (scheme) => {
    const signer = signers.find((other) => other.scheme === scheme) as Signer;
    const secrets = [signer.secret, signer.secret.replace(/....$/, 'ABCD')];
    const both = signatureOf(signer, ...secrets);
    const keys = [];
    for (const secret of secrets) keys.push(check.verify(both, requestOf(signer, signer.body, secret)).key);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
    const other = check.verify(both, requestOf(signer, `${signer.body} `)).key;
    expect(other).not.toBe(keys[0]);
  },
);

describe('the settings of a signature', () => {
  const settings = (input: Partial<NewSignature>) => () =>
    newSignature({ scheme: 'GITHUB', secrets: ['long enough'], ...input }, sealedTexts);

  it.each<[string, Partial<NewSignature>, RegExp]>([
    ['no secret', { secrets: [] }, /1 to 2 secrets/],
    ['three secrets', { secrets: ['long enough', 'long enough2', 'long enough3'] }, /1 to 2 secrets/],
    ['a short secret', { secrets: ['short'] }, /8 to 512 characters/],
    [
      'a secret that is not base64',
      { scheme: 'STANDARD_WEBHOOKS', secrets: ['whsec_!!!!!!!!!!!!'] },
      /must be base64/,
    ],
    ['a tolerance of a day', { toleranceInSeconds: 86_400 }, /1 to 3600/],
    ['no settings of its own scheme', { scheme: 'HMAC' }, /give hmac with the scheme HMAC/],
    ['settings of another scheme', { hmac: { header: 'X-Sig' } }, /give hmac with the scheme HMAC/],
    ['a header with a colon', { scheme: 'HMAC', hmac: { header: 'X:Sig' } }, /not the name of a header/],
    [
      'a signature that does not cover the body',
      { scheme: 'HMAC', hmac: { header: 'X-Sig', signedContent: '{timestamp}' } },
      /must contain \{body\}/,
    ],
    [
      'a time that is not signed',
      { scheme: 'HMAC', hmac: { header: 'X-Sig', timestampHeader: 'X-Time' } },
      /only then/,
    ],
    [
      'an ID without its header',
      { scheme: 'HMAC', hmac: { header: 'X-Sig', signedContent: '{id}{body}' } },
      /give idHeader/,
    ],
  ])('are refused with %s', (_, input, message) => {
    expect(settings(input)).toThrow(message);
  });

  it('contain no secret that can be read', () => {
    expect(JSON.stringify(settings({})())).not.toContain('long enough');
  });

  it('cannot be used with another key', () => {
    const [signer] = signers;
    if (!signer) throw new Error('There is no signer');
    const other = new SealedTexts('another key of at least 32 characters');
    const lost = new SignatureCheck((sealed) => other.open(signatureSecretPurpose, sealed), {
      now: () => nowMs,
    } as Clock);
    const request = requestOf(signer);
    expect(() => lost.verify(signatureOf(signer, signer.secret), request)).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    );
  });
});

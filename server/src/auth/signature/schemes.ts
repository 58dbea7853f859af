import type { HmacSettings, SignatureScheme, WebhookSignature } from '../../catalog/webhook-signature.js';
import { headerText, type Scheme, type SignedContent } from './scheme.js';
import { slackChallenge } from './slack-challenge.js';
import { twilioContents } from './twilio-contents.js';

const wholeHeader = (header: string) => [header];

const after =
  (prefix: string) =>
  (header: string): string[] =>
    header.startsWith(prefix) ? [header.slice(prefix.length)] : [];

const onlyBody: Scheme['contents'] = ({ body }) => [[body]];

/** `v1,<signature> v1,<signature>`. The secret is base64, after `whsec_`. */
const standardWebhooks = (prefix: string): Scheme => ({
  header: `${prefix}-signature`,
  algorithm: 'sha256',
  encoding: 'base64',
  signatures: (header) => header.split(' ').flatMap(after('v1,')),
  timestamp: (request) => headerText(request, `${prefix}-timestamp`),
  contents: (request, timestamp) => {
    const id = headerText(request, `${prefix}-id`);
    return id === undefined ? [] : [[id, '.', timestamp, '.', request.body]];
  },
  idHeader: `${prefix}-id`,
  keyOf: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
});

/** `t=<time>,v1=<signature>,v1=<signature>`. */
const stripePairs = (header: string, name: string) => header.split(',').flatMap(after(`${name}=`));

const named: Readonly<Record<Exclude<SignatureScheme, 'HMAC'>, Scheme>> = {
  STANDARD_WEBHOOKS: standardWebhooks('webhook'),
  SVIX: standardWebhooks('svix'),
  GITHUB: {
    header: 'x-hub-signature-256',
    algorithm: 'sha256',
    encoding: 'hex',
    signatures: after('sha256='),
    contents: onlyBody,
    idHeader: 'x-github-delivery',
  },
  STRIPE: {
    header: 'stripe-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    signatures: (header) => stripePairs(header, 'v1'),
    timestamp: (request) => stripePairs(headerText(request, 'stripe-signature') ?? '', 't')[0],
    contents: ({ body }, timestamp) => [[timestamp, '.', body]],
  },
  SHOPIFY: {
    header: 'x-shopify-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'base64',
    signatures: wholeHeader,
    contents: onlyBody,
    idHeader: 'x-shopify-webhook-id',
  },
  SLACK: {
    header: 'x-slack-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    signatures: after('v0='),
    timestamp: (request) => headerText(request, 'x-slack-request-timestamp'),
    contents: ({ body }, timestamp) => [['v0:', timestamp, ':', body]],
    replyTo: slackChallenge,
  },
  TWILIO: {
    header: 'x-twilio-signature',
    algorithm: 'sha1',
    encoding: 'base64',
    signatures: wholeHeader,
    contents: twilioContents,
    idHeader: 'i-twilio-idempotency-token',
  },
  SEGMENT: {
    header: 'x-signature',
    algorithm: 'sha1',
    encoding: 'hex',
    signatures: wholeHeader,
    contents: onlyBody,
  },
};

const algorithms = { SHA1: 'sha1', SHA256: 'sha256', SHA512: 'sha512' } as const;
const encodings = { HEX: 'hex', BASE64: 'base64' } as const;
const placeholders = /(\{(?:body|timestamp|id)\})/;

function ownScheme(hmac: HmacSettings): Scheme {
  const { header, prefix, timestampHeader, idHeader } = hmac;
  const parts = hmac.signedContent.split(placeholders);
  return {
    header,
    algorithm: algorithms[hmac.algorithm],
    encoding: encodings[hmac.encoding],
    signatures: after(prefix),
    contents: (request, timestamp) => {
      const id = idHeader === null ? '' : headerText(request, idHeader);
      if (id === undefined) return [];
      const values: Record<string, string | Buffer> = {
        '{body}': request.body,
        '{timestamp}': timestamp,
        '{id}': id,
      };
      const content: SignedContent = parts.map((part) => values[part] ?? part);
      return [content];
    },
    ...(timestampHeader !== null && { timestamp: (request) => headerText(request, timestampHeader) }),
    ...(idHeader !== null && { idHeader }),
  };
}

export function schemeOf({ scheme, hmac }: Pick<WebhookSignature, 'scheme' | 'hmac'>): Scheme {
  if (scheme !== 'HMAC') return named[scheme];
  if (hmac === null) throw new Error('A signature of the scheme HMAC has no settings');
  return ownScheme(hmac);
}

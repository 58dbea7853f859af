import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from '../base/http-refusal.js';

/**
 * Headers that identify a delivery and stay the same when it is repeated; the first one that is present is the
 * idempotency key. A key is its value: the same value in another header is the same key.
 */
const keyHeaders = [
  'idempotency-key',
  // Standard Webhooks.
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-amz-sns-message-id',
  'i-twilio-idempotency-token',
] as const;

const keyCharactersMax = 512;

/** The idempotency key that the headers give; undefined when they give none. */
export function deliveryKey(headers: IncomingHttpHeaders): string | undefined {
  const header = keyHeaders.find((name) => headers[name] !== undefined);
  if (header === undefined) return cloudEventKey(headers['ce-source'], headers['ce-id']);
  const key = String(headers[header]);
  if (key === '' || key.length > keyCharactersMax) {
    throw new HttpRefusal(400, 'bad_key', `${header} must have 1 to ${keyCharactersMax} characters`);
  }
  return key;
}

const isCloudEvent = /^application\/cloudevents\+json\s*(?:;|$)/i;

/** Larger bodies are not parsed for a key. Intermediaries need not forward CloudEvents of more than 64 KB. */
const structuredBytesMax = 256 * 1024;

/** The idempotency key of a body that is one CloudEvent; undefined when it is not, or is not valid. */
export function structuredKey(contentType: string | undefined, body: Buffer): string | undefined {
  if (!isCloudEvent.test(contentType ?? '') || body.length > structuredBytesMax) return undefined;
  try {
    const event: unknown = JSON.parse(body.toString('utf8'));
    if (typeof event !== 'object' || event === null) return undefined;
    const { source, id } = event as { readonly source?: unknown; readonly id?: unknown };
    return cloudEventKey(source, id);
  } catch {
    // The pipeline says what is wrong with the JSON.
    return undefined;
  }
}

/** CloudEvents: the source and the ID together identify an event, however often it is sent. */
const cloudEventKey = (source: unknown, id: unknown) =>
  typeof source === 'string' && typeof id === 'string' ? JSON.stringify([source, id]) : undefined;

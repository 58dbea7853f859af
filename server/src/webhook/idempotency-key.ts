import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from '../base/http-refusal.js';
import type { IdempotencyKey } from '../ingest/keyed-commit.js';

const keyCharactersMax = 512;

/** The sender's name for this request, by either header; the same value in both is one key. */
export function idempotencyKeyHeader(headers: IncomingHttpHeaders): string | undefined {
  const given = [headers['idempotency-key'], headers['webhook-id']].filter((value) => value !== undefined);
  const [key] = given;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > keyCharactersMax) {
    throw new HttpRefusal(400, 'bad_key', `An idempotency key has 1 to ${keyCharactersMax} characters`);
  }
  if (given.some((other) => other !== key)) {
    throw new HttpRefusal(400, 'bad_key', 'Idempotency-Key and webhook-id name different keys');
  }
  return key;
}

/** Only digests are kept: a key may be as telling as the event itself. */
export function idempotencyKey(dataPoolId: string, key: string, body: Buffer, how: string): IdempotencyKey {
  return {
    dataPoolId,
    keyDigest: createHash('sha256').update(key).digest('base64url'),
    // How the body is read decides what is stored of it.
    bodyDigest: createHash('sha256').update(how).update('\0').update(body).digest('base64url'),
  };
}

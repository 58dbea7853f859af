import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from '../base/http-refusal.js';

const keyCharactersMax = 512;

/** The idempotency key from either header; the same value in both is one key. */
export function idempotencyKeyHeader(headers: IncomingHttpHeaders): string | undefined {
  const given = [headers['idempotency-key'], headers['webhook-id']].filter((value) => value !== undefined);
  const [key] = given;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > keyCharactersMax) {
    throw new HttpRefusal(400, 'bad_key', `An idempotency key must have 1 to ${keyCharactersMax} characters`);
  }
  if (given.some((other) => other !== key)) {
    throw new HttpRefusal(
      400,
      'bad_key',
      'Idempotency-Key and webhook-id have different values; send only one, or the same value in both',
    );
  }
  return key;
}

import { createHash } from 'node:crypto';
import type { KeyName } from '../catalog/idempotency-keys.js';

/** A request's key as it is kept. Only digests: a key may be as telling as the event itself. */
export interface IdempotencyKey extends KeyName {
  readonly bodyDigest: string;
}

/** `how` the body is read decides what is stored of it. */
export function idempotencyKey(dataPoolId: string, key: string, body: Buffer, how: string): IdempotencyKey {
  return {
    dataPoolId,
    keyDigest: createHash('sha256').update(key).digest('base64url'),
    bodyDigest: createHash('sha256').update(how).update('\0').update(body).digest('base64url'),
  };
}

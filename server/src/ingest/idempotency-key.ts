import { createHash } from 'node:crypto';
import type { KeyName } from '../catalog/idempotency-keys.js';

/** A request's key as stored. Only digests, because a key may be as sensitive as the event itself. */
export interface IdempotencyKey extends KeyName {
  readonly bodyDigest: string;
}

/** `how` the body is read is part of the digest, because it decides what is stored. */
export function idempotencyKey(dataPoolId: string, key: string, body: Buffer, how: string): IdempotencyKey {
  return {
    dataPoolId,
    keyDigest: createHash('sha256').update(key).digest('base64url'),
    bodyDigest: createHash('sha256').update(how).update('\0').update(body).digest('base64url'),
  };
}

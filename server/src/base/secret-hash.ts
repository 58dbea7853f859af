import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Secrets are stored only as slow salted hashes. scrypt runs on the thread pool, so checking one never blocks the event
 * loop. Each hash contains its cost parameters, so that the cost can be raised later.
 */
const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

const cost = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const keyBytes = 32;
/** scrypt needs 128 × N × r bytes, plus some overhead. */
const memoryBytesMax = 64 * 1024 * 1024;

const encode = (bytes: Buffer) => bytes.toString('base64url');

export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(secret, salt, keyBytes, { ...cost, maxmem: memoryBytesMax });
  return ['scrypt', cost.N, cost.r, cost.p, encode(salt), encode(key)].join('$');
}

export async function secretMatches(secret: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64url');
  const parameters = { N: Number(N), r: Number(r), p: Number(p), maxmem: memoryBytesMax };
  const actual = await derive(secret, Buffer.from(salt, 'base64url'), keyBytes, parameters);
  return expected.byteLength === actual.byteLength && timingSafeEqual(actual, expected);
}

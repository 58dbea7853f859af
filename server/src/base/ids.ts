import { randomBytes, randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** What an identifier names, by its first three letters. */
export const idPrefixes = {
  environment: 'ENV',
  application: 'APP',
  dataSource: 'DSO',
  dataPool: 'DPO',
  metric: 'MET',
  policy: 'POL',
  query: 'QRY',
  job: 'JOB',
  secret: 'SEC',
} as const;

export type IdKind = keyof typeof idPrefixes;

const randomPool = Buffer.alloc(8_192);
let randomPoolUsed = randomPool.length;

/** Where the next random bytes are: asking the system for a few costs more than answering a small query. */
function takeRandom(bytes: number): number {
  if (randomPoolUsed + bytes > randomPool.length) {
    randomFillSync(randomPool);
    randomPoolUsed = 0;
  }
  randomPoolUsed += bytes;
  return randomPoolUsed - bytes;
}

/** Unique, not secret: these bytes have been lying around. */
export function randomHex(bytes: number): string {
  const at = takeRandom(bytes);
  return randomPool.toString('hex', at, at + bytes);
}

/** From 0 to 1. */
const random = () => (randomPool[takeRandom(1)] ?? 0) / 256;

/** A new ULID. Later ones sort after earlier ones. */
export const newUlid: () => string = monotonicFactory(random);

/** A new identifier: three letters and a ULID, so that newer ones sort after older ones. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + newUlid();
}

/** Crockford's base 32, the alphabet of ULIDs. */
const idPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(idPrefixes[kind]) && idPattern.test(text.slice(3));
}

const secretBytes = 32;

/** A webhook key is a capability: whoever has it may send, so it is random, never a guessable ULID. */
export function newWebhookKey(): string {
  return `WHK${randomBytes(secretBytes).toString('base64url')}`;
}

/** An Application's secret: 256 random bits. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

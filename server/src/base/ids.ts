import { randomBytes, randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** The first three letters of an identifier, by kind of resource. */
export const idPrefixes = {
  environment: 'ENV',
  application: 'APP',
  dataSource: 'DSO',
  dataPool: 'DPO',
  /** Of the table, which has no other identifier. */
  quarantine: 'DPQ',
  metric: 'MET',
  booster: 'BST',
  policy: 'POL',
  query: 'QRY',
  job: 'JOB',
  exportJob: 'EXP',
  receipt: 'RCP',
  materializedView: 'MVW',
  dashboard: 'DSH',
  tile: 'TIL',
  shareLink: 'SHL',
  savedQuery: 'SQY',
  upload: 'UPL',
  syncedFile: 'SYF',
  secret: 'SEC',
} as const;

export type IdKind = keyof typeof idPrefixes;

const randomPool = Buffer.alloc(8_192);
let randomPoolUsed = randomPool.length;

/** Takes bytes from a pool: asking the system for a few at a time costs more than answering a small query. */
function takeRandom(bytes: number): number {
  if (randomPoolUsed + bytes > randomPool.length) {
    randomFillSync(randomPool);
    randomPoolUsed = 0;
  }
  randomPoolUsed += bytes;
  return randomPoolUsed - bytes;
}

/** Unique, but not secret: the bytes come from a long-lived pool. */
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

/** A webhook key is a capability: anyone who has it may send. So it is random, never a guessable ULID. */
export function newWebhookKey(): string {
  return `WHK${randomBytes(secretBytes).toString('base64url')}`;
}

/** An Application's secret: 256 random bits. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

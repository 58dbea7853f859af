import { randomBytes } from 'node:crypto';
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

const ulid = monotonicFactory();

/** A new identifier: three letters and a ULID, so that newer ones sort after older ones. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + ulid();
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

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { badInput, badRequest } from '../base/errors.js';

/** The header fields of the IETF's draft "Resumable Uploads for HTTP"; undefined where one is absent. */
export interface UploadHeaders {
  /** Whether the file ends with this request. */
  readonly isComplete: boolean | undefined;
  readonly offset: number | undefined;
  /** The size of the whole file. */
  readonly length: number | undefined;
}

const keyCharactersMax = 512;
const nameCharactersMax = 255;

export const uploadHeaders = (headers: IncomingHttpHeaders): UploadHeaders => ({
  isComplete: boolean(headers, 'upload-complete'),
  offset: integer(headers, 'upload-offset'),
  length: integer(headers, 'upload-length'),
});

/** The size that a request declares for its body; undefined for one that arrives in chunks. */
export const declaredBytes = (headers: IncomingHttpHeaders) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** Only a digest is stored, because a key may be as sensitive as the file itself. */
export function keyDigest(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  const text = String(key);
  if (text === '' || text.length > keyCharactersMax)
    throw badRequest(`Idempotency-Key must have 1 to ${keyCharactersMax} characters`);
  return createHash('sha256').update(text).digest('base64url');
}

/** The name of the file for people; without control characters, because it is shown. */
export function fileName(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || given === '' || given.length > nameCharactersMax || /\p{Cc}/u.test(given))
    throw badInput('name', `must have 1 to ${nameCharactersMax} characters, none of them control characters`);
  return given;
}

function boolean(headers: IncomingHttpHeaders, name: string): boolean | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  if (value !== '?0' && value !== '?1') throw badRequest(`${name} must be ?0 or ?1`);
  return value === '?1';
}

function integer(headers: IncomingHttpHeaders, name: string): number | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  // A structured field has at most 15 digits.
  if (!/^\d{1,15}$/.test(String(value))) throw badRequest(`${name} must be a whole number of bytes`);
  return Number(value);
}

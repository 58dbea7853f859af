import type { IncomingHttpHeaders } from 'node:http';
import type { BodyKind } from '../ingest/event-decoder.js';
import { HttpRefusal } from './http-refusal.js';

const kinds: ReadonlyMap<string, BodyKind> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
]);

export const mediaTypes: readonly string[] = [...kinds.keys()];

/** What JSON has anyway. */
const charsetPattern = /^charset\s*=\s*"?utf-?8"?$/i;

export function bodyKind(contentType: string | undefined): BodyKind {
  // Almost every request says exactly this.
  const usual = kinds.get(contentType ?? '');
  if (usual) return usual;
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const kind = kinds.get(type.toLowerCase());
  if (kind && parameters.every((parameter) => parameter === '' || charsetPattern.test(parameter)))
    return kind;
  throw new HttpRefusal(415, 'content_type', `Content-Type must be ${mediaTypes.join(' or ')}, in UTF-8`);
}

export type Encoding = 'identity' | 'gzip' | 'deflate';

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

export function bodyEncoding(headers: IncomingHttpHeaders): Encoding {
  const encoding = encodings.get((headers['content-encoding'] ?? '').trim().toLowerCase());
  if (encoding) return encoding;
  throw new HttpRefusal(415, 'content_encoding', 'Content-Encoding must be gzip or deflate, or absent');
}

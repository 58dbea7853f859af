import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from './http-refusal.js';

const charsetPattern = /^charset\s*=\s*"?utf-?8"?$/i;

/**
 * Finds which of the types a body has, by its Content-Type. The only parameter accepted is UTF-8. Parsed by hand,
 * because npm's content-type 3 needs Node 22, and comparing with a short list needs no parser.
 */
export function mediaType(contentType: string | undefined, types: readonly string[]): string {
  // Fast path: almost every request sends exactly one of the types.
  if (contentType !== undefined && types.includes(contentType)) return contentType;
  const [given = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const type = given.toLowerCase();
  if (
    types.includes(type) &&
    parameters.every((parameter) => parameter === '' || charsetPattern.test(parameter))
  )
    return type;
  throw new HttpRefusal(415, 'content_type', `Content-Type must be ${types.join(' or ')}, in UTF-8`);
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

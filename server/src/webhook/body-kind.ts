import { readMediaType, unsupportedMediaType } from '../base/media-type.js';
import type { BodyKind } from '../ingest/row-reader.js';

/** How the bodies of each media type are read. A type that ends in `+json` is JSON without an entry. */
const kinds: ReadonlyMap<string, BodyKind> = new Map<string, BodyKind>([
  ['application/json', 'json'],
  // Some senders, among them AWS SNS, label their JSON as text. Others omit the type.
  ['text/plain', 'json'],
  ['', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-www-form-urlencoded', 'form'],
]);

const offered = [...kinds.keys(), '*/*+json'].filter((type) => type !== '');

export function bodyKind(contentType = ''): BodyKind {
  // Fast path: most requests send exactly one of the types.
  const type = kinds.has(contentType) ? contentType : readMediaType(contentType);
  const kind =
    type === undefined ? undefined : (kinds.get(type) ?? (type.endsWith('+json') ? 'json' : undefined));
  if (kind === undefined) throw unsupportedMediaType(offered);
  return kind;
}

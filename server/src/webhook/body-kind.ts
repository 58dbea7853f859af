import { mediaType } from '../base/media-type.js';
import type { BodyKind } from '../ingest/event-decoder.js';

const kinds: Readonly<Record<string, BodyKind>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
};

export const mediaTypes: readonly string[] = Object.keys(kinds);

export function bodyKind(contentType: string | undefined): BodyKind {
  return kinds[mediaType(contentType, mediaTypes)] ?? 'json';
}

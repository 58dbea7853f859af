import { StringDecoder } from 'node:string_decoder';
import { BodyRefusal } from '../ingest/refusal.js';
import type { AnsweredRequest } from './answered-request.js';

/** Bytes of a body that are kept. */
export const sampleBytesMax = 2_048;

/**
 * The first invalid event, or what is around the byte at which the body stops being readable, or the start of the body.
 * Null when nothing was read. Never headers.
 */
export function refusalSample({ body, outcome, error }: AnsweredRequest): string | null {
  if (outcome?.firstFailed) return textAt(outcome.firstFailed, 0);
  if (!body) return null;
  const offset = error instanceof BodyRefusal ? error.offset : 0;
  const last = Math.max(0, body.length - sampleBytesMax);
  return textAt(body, Math.min(last, Math.max(0, offset - sampleBytesMax / 2)));
}

/** Without the incomplete characters at both ends. */
function textAt(bytes: Buffer, start: number): string {
  let first = start;
  while (first > 0 && first < start + 3 && isContinuation(bytes[first])) first += 1;
  return new StringDecoder('utf8').write(bytes.subarray(first, start + sampleBytesMax));
}

/** Whether a byte of UTF-8 is inside of a character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

import { badRequest } from './errors.js';
import { IsoTime } from './iso-time.js';
import { timeEndMs, timeMinMs, timeYearMax, timeYearMin } from './time-limits.js';

/*
 * The DateTime scalar: an instant. A text without an offset is ambiguous (it could mean UTC or the query's own time
 * zone), and so is a date alone. Both are refused with a message that says what to add, instead of being silently
 * hours off.
 */

const textCharactersMax = 48;

/**
 * ISO 8601 with `Z` or an offset, to milliseconds since 1970. Digits finer than a millisecond round up:
 * records have whole milliseconds and ranges are half-open, so at either end of a range exactly the same
 * records are in it (`23:59:59.999999` as a stop still includes the last millisecond).
 */
export function parseDateTime(text: string): number {
  if (text.length > textCharactersMax) throw notADateTime(`${text.slice(0, textCharactersMax)}…`);
  const bytes = Buffer.from(text);
  const time = new IsoTime();
  const reading = time.read(bytes, 0, bytes.length);
  if (reading !== 'malformed' && !time.hasOffset) {
    const completed = text.length > 10 ? `${text}Z` : `${text}T00:00:00Z`;
    throw badRequest(
      `DateTime ${JSON.stringify(text)} has no offset from UTC. Write for example ${JSON.stringify(completed)}.`,
    );
  }
  if (reading !== 'read') throw notADateTime(text);
  const epochMs = time.toMillis() + (time.isFiner ? 1 : 0);
  if (!(epochMs >= timeMinMs && epochMs < timeEndMs)) {
    throw badRequest(
      `DateTime ${JSON.stringify(text)} is outside the years ${timeYearMin} to ${timeYearMax} (UTC).`,
    );
  }
  return epochMs;
}

/** With `Z`, and with milliseconds only where they are not zero: `2026-03-01T05:00:00Z`. */
export function formatDateTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

function notADateTime(text: string) {
  return badRequest(
    `DateTime ${JSON.stringify(text)} is not an ISO 8601 date and time such as "2026-03-01T05:00:00Z".`,
  );
}

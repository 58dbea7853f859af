import { Temporal } from 'temporal-polyfill';
import { badRequest } from './errors.js';
import { timeEndMs, timeMinMs, timeYearMax, timeYearMin } from './time-limits.js';

/*
 * The DateTime scalar: an instant. A text without an offset names no instant (queries carry a time zone of
 * their own, so it could mean that zone as well as UTC), and neither does a date alone: both are refused
 * with a message that says what to add, instead of being hours off without a word.
 */

/** Longer than any text the pattern below can match. */
const textCharactersMax = 48;

const instantPattern =
  /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;
const withoutOffsetPattern = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?$/;

const nanosecondsPerMs = 1_000_000n;

/**
 * ISO 8601 with `Z` or an offset, to milliseconds since 1970. Digits finer than a millisecond round up:
 * records have whole milliseconds and ranges are half-open, so at either end of a range exactly the same
 * records are in it (`23:59:59.999999` as a stop still includes the last millisecond).
 */
export function parseDateTime(text: string): number {
  if (text.length > textCharactersMax) throw notADateTime(`${text.slice(0, textCharactersMax)}…`);
  if (withoutOffsetPattern.test(text)) {
    const completed = text.length > 10 ? `${text}Z` : `${text}T00:00:00Z`;
    throw badRequest(
      `DateTime ${JSON.stringify(text)} has no offset from UTC. Write for example ${JSON.stringify(completed)}.`,
    );
  }
  if (!instantPattern.test(text)) throw notADateTime(text);
  const epochMs = roundedUpMs(instantOf(text).epochNanoseconds);
  if (epochMs < timeMinMs || epochMs >= timeEndMs) {
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

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch (error) {
    if (error instanceof RangeError) throw notADateTime(text);
    throw error;
  }
}

function roundedUpMs(epochNanoseconds: bigint): number {
  const wholeMs = epochNanoseconds / nanosecondsPerMs;
  const truncatedDown = epochNanoseconds > wholeMs * nanosecondsPerMs;
  return Number(truncatedDown ? wholeMs + 1n : wholeMs);
}

function notADateTime(text: string) {
  return badRequest(
    `DateTime ${JSON.stringify(text)} is not an ISO 8601 date and time such as "2026-03-01T05:00:00Z".`,
  );
}

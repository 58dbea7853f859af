import { Temporal } from 'temporal-polyfill';
import { badRequest } from './errors.js';

declare const validated: unique symbol;

/** The name of a zone that exists, spelled as IANA spells it. Only `parseTimeZone` makes one. */
export type TimeZone = string & { readonly [validated]: true };

/** The longest IANA name has 32 characters; whatever is much longer is not looked up at all. */
const zoneNameCharactersMax = 64;

/** An IANA name: excludes offsets such as `+05:00`, which have no daylight saving and are no zone. */
const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Names that the platform's time zone library adds on its own, unknown to IANA. */
const foreignNamePattern = /^systemv\//i;

/**
 * Takes an IANA name in any case and gives it back in its usual spelling. Offsets and abbreviations such as
 * `CST`, which name several zones, are refused rather than guessed.
 */
export function parseTimeZone(text: string): TimeZone {
  if (text.length > zoneNameCharactersMax) {
    throw badRequest(`timeZone is longer than ${zoneNameCharactersMax} characters. ${advice}`);
  }
  if (!zoneNamePattern.test(text) || foreignNamePattern.test(text)) throw unknownZone(text);
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId as TimeZone;
  } catch (error) {
    if (error instanceof RangeError) throw unknownZone(text);
    throw error;
  }
}

const advice = 'Give an IANA name such as UTC, Europe/Berlin or America/New_York.';

function unknownZone(text: string) {
  return badRequest(`timeZone ${JSON.stringify(text)} is not a known time zone. ${advice}`);
}

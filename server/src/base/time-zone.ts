import { Temporal } from 'temporal-polyfill';
import { badRequest } from './errors.js';

declare const validated: unique symbol;

/** The name of a zone that exists, spelled as IANA spells it. Only `parseTimeZone` makes one. */
export type TimeZone = string & { readonly [validated]: true };

/** The longest IANA name has 32 characters; much longer texts are not looked up at all. */
const zoneNameCharactersMax = 64;

/** An IANA name: excludes offsets such as `+05:00`, which have no daylight saving and are not zones. */
const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Names that the platform's time zone library adds on its own, unknown to IANA. */
const foreignNamePattern = /^systemv\//i;

/**
 * Takes an IANA name in any case and returns it in its usual spelling. Offsets are refused, and so are abbreviations
 * such as `CST`, which could mean several zones.
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

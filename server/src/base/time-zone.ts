import { Temporal } from 'temporal-polyfill';
import { badRequest } from './errors.js';

declare const validated: unique symbol;

/** The name of a zone that exists, spelled as IANA spells it, or an offset such as `+05:30`. Only `parseTimeZone` makes one. */
export type TimeZone = string & { readonly [validated]: true };

/** The longest IANA name has 32 characters; much longer texts are not looked up at all. */
const zoneNameCharactersMax = 64;

const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Names that the platform's time zone library adds on its own, unknown to IANA. */
const foreignNamePattern = /^systemv\//i;

/** Hours and minutes east of UTC, as ISO 8601 writes them. */
const offsetPattern = /^[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?$/;

/**
 * Takes an IANA name in any case and returns it in its usual spelling, or an offset from UTC, which has no daylight saving:
 * `+05:30`, `-0300` or `Z`. Abbreviations such as `CST`, which could mean several zones, are refused.
 */
export function parseTimeZone(text: string): TimeZone {
  if (text.length > zoneNameCharactersMax) {
    throw badRequest(`timeZone is longer than ${zoneNameCharactersMax} characters. ${advice}`);
  }
  if (text === 'Z') return 'UTC' as TimeZone;
  const isName = zoneNamePattern.test(text) && !foreignNamePattern.test(text);
  if (!isName && !offsetPattern.test(text)) throw unknownZone(text);
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId as TimeZone;
  } catch (error) {
    if (error instanceof RangeError) throw unknownZone(text);
    throw error;
  }
}

const advice =
  'Give an IANA name such as UTC, Europe/Berlin or America/New_York, or an offset such as +05:30.';

function unknownZone(text: string) {
  return badRequest(`timeZone ${JSON.stringify(text)} is not a known time zone. ${advice}`);
}

import { IsoTime } from '../base/iso-time.js';
import { isDigit, MINUS, QUOTE, SPACE } from '../base/json-bytes.js';
import { timeEndMs, timeMinMs, timeYearMax, timeYearMin } from '../base/time-limits.js';
import { type Coercion, type Complaint, type JsonValue, outOfRange, wrongType } from './coercion.js';
import { likelyEpochDigitsMin, readEpoch } from './epoch-time.js';
import type { RowWriter } from './row-writer.js';

const range = `${timeYearMin}-01-01 to ${timeYearMax}-12-31 (UTC)`;

const timestampForms = 'a timestamp (yyyy-MM-dd HH:mm:ss, ISO 8601, or seconds to nanoseconds since 1970)';
const dateForms = 'a date (YYYY-MM-DD, or the date of a timestamp)';

/** TIMESTAMP: see `IsoTime` and `epoch-time` for the forms; milliseconds are kept. */
export function timestampCoercion(): Coercion {
  const time = new IsoTime();
  return (value, out) => {
    value.unescape();
    if (looksNumeric(value)) {
      const digitsMin = value.isString ? likelyEpochDigitsMin : 0;
      return coerceEpoch(value, out, digitsMin, timestampForms, writeTimestamp);
    }
    return coerceIso(value, out, time, timestampForms, writeTimestamp);
  };
}

/**
 * DATE: a calendar date, or the UTC date of anything that TIMESTAMP accepts. A number such as 20260301 is refused: as
 * seconds it would be a day in 1970, which nobody means.
 */
export function dateCoercion(): Coercion {
  const time = new IsoTime();
  return (value, out) => {
    value.unescape();
    if (looksNumeric(value)) {
      return coerceEpoch(value, out, likelyEpochDigitsMin, dateForms, writeDate);
    }
    return coerceIso(value, out, time, dateForms, writeDate);
  };
}

type WriteTime = (time: IsoTime, out: RowWriter) => void;

/** A number, or a string that is not a calendar time, which has a dash after four digits. */
function looksNumeric({ text, textStart, textEnd, isString }: JsonValue): boolean {
  const first = text[textStart] as number;
  return !isString || textEnd - textStart < 5 || !isDigit(first) || text[textStart + 4] !== MINUS;
}

function coerceEpoch(
  value: JsonValue,
  out: RowWriter,
  digitsMin: number,
  forms: string,
  write: WriteTime,
): Complaint | null {
  const epoch = readEpoch(value.latin1());
  if (epoch === null || epoch.wholeDigits < digitsMin) {
    return wrongType(value, forms);
  }
  return writeMillis(value, epoch.millis, out, write);
}

function coerceIso(
  value: JsonValue,
  out: RowWriter,
  time: IsoTime,
  forms: string,
  write: WriteTime,
): Complaint | null {
  const reading = time.read(value.text, value.textStart, value.textEnd);
  if (reading !== 'read') {
    return wrongType(value, reading === 'impossible' ? 'a time that exists' : forms);
  }
  if (time.offsetMinutes !== 0) {
    return writeMillis(value, time.toMillis(), out, write);
  }
  if (time.year < timeYearMin || time.year > timeYearMax) {
    return outOfRange(value, range);
  }
  write(time, out);
  return null;
}

function writeMillis(value: JsonValue, millis: number, out: RowWriter, write: WriteTime): Complaint | null {
  if (!(millis >= timeMinMs && millis < timeEndMs)) {
    return outOfRange(value, range);
  }
  write(timeOf(millis), out);
  return null;
}

function timeOf(millis: number): IsoTime {
  const date = new Date(millis);
  const time = new IsoTime();
  time.year = date.getUTCFullYear();
  time.month = date.getUTCMonth() + 1;
  time.day = date.getUTCDate();
  time.hour = date.getUTCHours();
  time.minute = date.getUTCMinutes();
  time.second = date.getUTCSeconds();
  time.millisecond = date.getUTCMilliseconds();
  return time;
}

const writeDate: WriteTime = (time, out) => {
  out.byte(QUOTE);
  writeDay(time, out);
  out.byte(QUOTE);
};

const writeTimestamp: WriteTime = (time, out) => {
  out.byte(QUOTE);
  writeDay(time, out);
  out.byte(SPACE);
  out.digits(time.hour, 2);
  out.byte(0x3a);
  out.digits(time.minute, 2);
  out.byte(0x3a);
  out.digits(time.second, 2);
  out.byte(0x2e);
  out.digits(time.millisecond, 3);
  out.byte(QUOTE);
};

function writeDay(time: IsoTime, out: RowWriter): void {
  out.digits(time.year, 4);
  out.byte(MINUS);
  out.digits(time.month, 2);
  out.byte(MINUS);
  out.digits(time.day, 2);
}

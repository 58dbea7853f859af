import { COLON, COMMA, isDigit, MINUS, PLUS, POINT, SPACE, ZERO } from './json-bytes.js';

export type IsoReading = 'read' | 'malformed' | 'impossible';

/**
 * Reads calendar times: the extended profile of ISO 8601 that RFC 3339, SQL and JavaScript share.
 *
 *     yyyy-MM-dd
 *     yyyy-MM-dd (T or space) HH:mm [:ss [. or , fraction]] [Z | ±HH[[:]mm]]
 *
 * Without an offset the time is UTC. A fraction may have any number of digits; those past milliseconds are
 * dropped, which always rounds towards the past, and `isFiner` says that some were not zero. Week dates, ordinal dates and
 * the basic form (`20260301T0500`) are malformed; 30 February, 24:00 and second 60 are impossible. All are refused.
 */
export class IsoTime {
  year = 0;
  month = 0;
  day = 0;
  hour = 0;
  minute = 0;
  second = 0;
  millisecond = 0;
  offsetMinutes = 0;
  hasOffset = false;
  /** The time had non-zero digits past milliseconds, which were dropped. */
  isFiner = false;

  private text: Uint8Array = new Uint8Array(0);
  private end = 0;

  read(text: Uint8Array, start: number, end: number): IsoReading {
    this.text = text;
    this.end = end;
    this.hour = this.minute = this.second = this.millisecond = this.offsetMinutes = 0;
    this.hasOffset = this.isFiner = false;
    this.year = this.twoDigits(start) * 100 + this.twoDigits(start + 2);
    this.month = this.twoDigits(start + 5);
    this.day = this.twoDigits(start + 8);
    if (Number.isNaN(this.year + this.month + this.day) || !this.is(start + 4, MINUS)) {
      return 'malformed';
    }
    if (!this.is(start + 7, MINUS) || (end > start + 10 && !this.readTime(start + 10))) {
      return 'malformed';
    }
    return this.exists() ? 'read' : 'impossible';
  }

  /** Milliseconds since 1970 UTC; NaN before the year 1000: Date takes years below 100 for the 1900s. */
  toMillis(): number {
    if (this.year < 1000) return Number.NaN;
    const { year, month, day, hour, minute, second, millisecond } = this;
    return Date.UTC(year, month - 1, day, hour, minute, second, millisecond) - this.offsetMinutes * 60_000;
  }

  private readTime(at: number): boolean {
    const separator = this.byteAt(at);
    if (separator !== SPACE && (separator | 0x20) !== 0x74) {
      return false;
    }
    this.hour = this.twoDigits(at + 1);
    this.minute = this.twoDigits(at + 4);
    if (Number.isNaN(this.hour + this.minute) || !this.is(at + 3, COLON)) {
      return false;
    }
    let p = at + 6;
    if (this.is(p, COLON)) {
      this.second = this.twoDigits(p + 1);
      p = this.readFraction(p + 3);
    }
    return !Number.isNaN(this.second) && this.readOffset(p);
  }

  private readFraction(at: number): number {
    if (!this.is(at, POINT) && !this.is(at, COMMA)) {
      return at;
    }
    let p = at + 1;
    for (let weight = 100; isDigit(this.byteAt(p)); p++) {
      const digit = this.byteAt(p) - ZERO;
      this.millisecond += weight * digit;
      this.isFiner ||= weight === 0 && digit > 0;
      weight = weight > 1 ? weight / 10 : 0;
    }
    // A separator without digits after it is not consumed, and then fails as an offset.
    return p === at + 1 ? at : p;
  }

  private readOffset(at: number): boolean {
    this.hasOffset = at !== this.end;
    if (!this.hasOffset) {
      return true;
    }
    if ((this.byteAt(at) | 0x20) === 0x7a) {
      return at + 1 === this.end;
    }
    const sign = this.is(at, PLUS) ? 1 : this.is(at, MINUS) ? -1 : 0;
    const hours = this.twoDigits(at + 1);
    const minutesAt = this.is(at + 3, COLON) ? at + 4 : at + 3;
    const minutes = this.end === at + 3 ? 0 : this.twoDigits(minutesAt);
    const isWhole = this.end === at + 3 || this.end === minutesAt + 2;
    this.offsetMinutes = sign * (hours * 60 + minutes);
    return sign !== 0 && isWhole && hours <= 23 && minutes <= 59;
  }

  private exists(): boolean {
    if (this.month < 1 || this.month > 12 || this.hour > 23 || this.minute > 59 || this.second > 59) {
      return false;
    }
    if (this.day >= 1 && this.day <= 28) {
      return true;
    }
    // Date rolls an impossible day over into the next month. It maps years below 100 to the 1900s, whose months have the
    // same lengths except for February 1900.
    return new Date(Date.UTC(this.year, this.month - 1, this.day)).getUTCDate() === this.day;
  }

  private byteAt(at: number): number {
    return at < this.end ? (this.text[at] as number) : -1;
  }

  private is(at: number, byte: number): boolean {
    return this.byteAt(at) === byte;
  }

  private twoDigits(at: number): number {
    const tens = this.byteAt(at);
    const ones = this.byteAt(at + 1);
    return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + (ones - ZERO) : Number.NaN;
  }
}

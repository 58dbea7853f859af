/**
 * Local clocks read from Intl.DateTimeFormat, step by step: slow, simple, and independent of the calendar library that the
 * service uses. The reference for tests of calendar time.
 */
export interface IntlClock {
  readonly zone: string;
  /** The local time, as milliseconds since 1970 as if it were UTC. Whole seconds only. */
  localMs(epochMs: number): number;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** No clock was ever changed and changed back within so short a time. */
const steadyMs = 15 * minuteMs;

export function intlClock(zone: string): IntlClock {
  // The Swedish format looks like ISO 8601: 2026-03-01 05:00:00.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  // Formatting is slow, and tests repeat the same instants.
  const known = new Map<number, number>();
  const offsetMs = (atMs: number) => {
    let offset = known.get(atMs);
    if (offset === undefined) {
      const [year, month, day, hour, minute, second] = format.format(atMs).split(/[- :]/).map(Number);
      offset = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second) - atMs;
      known.set(atMs, offset);
    }
    return offset;
  };
  return {
    zone,
    localMs(epochMs) {
      const atMs = Math.floor(epochMs / secondMs) * secondMs;
      const fromMs = Math.floor(atMs / steadyMs) * steadyMs;
      const before = offsetMs(fromMs);
      return atMs + (before === offsetMs(fromMs + steadyMs) ? before : offsetMs(atMs));
    },
  };
}

/**
 * The starts of clock buckets in (fromMs, untilMs), found by checking every step. A step of a minute is enough where offsets
 * and changes are whole minutes.
 */
export function clockStarts(
  clock: IntlClock,
  widthMs: number,
  fromMs: number,
  untilMs: number,
  stepMs: number,
) {
  const startsMs: number[] = [];
  let before = clock.localMs(fromMs);
  for (let atMs = fromMs + stepMs; atMs < untilMs; atMs += stepMs) {
    const local = clock.localMs(atMs);
    if (local < before || Math.floor(local / widthMs) !== Math.floor(before / widthMs)) startsMs.push(atMs);
    before = local;
  }
  return startsMs;
}

/** The first instant at which the local time is midnight of a date (given as UTC), or later. */
export function startOfDate(clock: IntlClock, dateUtcMs: number): number {
  const guessMs = dateUtcMs - (clock.localMs(dateUtcMs) - dateUtcMs);
  // Two zones have moved across the date line; elsewhere clocks change by few hours.
  const reachMs = /Apia|Kwajalein/.test(clock.zone) ? 50 * hourMs : 2 * hourMs;
  for (let atMs = guessMs - reachMs; atMs <= guessMs + reachMs; atMs += minuteMs) {
    if (clock.localMs(atMs) < dateUtcMs) continue;
    for (let secondAtMs = atMs - minuteMs; ; secondAtMs += secondMs) {
      if (clock.localMs(secondAtMs) >= dateUtcMs) return secondAtMs;
    }
  }
  throw new Error(`no start of ${new Date(dateUtcMs).toISOString()} found in ${clock.zone}`);
}

/** The date (as UTC midnight) whose day contains the instant: the latest that has begun. */
export function dateOf(clock: IntlClock, epochMs: number): number {
  const shownMs = Math.floor(clock.localMs(epochMs) / dayMs) * dayMs;
  return startOfDate(clock, shownMs + dayMs) <= epochMs ? shownMs + dayMs : shownMs;
}

/** Zones and instants of clock changes worth testing. */
export const clockChanges: readonly (readonly [zone: string, change: string])[] = [
  ['UTC', '2024-02-29T00:00:00Z'],
  ['UTC', '2026-01-01T00:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/New_York', '2024-03-01T05:00:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['Europe/Berlin', '2024-12-31T23:00:00Z'],
  // Half an hour of daylight saving: an hour of 30 minutes in spring, and a repeated half hour in autumn.
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Asia/Kathmandu', '1985-12-31T18:30:00Z'],
  ['Asia/Kathmandu', '2026-06-30T18:15:00Z'],
  ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
  // Set back at 00:01: yesterday's date repeats for an hour after today has begun.
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['America/St_Johns', '2010-03-14T03:31:00Z'],
  // 2011-12-30 was skipped.
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  // -0:44:30 until then.
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
  // Days that begin at 01:00, and days on which 23:00 to 24:00 occurs twice.
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', '2019-02-17T02:00:00Z'],
  ['Asia/Tehran', '2022-03-21T20:30:00Z'],
  ['Asia/Tehran', '2022-09-21T19:30:00Z'],
  // From 23:30 to 00:30.
  ['America/Toronto', '1919-03-31T04:30:00Z'],
  // A day of 47 hours, and a skipped one.
  ['Pacific/Kwajalein', '1969-09-30T13:00:00Z'],
  ['Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
  // Set back by 9 minutes and 21 seconds.
  ['Europe/Paris', '1911-03-10T23:50:39Z'],
];

/** The step needed to see everything around a clock change. */
export const stepMsFor = (change: string) => (change.endsWith(':00Z') ? minuteMs : secondMs);

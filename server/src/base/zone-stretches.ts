import { Temporal } from 'temporal-polyfill';
import type { TimeZone } from './time-zone.js';

/** A stretch of time without a clock change in a zone. */
export interface ZoneStretch {
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
  /** Local clock minus UTC. Not always whole minutes: Monrovia kept -0:44:30 until 1972. */
  readonly offsetMs: number;
}

const nanosecondsPerMs = 1_000_000;

/** The stretches that make up [fromMs, untilMs), in order. The library knows where the clocks change. */
export function zoneStretches(timeZone: TimeZone, fromMs: number, untilMs: number): ZoneStretch[] {
  const stretches: ZoneStretch[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  while (at.epochMilliseconds < untilMs) {
    const change = at.getTimeZoneTransition('next');
    const changeMs = change === null ? untilMs : Math.min(change.epochMilliseconds, untilMs);
    stretches.push({
      fromMs: at.epochMilliseconds,
      untilMs: changeMs,
      offsetMs: at.offsetNanoseconds / nanosecondsPerMs,
    });
    if (change === null) break;
    at = change;
  }
  return stretches;
}

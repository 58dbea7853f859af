import { call, cast, int, letTerm, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { engineType, timestampType, timestamptzType } from './types.js';

/** Makes the names of variables. */
interface Naming {
  fresh(prefix: 'v'): string;
}

const daySeconds = 86_400;

/**
 * The UTC offset of a zone at an instant, in seconds. Before 1970, and when a zone crossed the date line, the engine's
 * offset can be wrong by a whole day, but its weekday is right.
 */
function offsetIn(zone: string, instant: Term): Term {
  const there = call('toTimeZone', instant, text(zone));
  const offset = call('timeZoneOffset', there);
  const weekday = (time: Term) => call('toInt64', call('toDayOfWeek', time));
  const apart = call('minus', weekday(there), weekday(call('addSeconds', instant, offset)));
  const days = call('minus', call('modulo', call('plus', apart, int(10)), int(7)), int(3));
  return call('plus', offset, call('multiply', days, int(daySeconds)));
}

/** The local time in a zone at an instant. */
export function inZone(context: Naming, instant: Typed, zone: string): Typed {
  const type = engineType(timestampType, instant.nullable);
  const plain = cast(instant.term, type);
  if (zone === 'UTC') return { ...instant, term: plain, type: timestampType };
  const there = letTerm(context.fresh('v'), plain, (time) => call('addSeconds', time, offsetIn(zone, time)));
  return { ...instant, term: cast(there, type), type: timestampType };
}

/**
 * The instant of a local time in a zone. If clocks were set back, PostgreSQL takes the later of the two instants. If they
 * were set forward, it uses the old offset. So this tries the offset of a day later, and uses the offset of the day before
 * if the later one does not apply at that instant.
 */
export function ofZone(context: Naming, clock: Typed, zone: string): Typed {
  const type = engineType(timestamptzType, clock.nullable);
  const plain = cast(clock.term, type);
  if (zone === 'UTC') return { ...clock, term: plain, type: timestamptzType };
  const offset = (instant: Term) => offsetIn(zone, instant);
  const moved = (time: Term, seconds: Term) => call('addSeconds', time, seconds);
  const term = letTerm(context.fresh('v'), plain, (time) => {
    const after = offset(moved(time, int(daySeconds)));
    const before = offset(moved(time, int(-daySeconds)));
    const later = moved(time, call('negate', after));
    return call('if', call('equals', offset(later), after), later, moved(time, call('negate', before)));
  });
  return { ...clock, term: cast(term, type), type: timestamptzType };
}

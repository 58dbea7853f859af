import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { FailureThrottle } from './failure-throttle.js';

describe('failed attempts', () => {
  it('make a client wait where it comes from, and twice as long after each more', () => {
    const clock = new ManualClock();
    const throttle = new FailureThrottle(clock);
    const waitSeconds = () => {
      try {
        throttle.check('one', '192.0.2.1');
        return 0;
      } catch (error) {
        return (error as { retryAfterSeconds: number }).retryAfterSeconds;
      }
    };
    const waits: number[] = [];
    for (let failure = 0; failure < 18; failure++) {
      throttle.failed('one', '192.0.2.1');
      waits.push(waitSeconds());
      clock.advance(waitSeconds() * 1000);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    throttle.failed('one', '192.0.2.1');
    expect(waitSeconds()).toBe(60);
    expect(() => throttle.check('one', '192.0.2.2')).not.toThrow();
    expect(() => throttle.check('other', '192.0.2.1')).not.toThrow();
  });

  it('are counted together under names and addresses that are longer than any there is: each would be kept', () => {
    const throttle = new FailureThrottle(new ManualClock());
    for (let failure = 0; failure < 10; failure++)
      throttle.failed(`${'x'.repeat(1_000)}${failure}`, `${'y'.repeat(1_000)}${failure}`);
    expect(() => throttle.check('x'.repeat(2_000), 'y'.repeat(2_000))).toThrow('Too many failed attempts');
  });
});

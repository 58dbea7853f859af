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
      throttle.begin('one', '192.0.2.1')('failed');
      waits.push(waitSeconds());
      clock.advance(waitSeconds() * 1000);
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    throttle.begin('one', '192.0.2.1')('failed');
    expect(waitSeconds()).toBe(60);
    expect(() => throttle.check('one', '192.0.2.2')).not.toThrow();
    expect(() => throttle.check('other', '192.0.2.1')).not.toThrow();
  });

  it('are counted together under names and addresses that are longer than any there is: each would be kept', () => {
    const throttle = new FailureThrottle(new ManualClock());
    for (let failure = 0; failure < 10; failure++)
      throttle.begin(`${'x'.repeat(1_000)}${failure}`, `${'y'.repeat(1_000)}${failure}`)('failed');
    expect(() => throttle.check('x'.repeat(2_000), 'y'.repeat(2_000))).toThrow('Too many failed attempts');
  });
});

describe('attempts at the same moment', () => {
  const address = '192.0.2.1';

  it('count before it is known how they end', () => {
    const throttle = new FailureThrottle(new ManualClock());
    for (let failure = 0; failure < 4; failure++) throttle.begin('one', address)('failed');
    const begun = Array.from({ length: 6 }, () => throttle.begin('one', address));
    expect(() => throttle.begin('one', address)).toThrow('Too many attempts at the same time');
    begun[0]?.('succeeded');
    expect(() => throttle.begin('one', address)).not.toThrow();
  });

  it('are one at a time once the client had to wait', () => {
    const clock = new ManualClock();
    const throttle = new FailureThrottle(clock);
    for (let failure = 0; failure < 10; failure++) throttle.begin('one', address)('failed');
    clock.advance(1_000);
    const end = throttle.begin('one', address);
    expect(() => throttle.begin('one', address)).toThrow('Too many attempts at the same time');
    end('abandoned');
    throttle.begin('one', address)('succeeded');
    for (let attempt = 0; attempt < 10; attempt++) throttle.begin('one', address);
  });

  it('on many clients count together by their address', () => {
    const throttle = new FailureThrottle(new ManualClock());
    for (let client = 0; client < 50; client++) throttle.begin(`client ${client}`, address);
    expect(() => throttle.begin('another', address)).toThrow('Too many attempts at the same time');
    expect(() => throttle.begin('another', '192.0.2.2')).not.toThrow();
  });
});

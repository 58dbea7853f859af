import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { EngineBans } from './engine-bans.js';

const mine = { applicationId: 'APP1', tenant: 'a' };
const refusal = (seconds: number) =>
  expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: seconds });

describe('a caller whose statements end the engine', () => {
  it('is refused after the second time, for twice as long each time, and no one else is', () => {
    const clock = new ManualClock();
    const bans = new EngineBans(clock);
    bans.note(mine);
    expect(() => bans.check(mine)).not.toThrow();
    for (const seconds of [60, 120, 240]) {
      bans.note(mine);
      expect(() => bans.check(mine)).toThrow(refusal(seconds));
      for (const other of [
        { ...mine, tenant: 'b' },
        { ...mine, tenant: '' },
        { ...mine, applicationId: 'APP2' },
      ])
        expect(() => bans.check(other)).not.toThrow();
      clock.advance(seconds * 1_000);
      expect(() => bans.check(mine)).not.toThrow();
    }
  });

  it('begins again after an hour', () => {
    const clock = new ManualClock();
    const bans = new EngineBans(clock);
    bans.note(mine);
    clock.advance(3_600_000);
    bans.note(mine);
    expect(() => bans.check(mine)).not.toThrow();
  });
});

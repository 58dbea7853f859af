import { describe, expect, it } from 'vitest';
import { ManualTimers } from '../../../tests/support/manual-timers.js';
import { FairSlots } from '../base/fair-slots.js';
import type { ShareOwner } from '../base/principal.js';
import { surplusTurnMs, turnMs, watchTurn } from './place-turn.js';

const placesMax = 4;
const waitMsMax = 5_000;
const stepMs = 1_000;

/** All that is to happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Exports that never end by themselves, like one whose client reads as slowly as it may. */
function bench() {
  const timers = new ManualTimers();
  const waiting = { work: 'exports' as const, waitersMax: 20, waitMsMax, startTimer: timers.start };
  const slots = new FairSlots({ slotsMax: placesMax, waiting });
  const held = new Map<string, number>();
  const nameOf = ({ applicationId, tenant }: ShareOwner) => applicationId + tenant;
  const heldBy = (owner: ShareOwner) => held.get(nameOf(owner)) ?? 0;
  const hold = (owner: ShareOwner, more: 1 | -1) => held.set(nameOf(owner), heldBy(owner) + more);
  const run = (owner: ShareOwner) =>
    slots.use(
      owner,
      undefined,
      (slot) =>
        new Promise<void>((resolve) => {
          hold(owner, 1);
          watchTurn(
            slot,
            () => {
              slot.leave();
              hold(owner, -1);
              resolve();
            },
            timers.start,
          );
        }),
    );
  /** Asks again whenever an export has ended or was refused. */
  const insist = (owner: ShareOwner, exports: number) => {
    for (let index = 0; index < exports; index += 1) {
      const again = (): void => {
        const retry = () => void timers.start(stepMs, again);
        run(owner).then(retry, retry);
      };
      again();
    }
  };
  const pass = async (ms: number, until: () => boolean = () => false) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      if (until()) return passed;
      timers.advance(stepMs);
      await settled();
    }
    return ms;
  };
  /** How long someone who insists on one export waits for its place, at most an hour. */
  const waitOf = async (owner: ShareOwner) => {
    insist(owner, 1);
    await settled();
    return await pass(3_600_000, () => heldBy(owner) > 0);
  };
  return { insist, pass, waitOf, heldBy, slots };
}

const owner = (applicationId: string, tenant = ''): ShareOwner => ({ applicationId, tenant });

describe('the turn of an export', () => {
  it('lasts as long as nobody else waits', async () => {
    const { insist, pass, heldBy } = bench();
    insist(owner('A'), 5);
    await pass(3 * turnMs);
    expect(heldBy(owner('A'))).toBe(3);
  });

  it.each([
    ['two Applications hold all places', [owner('A'), owner('B')], owner('C'), surplusTurnMs],
    [
      'two tenants of its Application, and another Application, hold all places',
      [owner('A', 'a'), owner('A', 'b'), owner('B')],
      owner('A', 'c'),
      surplusTurnMs,
    ],
    [
      'four Applications hold a place each',
      ['A', 'B', 'C', 'D'].map((name) => owner(name)),
      owner('E'),
      turnMs,
    ],
  ])('is over in time for one who waits while %s', async (_title, attackers, third, boundMs) => {
    const { insist, pass, waitOf, slots } = bench();
    for (const attacker of attackers) insist(attacker, 10);
    await pass(10 * stepMs);
    expect(slots.running).toBe(placesMax);
    const longestMs = boundMs + waitMsMax + 2 * stepMs;
    expect(await waitOf(third)).toBeLessThanOrEqual(longestMs);
  });

  it('gives each who waits a place again and again', async () => {
    const { insist, pass, heldBy } = bench();
    const owners = ['A', 'B', 'C', 'D', 'E'].map((name) => owner(name));
    for (const each of owners) insist(each, 3);
    const had = new Map(owners.map((each) => [each, 0]));
    for (let look = 0; look < 60; look += 1) {
      await pass(turnMs / 10);
      for (const each of owners) had.set(each, (had.get(each) ?? 0) + Math.min(heldBy(each), 1));
    }
    for (const times of had.values()) expect(times).toBeGreaterThan(20);
  });
});

import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { FailureThrottle } from './failure-throttle.js';
import { SecretCheck } from './secret-check.js';

/** Hashes are `hash of <secret>`; how often one was computed is counted. */
function counted() {
  let computed = 0;
  const check = new SecretCheck(new FailureThrottle(new ManualClock()), async (secret, hash) => {
    computed += 1;
    await new Promise(setImmediate);
    return hash === `hash of ${secret}`;
  });
  const matchOf = (client: string, secrets: string[], hashes: string[], isGuessable = false) =>
    check.match({ client, address: '192.0.2.1', secrets, hashes, hashesMax: 2, isGuessable });
  const match = (secrets: string[], hashes: string[]) => matchOf('one', secrets, hashes);
  return { match, matchOf, computed: () => computed };
}

describe('a wrong secret', () => {
  it.each([[[]], [['hash of a']], [['hash of a', 'hash of b']]])(
    'takes as many hashes whether there are none, one or two: %s',
    async (hashes) => {
      const { match, computed } = counted();
      expect(await match(['wrong'], hashes)).toBeUndefined();
      expect(computed()).toBe(2);
      expect(await match(['wrong', 'in another way'], hashes)).toBeUndefined();
      expect(computed()).toBe(6);
    },
  );
});

describe('many wrong secrets of strangers behind the same address', () => {
  /** Other clients have failed until the address has to wait. */
  async function besieged() {
    const { matchOf, computed } = counted();
    expect(await matchOf('known', ['right'], ['hash of right'])).toBe('hash of right');
    for (let index = 0; index < 50; index += 1) await matchOf(`stranger ${index}`, ['wrong'], ['hash of b']);
    await expect(matchOf('stranger', ['wrong'], ['hash of b'])).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    return { matchOf, computed };
  }

  it('do not lock out whose secret is known to be right', async () => {
    const { matchOf, computed } = await besieged();
    const before = computed();
    expect(await matchOf('known', ['right'], ['hash of right'])).toBe('hash of right');
    expect(computed()).toBe(before);
  });

  it('find out nothing about known passwords, however many are tried', async () => {
    const { matchOf } = await besieged();
    const tried = (password: string) => matchOf('known', [password], ['hash of right'], true);
    for (let index = 0; index < 10; index += 1)
      await expect(tried(`guess ${index}`)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(tried('right')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('do not lock out whose generated secret is known, even when they guess at that one', async () => {
    const { matchOf, computed } = counted();
    const tried = (secret: string) => matchOf('known', [secret], ['hash of right']);
    expect(await tried('right')).toBe('hash of right');
    for (let index = 0; index < 10; index += 1) expect(await tried(`guess ${index}`)).toBeUndefined();
    const before = computed();
    // Nor does who has the right one let others guess faster.
    for (let round = 0; round < 10; round += 1) {
      expect(await tried('right')).toBe('hash of right');
      await expect(tried(`other guess ${round}`)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    }
    expect(computed()).toBe(before);
  });
});

describe('a right secret', () => {
  it('is found among the hashes, and its hash is computed once for a while', async () => {
    const { match, computed } = counted();
    const hashes = ['hash of a', 'hash of b'];
    expect(await match(['wrong', 'b'], hashes)).toBe('hash of b');
    const before = computed();
    expect(await match(['b'], hashes)).toBe('hash of b');
    expect(computed()).toBe(before);
    expect(await match(['b'], ['hash of a'])).toBeUndefined();
  });

  it('is checked once when it comes many times at the same moment', async () => {
    const { match, computed } = counted();
    const matched = await Promise.all(Array.from({ length: 100 }, () => match(['a'], ['hash of a'])));
    expect(new Set(matched)).toEqual(new Set(['hash of a']));
    expect(computed()).toBe(1);
  });
});

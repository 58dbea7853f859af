import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { CachedLookup } from './cached-lookup.js';
import { RevisionWatch } from './revision-watch.js';

function watched(readRevision: () => Promise<number> = async () => 1) {
  const clock = new ManualClock();
  let looks = 0;
  const watch = new RevisionWatch({
    clock,
    stalenessMaxMs: 1_000,
    readRevision: () => {
      looks += 1;
      return readRevision();
    },
  });
  return { clock, watch, looks: () => looks };
}

describe('the revision watch', () => {
  it('looks once for all who ask together, and not again within the bound', async () => {
    const { clock, watch, looks } = watched();
    await Promise.all(Array.from({ length: 50 }, () => watch.fresh()));
    expect(looks()).toBe(1);
    clock.advance(999);
    expect(watch.fresh()).toBeUndefined();
    clock.advance(1);
    await watch.fresh();
    expect(looks()).toBe(2);
  });

  it('does not count a failed look, so that the next one asks again', async () => {
    let broken = true;
    const { watch, looks } = watched(async () => {
      if (broken) throw new Error('away');
      return 1;
    });
    await expect(watch.fresh()).rejects.toThrow('away');
    broken = false;
    await watch.fresh();
    expect(looks()).toBe(2);
    expect(watch.fresh()).toBeUndefined();
  });
});

describe('a cached lookup', () => {
  it('is bounded by bytes: large values make way for new ones', async () => {
    const lookup = new CachedLookup<{ text: string }>(watched().watch);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { text: 'x'.repeat(100_000) };
    };
    for (let key = 0; key < 100; key++) await lookup.get(`key ${key}`, load);
    await lookup.get('key 99', load);
    expect(loads).toBe(100);
    await lookup.get('key 0', load);
    expect(loads).toBe(101);
  });

  it('loads once for all who ask together', async () => {
    const lookup = new CachedLookup<{ n: number }>(watched().watch);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { n: loads };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => lookup.get('a', load)));
    expect(answers.every((answer) => answer?.n === 1)).toBe(true);
  });

  it('does not keep what was read before a write that happened meanwhile', async () => {
    const { watch } = watched();
    const lookup = new CachedLookup<{ name: string }>(watch);
    await watch.fresh();
    let finish: (value: { name: string }) => void = () => {};
    const slow = lookup.get('a', () => new Promise((resolve) => (finish = resolve)));
    await Promise.resolve();
    watch.outdated();
    // A lookup after the write does not wait for the read that started before it.
    expect(await lookup.get('a', async () => ({ name: 'new' }))).toEqual({ name: 'new' });
    finish({ name: 'old' });
    expect(await slow).toEqual({ name: 'old' });
    expect(await lookup.get('a', async () => undefined)).toEqual({ name: 'new' });
  });

  it('asks again after a failure', async () => {
    const lookup = new CachedLookup<{ name: string }>(watched().watch);
    await expect(lookup.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await lookup.get('a', async () => ({ name: 'here' }))).toEqual({ name: 'here' });
  });

  it('remembers a bounded number of misses, and loses nothing that exists to them', async () => {
    const lookup = new CachedLookup<{ name: string }>(watched().watch);
    let loads = 0;
    const miss = async () => {
      loads += 1;
      return undefined;
    };
    await lookup.get('real', async () => ({ name: 'real' }));
    for (let i = 0; i < 20_000; i += 1) await lookup.get(`guess ${i}`, miss);
    expect(loads).toBe(20_000);
    expect(await lookup.get('real', miss)).toEqual({ name: 'real' });
    await lookup.get('guess 19999', miss);
    expect(loads).toBe(20_000);
    await lookup.get('guess 0', miss);
    expect(loads).toBe(20_001);
    expect(await lookup.get('x'.repeat(10_000), miss)).toBeUndefined();
    expect(loads).toBe(20_001);
  });
});

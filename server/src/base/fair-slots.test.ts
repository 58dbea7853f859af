import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualTimers } from '../../../tests/support/manual-timers.js';
import type { WeirError } from './errors.js';
import { FairSlots, type Slot } from './fair-slots.js';

const waitMsMax = 5_000;

interface Run {
  readonly application: string;
  state: 'waiting' | 'running' | 'done' | WeirError['code'];
  slot: Slot | undefined;
  end(): void;
  leave(): void;
}

/** Queries that run until the test ends them. */
function bench(slotsMax: number, waitersMax = 100) {
  const timers = new ManualTimers();
  const slots = new FairSlots({
    slotsMax,
    waiting: { work: 'queries', waitersMax, waitMsMax, startTimer: timers.start },
  });
  const ask = (application: string, tenant = ''): Run => {
    const client = new AbortController();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const run: Run = {
      application,
      state: 'waiting',
      slot: undefined,
      end: () => end(),
      leave: () => client.abort(),
    };
    slots
      .use({ applicationId: application, tenant }, client.signal, async (slot) => {
        run.slot = slot;
        run.state = 'running';
        await ended;
      })
      .then(
        () => {
          run.state = 'done';
        },
        (error: WeirError) => {
          run.state = error.code;
        },
      );
    return run;
  };
  const states = (runs: readonly Run[], state: Run['state']) =>
    runs.filter((run) => run.state === state).length;
  return { slots, timers, ask, states };
}

/** All that is to happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe('slots of the engine', () => {
  it('are not all given to one Application, and one is there at once for each other', async () => {
    const { ask, states } = bench(10);
    const greedy = many(50, () => ask('A'));
    await settled();
    expect(states(greedy, 'running')).toBe(7);
    const others = ['B', 'C', 'D'].map((name) => ask(name));
    await settled();
    expect(states(others, 'running')).toBe(3);
  });

  it.each([
    [10, 5],
    [4, 2],
  ])(
    'of %i, one tenant of an Application gets %i, and one is there at once for another',
    async (slotsMax, most) => {
      const { ask, states } = bench(slotsMax);
      const greedy = many(50, () => ask('A', 'a'));
      await settled();
      expect(states(greedy, 'running')).toBe(most);
      const [b, other] = [ask('A', 'b'), ask('B')];
      await settled();
      expect([b.state, other.state]).toEqual(['running', 'running']);
    },
  );

  it('go to tenants of an Application in turn', async () => {
    const { ask } = bench(1);
    const first = ask('A', 'a');
    await settled();
    const waiting = [ask('A', 'a'), ask('A', 'a'), ask('A', 'b'), ask('A', 'c')];
    const order: number[] = [];
    for (let current: Run | undefined = first; current; ) {
      current.end();
      await settled();
      current = waiting.find((run) => run.state === 'running');
      if (current) order.push(waiting.indexOf(current));
    }
    expect(order).toEqual([0, 2, 3, 1]);
  });

  it('go to Applications in turn, and within one in the order of asking', async () => {
    const { ask } = bench(1);
    const first = ask('A');
    const [a1, a2, b1, c1] = ['A', 'A', 'B', 'C'].map((name) => ask(name)) as [Run, Run, Run, Run];
    const order: string[] = [];
    for (let current: Run | undefined = first; current; ) {
      await settled();
      current.end();
      await settled();
      const waiting = { a1, a2, b1, c1 };
      const next = Object.entries(waiting).find(([, run]) => run.state === 'running');
      if (next) order.push(next[0]);
      current = next?.[1];
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('are waited for only so long, and by so many of one Application', async () => {
    const { ask, states, timers } = bench(1, 3);
    const running = ask('A');
    await settled();
    const waiting = many(3, () => ask('A'));
    const refused = ask('A');
    const other = ask('B');
    await settled();
    expect(refused.state).toBe('RATE_LIMITED');
    timers.advance(waitMsMax);
    await settled();
    expect(states(waiting, 'RATE_LIMITED')).toBe(3);
    expect(other.state).toBe('UNAVAILABLE');
    running.end();
    await settled();
    const next = ask('C');
    await settled();
    expect([running.state, next.state]).toEqual(['done', 'running']);
  });

  it('are not waited for by clients that have left', async () => {
    const { ask, slots, timers } = bench(1);
    const running = ask('A');
    const leaving = ask('B');
    await settled();
    leaving.leave();
    await settled();
    expect(leaving.state).toBe('QUERY_CANCELLED');
    expect(slots.waiting).toBe(0);
    expect(timers.running).toBe(0);
    running.end();
    await settled();
    expect(slots.running).toBe(0);
  });

  it('are wanted from who holds them while somebody else waits who would get one', async () => {
    const { ask, slots } = bench(2);
    const [a, b] = [ask('A', 'a'), ask('B')];
    await settled();
    const wanted = () => [a, b].map(({ slot }) => slot?.lead() !== undefined);
    expect(wanted()).toEqual([false, false]);
    // Who waits for a slot of its own would get no other one.
    const again = ask('A', 'a');
    await settled();
    expect(wanted()).toEqual([false, false]);
    const other = ask('A', 'b');
    await settled();
    expect(wanted()).toEqual([true, false]);
    const third = ask('C');
    await settled();
    expect(wanted()).toEqual([true, true]);
    b.end();
    await settled();
    expect([third.state, other.state]).toEqual(['running', 'waiting']);
    for (const run of [a, other, again, third]) run.leave();
    a.end();
    third.end();
    await settled();
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('tell how far their owner is ahead of who waits, until one is about to come free', async () => {
    const { ask } = bench(4);
    const greedy = many(3, () => ask('A'));
    const other = ask('B');
    await settled();
    const waiting = ask('C');
    await settled();
    const leads = () => [...greedy, other].map(({ slot }) => slot?.lead());
    expect(leads()).toEqual([3, 3, 3, 1]);
    greedy[0]?.slot?.leave();
    expect(leads()).toEqual([undefined, undefined, undefined, undefined]);
    greedy[0]?.end();
    await settled();
    expect(waiting.state).toBe('running');
    const last = ask('D');
    await settled();
    expect(leads().slice(1)).toEqual([2, 2, 1]);
    expect(last.state).toBe('waiting');
  });

  it('that a tenant gives up go to another tenant, although the last one is reserved for Applications', async () => {
    const { ask, states } = bench(4);
    const greedy = ['a', 'a', 'b'].map((tenant) => ask('A', tenant));
    const other = ask('B');
    await settled();
    expect(states([...greedy, other], 'running')).toBe(4);
    const waiting = ask('A', 'c');
    greedy[2]?.end();
    await settled();
    expect(waiting.state).toBe('waiting');
    const again = ask('C');
    await settled();
    expect(again.state).toBe('running');
    expect(greedy.slice(0, 2).map(({ slot }) => slot?.lead())).toEqual([2, 2]);
    greedy[0]?.slot?.leave();
    greedy[0]?.end();
    await settled();
    expect([waiting.state, states(greedy, 'running')]).toEqual(['running', 1]);
  });

  it('come free when a query fails', async () => {
    const { slots } = bench(1);
    await expect(
      slots.use({ applicationId: 'A', tenant: '' }, undefined, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    await expect(
      slots.use({ applicationId: 'A', tenant: '' }, undefined, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(slots.running).toBe(0);
  });

  it('are never lost nor given twice, keep their bounds, and reach all who wait long enough', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ ask: fc.constantFrom('A', 'A', 'A', 'B', 'C') }) },
      { weight: 3, arbitrary: fc.record({ end: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ leave: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ advance: fc.integer({ min: 1, max: waitMsMax }) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(step, { maxLength: 60 }),
        async (max, steps) => {
          const { slots, timers, ask, states } = bench(max, 5);
          const runs: Run[] = [];
          const pick = (state: Run['state'], index: number) => {
            const found = runs.filter((run) => run.state === state);
            return found[index % Math.max(found.length, 1)];
          };
          const check = () => {
            expect(slots.running).toBe(states(runs, 'running'));
            expect(slots.running).toBeLessThanOrEqual(max);
            expect(slots.waiting).toBe(states(runs, 'waiting'));
            expect(timers.running).toBe(slots.waiting);
            const idle = ['A', 'B', 'C'].filter(
              (name) =>
                runs.some((run) => run.application === name && run.state === 'waiting') &&
                !runs.some((run) => run.application === name && run.state === 'running'),
            );
            // An Application that has none of them gets the next one.
            if (slots.running < max) expect(idle).toEqual([]);
            // However many one of them asks for, one is left for the others.
            const ofA = runs.filter((run) => run.application === 'A' && run.state === 'running').length;
            expect(ofA).toBeLessThanOrEqual(Math.max(1, max - 1));
          };
          for (const step of steps) {
            if ('ask' in step) runs.push(ask(step.ask));
            else if ('end' in step) pick('running', step.end)?.end();
            else if ('leave' in step) pick('waiting', step.leave)?.leave();
            else timers.advance(step.advance);
            await settled();
            check();
          }
          // When what runs ends and nobody gives up, everybody has had their turn.
          while (states(runs, 'running') > 0) {
            pick('running', 0)?.end();
            await settled();
            check();
          }
          expect([slots.running, slots.waiting]).toEqual([0, 0]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { ByteBudget, slowBodyMs } from './byte-budget.js';

/** A body that holds so much and never ends. */
function halfSent(budget: ByteBudget, bytes: number) {
  const body = {
    error: undefined as Error | undefined,
    cutOff(error: Error) {
      this.error = error;
      budget.give(bytes);
    },
  };
  budget.take(bytes, body);
  budget.arrives(body);
  return body;
}

describe('a budget that is used up', () => {
  it('refuses what comes next', () => {
    const budget = new ByteBudget(100, new ManualClock());
    budget.take(60);
    budget.take(40);
    expect(() => budget.take(1)).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', retryAfterSeconds: 1 }),
    );
    budget.give(40);
    budget.take(40);
    expect(budget.bytes).toBe(100);
  });

  it('cuts off the bodies that have been arriving for long, oldest first and no more than it needs', () => {
    const clock = new ManualClock();
    const budget = new ByteBudget(100, clock);
    const [oldest, older] = [halfSent(budget, 40), halfSent(budget, 40)];
    clock.advance(slowBodyMs);
    const recent = halfSent(budget, 20);
    budget.take(30);
    expect([oldest, older, recent].map(({ error }) => error?.message)).toEqual([
      'The body took longer than 5 s to arrive, and other requests need its memory',
      undefined,
      undefined,
    ]);
    expect(budget.bytes).toBe(90);
  });

  it('leaves bodies alone that have not been arriving for long', () => {
    const clock = new ManualClock();
    const budget = new ByteBudget(100, clock);
    const body = halfSent(budget, 100);
    clock.advance(slowBodyMs - 1);
    expect(() => budget.take(1)).toThrow('Too many requests');
    expect(body.error).toBeUndefined();
  });

  it('does not cut off the body that asks, nor one that is complete', () => {
    const clock = new ManualClock();
    const budget = new ByteBudget(100, clock);
    const [asking, complete] = [halfSent(budget, 50), halfSent(budget, 50)];
    budget.arrived(complete);
    clock.advance(slowBodyMs);
    expect(() => budget.take(1, asking)).toThrow('Too many requests');
    expect([asking.error, complete.error]).toEqual([undefined, undefined]);
  });
});

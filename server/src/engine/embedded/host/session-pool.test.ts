import type { Session } from 'chdb';
import { describe, expect, it } from 'vitest';
import { SessionPool } from './session-pool.js';

const open = () => ({}) as Session;

describe('the pool of Sessions', () => {
  it('tells when work that had to wait begins, from when its deadline counts, and says nothing of other work', async () => {
    const pool = new SessionPool({ open, sessionsMax: 1, waitersMax: 1, waitMsMax: 60_000 });
    const order: string[] = [];
    let release = () => {};
    const first = pool.use(
      () => new Promise<void>((resolve) => (release = resolve)),
      'first',
      () => order.push('the first waited'),
    );
    const second = pool.use(
      async () => order.push('second runs'),
      'second',
      () => order.push('second begins'),
    );
    await Promise.resolve();
    order.push('first ends');
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first ends', 'second begins', 'second runs']);
  });
});

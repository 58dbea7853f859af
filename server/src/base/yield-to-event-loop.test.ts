import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn, yieldToEventLoop } from './in-slices.js';

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('pieces of work side by side do not follow one another in one turn of the event loop', async () => {
  await nextTurn();
  let turn = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turn += 1;
    }
  })();
  const turns = await Promise.all(
    Array.from({ length: 6 }, async () => {
      await yieldToEventLoop();
      work(30);
      return turn;
    }),
  );
  isDone = true;
  await counting;
  expect(new Set(turns).size).toBe(6);
});

test('short pieces of work share a turn', async () => {
  const shareTurn = async () => {
    await nextTurn();
    let isNext = false;
    void nextTurn().then(() => {
      isNext = true;
    });
    for (let piece = 0; piece < 100; piece += 1) await yieldToEventLoop();
    return !isNext;
  };
  // A busy machine can make one of them too long.
  await expect.poll(shareTurn).toBe(true);
});

test('pieces of several owners take turns, however many one of them has', async () => {
  const order: string[] = [];
  const piece = (applicationId: string, tenant = '') =>
    inTurn({ applicationId, tenant }, () => void order.push(applicationId + tenant));
  const many = Array.from({ length: 100 }, () => piece('A', 'a'));
  await Promise.all([piece('B'), piece('A', 'b'), piece('C')]);
  expect(order.length).toBeLessThan(10);
  await Promise.all(many);
  expect(order).toHaveLength(103);
  await expect(inTurn({ applicationId: 'A', tenant: '' }, () => JSON.parse('{'))).rejects.toThrow(
    SyntaxError,
  );
});

import { expect, test } from 'vitest';
import { concurrently } from './concurrently.js';

test('runs no more than so many at a time, and gives each its own outcome in order', async () => {
  let running = 0;
  let most = 0;
  const outcomes = await concurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (item === 3) throw new Error('three');
    return item;
  });
  expect(most).toBe(2);
  expect(outcomes).toEqual([1, 2, new Error('three'), 4, 5, 6]);
});

test('work that throws at once fails alone', async () => {
  const outcomes = await concurrently([1, 2], 1, (item) => {
    if (item === 1) throw new Error('at once');
    return Promise.resolve(item);
  });
  expect(outcomes).toEqual([new Error('at once'), 2]);
});

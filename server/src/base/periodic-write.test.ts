import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeriodicWrite } from './periodic-write.js';

let gathered: number[];
let written: number[][];
/** What the current write waits for. */
let gate: Promise<void>;
let writes: PeriodicWrite;

beforeEach(() => {
  vi.useFakeTimers();
  gathered = [];
  written = [];
  gate = Promise.resolve();
  writes = new PeriodicWrite(1_000, async () => {
    const batch = gathered.splice(0);
    await gate;
    written.push(batch);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('writes at intervals until it is closed', async () => {
  writes.start();
  gathered.push(1);
  await vi.advanceTimersByTimeAsync(1_000);
  gathered.push(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([[1], [2]]);
  gathered.push(3);
  await writes.close();
  expect(written.flat()).toEqual([1, 2, 3]);
  gathered.push(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written.flat()).toEqual([1, 2, 3]);
});

test('catches up with what came after a running write began', async () => {
  let release: () => void = () => undefined;
  gate = new Promise((resolve) => {
    release = resolve;
  });
  gathered.push(1);
  const running = writes.run();
  gathered.push(2);
  const caughtUp = writes.catchUp();
  expect(writes.run()).toBe(running);
  release();
  await caughtUp;
  expect(written).toEqual([[1], [2]]);
});

test('does not start again when it is closed during a write', async () => {
  let release: () => void = () => undefined;
  gate = new Promise((resolve) => {
    release = resolve;
  });
  writes.start();
  await vi.advanceTimersByTimeAsync(1_000);
  const closed = writes.close();
  release();
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../base/log.js';
import { Schedule } from './schedule.js';

let looks: number;
/** The work of a look. */
let work: () => Promise<void>;
let schedule: Schedule;

beforeEach(() => {
  vi.useFakeTimers();
  looks = 0;
  work = async () => undefined;
  schedule = new Schedule({
    everyMs: 1_000,
    what: 'what is due',
    log: createLog('silent'),
    createDue: async () => {
      looks += 1;
      await work();
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('looks at its start and at intervals, also after a failure, until it is stopped', async () => {
  work = () => Promise.reject(new Error('The catalog is away'));
  schedule.start();
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(2);
  work = async () => undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(3);
  await schedule.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(3);
});

test('looks once at a time, and its stop waits for the look', async () => {
  let release: () => void = () => undefined;
  work = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const look = schedule.look();
  expect(schedule.look()).toBe(look);
  expect(looks).toBe(1);
  let isStopped = false;
  const stopped = schedule.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isStopped).toBe(false);
  release();
  await stopped;
});

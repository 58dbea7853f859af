import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesPerSecondMin, endWhenSlow } from './slow-download.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A response whose client takes what the test says. */
function download() {
  const response = Object.assign(new EventEmitter(), {
    writableNeedDrain: true,
    socket: { bytesWritten: 1_000_000, writableLength: 100_000 },
  });
  let isWanted = false;
  const ended: string[] = [];
  endWhenSlow(
    response,
    () => isWanted,
    (reason) => ended.push(reason),
  );
  return {
    ended,
    response,
    want: () => {
      isWanted = true;
    },
    pass: (seconds: number, bytesPerSecond: number, isReady = true) => {
      response.writableNeedDrain = isReady;
      for (let second = 0; second < seconds; second += 1) {
        response.socket.bytesWritten += bytesPerSecond;
        vi.advanceTimersByTime(1_000);
      }
    },
  };
}

describe('a download with a slow client', () => {
  it('is left alone while nobody else waits, and ended as soon as somebody does', () => {
    const { ended, pass, want } = download();
    pass(3_600, 1);
    expect(ended).toEqual([]);
    want();
    pass(1, 1);
    expect(ended).toEqual([
      'The client took less than 65536 bytes per second for 10 s, and another export waits for its place',
    ]);
  });

  it('is ended although it was fast before', () => {
    const { ended, pass, want } = download();
    want();
    pass(100, 100 * bytesPerSecondMin);
    expect(ended).toEqual([]);
    pass(10, bytesPerSecondMin - 1);
    expect(ended).toHaveLength(1);
  });

  it('is not ended before it was slow for ten seconds', () => {
    const { ended, pass, want } = download();
    want();
    pass(10, 0);
    expect(ended).toEqual([]);
    pass(1, 0);
    expect(ended).toHaveLength(1);
  });
});

it('a client that is fast enough is never cut off, nor one that waits for the engine', () => {
  const { ended, pass, want, response } = download();
  want();
  pass(60, bytesPerSecondMin);
  pass(10, 10 * bytesPerSecondMin);
  // It takes a lot at once now and then.
  for (let round = 0; round < 20; round += 1) {
    pass(4, 0);
    pass(1, 5 * bytesPerSecondMin);
  }
  pass(60, 0, false);
  for (let round = 0; round < 20; round += 1) {
    pass(5, 0);
    pass(1, 0, false);
  }
  expect(ended).toEqual([]);
  response.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});

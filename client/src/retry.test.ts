import { describe, expect, it } from 'vitest';
import { retryAfterMsOf } from './retry.js';

describe('Retry-After', () => {
  it.each([
    ['2', 2000],
    ['0', 0],
    ['-1', 0],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is %j ms from the first second on', (header, expected) => {
    expect(retryAfterMsOf(header, 1000)).toBe(expected);
  });
});

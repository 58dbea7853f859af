import { describe, expect, it } from 'vitest';
import { type PageArguments, pageDirection } from './page-direction.js';

const sizes = { default: 10, min: 1, max: 100 };

describe('the direction of a page', () => {
  it.each<[PageArguments, boolean, number]>([
    [{}, false, 10],
    [{ first: 3 }, false, 3],
    [{ last: 4 }, true, 4],
    [{ after: 'a' }, false, 10],
    [{ before: 'b' }, true, 10],
    [{ after: 'a', before: 'b' }, false, 10],
    [{ first: 3, before: 'b' }, false, 3],
    [{ last: 4, after: 'a' }, true, 4],
    [{ first: 3, last: 4 }, false, 3],
    [{ first: 3, last: 4, after: 'a' }, false, 3],
    [{ first: 3, last: 4, before: 'b' }, true, 4],
    [{ first: 3, last: 4, after: 'a', before: 'b' }, true, 4],
    [{ first: 3, last: 4, after: '', before: '' }, false, 3],
    [{ first: 3, last: 4, after: '', before: 'b' }, true, 4],
    [{ before: 'b', after: '' }, true, 10],
    [{ first: 3, last: 1_000 }, false, 3],
  ])('of %j', (page, backward, size) => {
    expect(pageDirection(page, sizes)).toEqual({ backward, size });
  });

  it.each<[PageArguments, string]>([
    [{ first: 0 }, 'first must be from 1 to 100, but is 0'],
    [{ first: 1.5 }, 'first must be from 1 to 100, but is 1.5'],
    [{ first: 101, last: 1 }, 'first must be from 1 to 100, but is 101'],
    [{ last: 101 }, 'last must be from 1 to 100, but is 101'],
    [{ first: 1, last: -1, before: 'b' }, 'last must be from 1 to 100, but is -1'],
  ])('refuses the size that counts in %j', (page, message) => {
    expect(() => pageDirection(page, sizes)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { regexParts, regexPartsMax, regexProblem } from './regex-size.js';

describe('the size of a regular expression', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['[a-z]+@\\w+', 3],
    ['a{3}', 3],
    ['a{2,5}b', 6],
    ['a{7,}', 7],
    ['a{0}', 1],
    ['a{,3}', 5],
    ['(a{1,10}){1,10}', 100],
    ['((ab){1,10}c){5}', 105],
    ['(?:a|b|cd){3}', 12],
    ['(?P<name>a){4}', 4],
    ['[]a{9}]{2}', 2],
    ['[^]{]{2}', 2],
    ['\\{3}', 3],
    ['[\\]]{4}', 4],
    ['\\pL{2}', 20],
    ['\\p{Lu}{2}', 20],
    ['[\\pL_]{2}', 20],
    ['\\x{1F600}{3}', 3],
    ['\\Qa{9}\\E', 4],
  ])('of %s is %i', (pattern, parts) => {
    expect(regexParts(pattern)).toBe(parts);
  });

  it('is bounded, whatever repeats: one part, a group in a group, or many in a row', () => {
    const large = [
      'a{601}',
      '(a|b){400}',
      'a{1,1000}'.repeat(3),
      '(a{1,100}){1,100}',
      '((a{30}){30}){30}',
      '\\pL{500}',
      'ab'.repeat(2000),
    ];
    for (const pattern of large) expect(regexProblem(pattern)).toMatch(`${regexPartsMax} parts`);
    for (const pattern of ['^[a-z0-9-]{1,255}$', '(a{1,24}){1,25}', 'a{600}', '\\w{1,63}'])
      expect(regexProblem(pattern)).toBeNull();
  });

  it('takes no time to find, whatever the pattern', () => {
    const symbols = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '1',
      '9',
      ',',
      '\\',
      'p',
      'Q',
      'E',
      '?',
      '*',
      '|',
      'a',
    );
    fc.assert(
      fc.property(fc.array(symbols, { maxLength: 2_000 }), (drawn) => {
        expect(regexParts(drawn.join(''))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
    const spentMs = processorTime();
    for (const piece of ['(', '[', '{', '\\', '{9', '(a{9}', '\\Q', '[^']) regexParts(piece.repeat(10_000));
    expect(spentMs()).toBeLessThan(2_000);
  });
});

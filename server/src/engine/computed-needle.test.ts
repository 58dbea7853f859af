import { expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { computedNeedle } from './computed-needle.js';

it.each([
  ['SELECT position(`name`, {p0:String})', 'none'],
  ['SELECT position(lower(concat(`a`, `b`)), {p0:String}) > 0', 'none'],
  ['SELECT replaceAll(`name`, {p0:String}, `other`)', 'none'],
  ['SELECT `position(a, b)`, hasAny(`a`, `b`)', 'none'],
  ['SELECT `it\\`s position(`, count()', 'none'],
  ['SELECT position(`name`, `other`)', 'some'],
  ['SELECT position({p0:String}, concat({p1:String}, {p2:String}))', 'some'],
  ['SELECT replaceAll(replaceAll(`a`, `b`, {p0:String}), {p1:String}, {p2:String})', 'some'],
  ['SELECT countSubstrings(`name`, {p0:String}), countSubstrings(`,`, `b`)', 'some'],
  ['SELECT position(`a`, `b`), positionCaseInsensitiveUTF8(`a`, lower(`b`))', 'slowest'],
])('in %s is %s', (text, expected) => {
  expect(computedNeedle(text)).toBe(expected);
});

it('is found in one pass, whatever the statement', () => {
  const spentMs = processorTime();
  for (const piece of ['position(', 'position(`a`, ', "'", '`', '(', 'a', ')', ',', '\\'])
    computedNeedle(piece.repeat(500_000 / piece.length));
  expect(spentMs()).toBeLessThan(2_000);
});

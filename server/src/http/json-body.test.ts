import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { checkShape } from './json-body.js';

const limits = { nestingDepthMax: 3, valuesMax: 6 };
const check = (text: string) => () => checkShape(Buffer.from(text), limits);

describe('the shape of JSON', () => {
  it.each([
    '',
    '1',
    '[[[]]]',
    '[[],[]]',
    '{"a":{"b":[1,2]}}',
    '"[[[[[["',
    '"\\"[[[["',
    '"\\\\"',
    '[1,2,3,4,5]',
  ])('%s is within its bounds', (text) => {
    expect(check(text)).not.toThrow();
  });

  it.each(['[[[[', '[[[[]]]]', '{"a":{"b":{"c":{', '["\\\\",[[[', '["a",[[[', '[[[]],[[[]]]]'])(
    '%s is nested too deeply',
    (text) => {
      expect(check(text)).toThrow('The body is nested more than 3 levels deep');
    },
  );

  it.each(['[1,2,3,4,5,6]', ',,,,,,', '{"a":1,"b":2,"c":3,"d":4,"e":[]}'])(
    '%s has too many values',
    (text) => {
      expect(check(text)).toThrow('The body has more than 6 values');
    },
  );

  it('is checked in time that grows with the text alone', () => {
    const spentMs = processorTime();
    for (const text of ['"', '\\', ' ', ',', '"\\'])
      try {
        checkShape(Buffer.alloc(1_000_000, text), limits);
      } catch {
        // Too many values; the time is what counts.
      }
    expect(spentMs()).toBeLessThan(2_000);
  });
});

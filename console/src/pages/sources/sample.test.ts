import { describe, expect, it } from 'vitest';
import { parseSample, sampleBytesMax, sampleEventsMax, sampleTexts } from './sample.js';

const problemOf = (text: string) => {
  try {
    parseSample(text);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a sample', () => {
  it('is one object, an array, or one object a line', () => {
    expect(parseSample('{"a":1}')).toHaveLength(1);
    expect(parseSample('[{"a":1},{"a":2}]')).toHaveLength(2);
    expect(parseSample('{"a":1}\n\n{"a":2}\r\n')).toHaveLength(2);
    expect(parseSample('{\n  "a": 1\n}')).toHaveLength(1);
  });

  it('is sent as it was written', () => {
    expect(sampleTexts('{"a":1}\n\n{"a": 9007199254740993}\n')).toEqual([
      '{"a":1}',
      '{"a": 9007199254740993}',
    ]);
    expect(sampleTexts('[ {"a":1.0} ,\n{"a":1,"a":2}]')).toEqual(['{"a":1.0}', '{"a":1,"a":2}']);
    expect(sampleTexts(' {"a":\n[1e3]} ')).toEqual(['{"a":\n[1e3]}']);
  });

  it.each([
    ['{"a": 1,}', 'Not valid JSON at line 1, column 9: a key in double quotes is expected.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'Not valid JSON at line 3, column 3: a comma is expected.'],
    ["{'a': 1}", 'Not valid JSON at line 1, column 2: this is not a JSON value; texts need double quotes.'],
    ['{"a":', 'Not valid JSON at line 1, column 6: a value is expected.'],
    ['[{"a": 1}', 'Not valid JSON at line 1, column 10: a closing ] is expected.'],
    ['{"a": "x}', 'Not valid JSON at line 1, column 7: this text has no closing quote.'],
    ['{"a":1}\n\n{"a":2}}\n', 'Not valid JSON at line 3, column 8: the JSON has ended before this.'],
    [
      '{"a":1}\nnope',
      'Not valid JSON at line 2, column 1: this is not a JSON value; texts need double quotes.',
    ],
    ['{\n "a": 1\n}\n{\n "a": 2\n}', 'Not valid JSON at line 4, column 1: the JSON has ended before this.'],
    ['', 'The sample is empty. Paste at least one JSON object.'],
    ['[]', 'The sample is empty. Paste at least one JSON object.'],
    ['7', 'Event 0 is 7. Each event must be a JSON object, such as {"price": 12.5}.'],
    ['[{}, ["x"]]', 'Event 1 is ["x"]. Each event must be a JSON object, such as {"price": 12.5}.'],
  ])('%j is refused with the place and the reason', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('has a limit of events and of bytes, and says where more can be loaded', () => {
    const events = (count: number) => '{}\n'.repeat(count);
    expect(parseSample(events(sampleEventsMax))).toHaveLength(1_000);
    expect(problemOf(events(sampleEventsMax + 1))).toMatch(
      /^The sample has 1,001 events; at most 1,000 events are sent from here\. .*"Load" of its Data Pool\.$/,
    );
    // The letter has two bytes.
    const large = JSON.stringify({ text: 'é'.repeat(sampleBytesMax / 2) });
    expect(problemOf(large)).toMatch(/^The sample has 1\.0 MB; at most 1\.0 MB are sent/);
  });
});

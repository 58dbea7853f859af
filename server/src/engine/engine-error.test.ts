import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../tests/support/processor-time.js';
import { engineError, failureName } from './engine-error.js';
import { boundMessage, messageHeadCharacters, messageTailCharacters } from './engine-message.js';

const framed = (words: string) =>
  `Code: 6. DB::Exception: ${words} (CANNOT_PARSE_TEXT) (version 26.7.1.1 (official build))`;
const cannotParseText = 6;

describe('a failure on the engine', () => {
  it('is shown by its words, without the frame around them', () => {
    expect(engineError(cannotParseText, framed("Cannot parse string 'x' as Int64")).message).toBe(
      "Cannot parse string 'x' as Int64",
    );
    expect(engineError(cannotParseText, 'Code: 6. DB::Exception: No. (CANNOT_PARSE_TEXT)').message).toBe(
      'No.',
    );
    expect(engineError(0, 'plain words (of a kind)').message).toBe('plain words (of a kind)');
  });

  it('is in plain words if a recursion does not end', () => {
    const words =
      'Maximum recursive CTE evaluation depth (1000) exceeded, during evaluation of t1 AS t2. Consider raising max_recursive_cte_evaluation_depth setting';
    const { code, message, details } = engineError(306, framed(words));
    expect(code).toBe('QUERY_FAILED');
    expect(message).toBe(
      'WITH RECURSIVE did not end within 1000 steps, which is the limit. Add a condition that ends it, such as WHERE n < 100',
    );
    // Without the engine's code, the words are shown where access policies apply too.
    expect(details).toBeUndefined();
  });

  it('names the type of an integer that is too large for it', () => {
    const words = 'Value in column Int128 cannot be safely converted into type Int32';
    expect(engineError(70, framed(words)).message).toBe('integer out of range');
  });

  it('is named as the engine names it', () => {
    expect(failureName(framed('Some words'))).toBe('CANNOT_PARSE_TEXT');
    expect(failureName('Some words (CANNOT_PARSE_TEXT) (version 26.7.1.1)')).toBe('CANNOT_PARSE_TEXT');
    expect(failureName('Some words (of a kind)')).toBeUndefined();
  });

  it.each([
    ['spaces', ' '],
    ['opening brackets', '('],
    ['versions', '(version '],
    ['names of failures', '(AA)(version '],
    ['beginnings of a statement', ': in scope '],
  ])('takes no time to read when its message has a million characters of %s', (_, piece) => {
    const text = framed(`Cannot parse string 'x${piece.repeat(1_000_000 / piece.length)}y' as Int64`);
    const spentMs = processorTime();
    const { message } = engineError(cannotParseText, text);
    expect(spentMs()).toBeLessThan(100);
    expect(message).toMatch(/^Cannot parse string 'x/);
    expect(failureName(boundMessage(text))).toBe('CANNOT_PARSE_TEXT');
  });
});

describe('a long message', () => {
  it('keeps its beginning and its end', () => {
    const long = `begin${' '.repeat(60_000)}end`;
    const bounded = boundMessage(long);
    expect(bounded).toMatch(/^begin .* … .* end$/s);
    expect(bounded.length).toBeLessThanOrEqual(messageHeadCharacters + messageTailCharacters + 3);
    expect(boundMessage('short')).toBe('short');
  });
});

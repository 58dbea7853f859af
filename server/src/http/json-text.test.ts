import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extent } from '../../../tests/support/extent.js';
import { heldEventLoop } from '../../../tests/support/held-event-loop.js';
import { onePieceBytesMax } from '../base/answer-limits.js';
import { jsonText } from './json-text.js';

const tooLarge = () => new Error('too large');
const plenty = { bytesMax: 1e9, tooLarge };
const joined = (text: string | Buffer[]) =>
  typeof text === 'string' ? text : Buffer.concat(text).toString('utf8');

describe('the JSON of an answer', () => {
  it('is one text when it is small', async () => {
    expect(await jsonText({ data: { a: [1, 'x', null] } }, plenty)).toBe('{"data":{"a":[1,"x",null]}}');
  });

  it('is the same in pieces as in one, whatever it is made of', async () => {
    const long = fc.string({ unit: 'grapheme' }).map((text) => `${text}🌊"\u0001`.repeat(20_000));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.constantFrom(null, true, undefined),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, long, async (drawn, text) => {
        const large = {
          data: {
            drawn,
            text,
            none: undefined,
            rows: new Array(20_000).fill(['a', null, 'c']),
            list: [text, drawn, text],
          },
          errors: new Array(3).fill(drawn),
        };
        const written = await jsonText(large, plenty);
        expect(Array.isArray(written)).toBe(true);
        expect(joined(written) === JSON.stringify(large)).toBe(true);
      }),
      { numRuns: extent(5, 20) },
    );
  });

  it('is refused past its bytes, not its characters', async () => {
    const text = 'é'.repeat(onePieceBytesMax);
    const bytes = Buffer.byteLength(JSON.stringify([text]));
    expect(joined(await jsonText([text], { ...plenty, bytesMax: bytes }))).toBe(JSON.stringify([text]));
    await expect(jsonText([text], { ...plenty, bytesMax: bytes - 1 })).rejects.toThrow('too large');
  });

  it('of 40 MB holds the event loop for no longer than 100 ms, and ends when the client goes away', async () => {
    const row = Array.from({ length: 20 }, (_, index) => `text "${index}"`);
    const answer = { data: { rows: new Array(150_000).fill(row) } };
    const { result, longestMs } = await heldEventLoop(() => jsonText(answer, plenty), 100);
    expect(joined(result).length).toBeGreaterThan(4e7);
    expect(longestMs).toBeLessThan(100);
    const gone = new AbortController();
    gone.abort();
    await expect(jsonText(answer, plenty, { signal: gone.signal })).rejects.toMatchObject({
      code: 'QUERY_CANCELLED',
    });
  });
});

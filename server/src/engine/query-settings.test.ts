import { describe, expect, it } from 'vitest';
import { querySettings } from './query-settings.js';

const limits = { timeoutMs: 1_000 };
const blockRows = (text: string) => querySettings(text, limits)['max_block_size'];

describe('the settings of a query', () => {
  it('make blocks small where a regular expression could keep it from hearing of its end', () => {
    const name = '`name`';
    expect(blockRows(`SELECT match(${name}, {p0:String})`)).toBe(8_192);
    expect(blockRows(`SELECT replaceRegexpAll(${name}, {p0:String}, '')`)).toBe(256);
    expect(blockRows(`SELECT extractAll(${name}, {p0:String})`)).toBe(256);
    expect(blockRows(`SELECT hasAny(splitByChar(',', ${name}), [${name}])`)).toBe(256);
    expect(blockRows(`SELECT count() FROM t WHERE ${name} LIKE {p0:String}`)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { querySettings } from './query-settings.js';

const limits = { timeoutMs: 1_000 };
const blockRows = (text: string, parameters = {}) =>
  querySettings({ text, parameters }, limits)['max_block_size'];

describe('the settings of a query', () => {
  it('make blocks small where a regular expression could keep it from hearing of its end', () => {
    const name = '`name`';
    expect(blockRows(`SELECT match(${name}, {p0:String})`)).toBe(8_192);
    const matching = (p0: string) => blockRows(`SELECT match(${name}, {p0:String})`, { p0 });
    expect(['^[a-z]+$', 'a{9}b{4}', '\\d{4}'].map(matching)).toEqual([8_192, 8_192, 8_192]);
    expect(['ab?'.repeat(30), 'a{200}', 'a{600}', '((a{9}){9}){7}'].map(matching)).toEqual([
      256, 256, 16, 16,
    ]);
    expect(blockRows(`SELECT replaceRegexpAll(${name}, {p0:String}, '')`, { p0: 'a{300}' })).toBe(16);
    expect(blockRows(`SELECT replaceRegexpAll(${name}, {p0:String}, '')`)).toBe(256);
    expect(blockRows(`SELECT extractAll(${name}, {p0:String})`)).toBe(256);
    expect(blockRows(`SELECT hasAny(splitByChar(',', ${name}), [${name}])`)).toBe(256);
    expect(blockRows(`SELECT position(${name}, {p0:String})`)).toBeUndefined();
    expect(blockRows(`SELECT position(${name}, ${name})`)).toBe(256);
    expect(blockRows(`SELECT positionCaseInsensitiveUTF8(${name}, ${name})`)).toBe(16);
    expect(blockRows(`SELECT count() FROM t WHERE ${name} LIKE {p0:String}`)).toBeUndefined();
  });
});

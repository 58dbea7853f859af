import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { extent } from '../../../../../tests/support/extent.js';
import { WeirError } from '../../../base/errors.js';
import { scanned } from './scan.js';

beforeAll(loadModule);

const scan = (text: string) => scanned({ name: 'filterSql', text });

/** The grammar's library ends a string at a comment; PostgreSQL continues it after the line break, as the scan does. */
const continuedPastComment = /'\s*--[^\n\r]*[\n\r](?:\s|--[^\n\r]*[\n\r])*'/;

/** The parse tree of a text with its locations, or null on a syntax error. */
function tree(text: string): unknown {
  try {
    return parseSync(`SELECT ${text}`);
  } catch {
    return null;
  }
}

function scannedTree(text: string): unknown {
  try {
    return tree(scan(text));
  } catch (error) {
    if (error instanceof WeirError) return null;
    throw error;
  }
}

const pieces = [
  ...["'", '"', "E'", "e'", "U&'", "b'", '\\', "\\'", "''", '""', '$$', '$a$', '$1', '$', '`'],
  ...['--', '/*', '*/', '/', '*', '+', '-', '=', '<', '::', '.', ',', ';', '(', ')', '[', ']'],
  ...['\n', '\r', ' ', '\t', '\f', '\u00a0', 'a', 'e', 'E', '1', '1e', 'é', '😀', 'case', 'end', 'and'],
];

describe('comments become blanks, and nothing else changes', () => {
  test.each([
    ['1 /* a /* b */ c */ + 2', '1                   + 2'],
    ['1 -- a\n+ 2', '1     \n+ 2'],
    ['1 +/* a\n */2', '1 +        2'],
    ['1 +-- a', '1 +    '],
    ["'/* a */' || '-- b'", "'/* a */' || '-- b'"],
    ["E'\\'/* a */' /* b */", "E'\\'/* a */'        "],
    ["E'a'\n'\\'/* b */'/* c */", "E'a'\n'\\'/* b */'       "],
    ["'a\\'/* b */''", "'a\\'       ''"],
    ['"/* a */" /* "*/', '"/* a */"       '],
    ['$a$ /* $b$ */ $a$ /* $c$ */', '$a$ /* $b$ */ $a$          '],
    ['a$b$ /* c */', 'a$b$        '],
    ["'/*é😀*/' /*é😀*/", "'/*é😀*/'        "],
  ])('%j', (text, blanked) => {
    expect(scan(text)).toBe(blanked);
    if (!/[\u0080-\uffff]/.test(text)) expect(tree(blanked)).toEqual(tree(text));
  });

  test.each(["'a' --b\n'c'", "''--\r''"])('%j continues its string past the comment', (text) => {
    expect(tree(text)).toBeNull();
    expect(scannedTree(text)).not.toBeNull();
  });

  test('any text parses to the same tree with and without the scan', () => {
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!continuedPastComment.test(text));
        const [ours, theirs] = [scannedTree(text), tree(text)];
        // Locations count bytes, and a space has fewer bytes than the character it replaces.
        if (/[\u0080-\uffff]/.test(text)) expect(ours === null).toBe(theirs === null);
        else expect(ours).toEqual(theirs);
      }),
      { numRuns: extent(500, 3_000) },
    );
  });
});

describe('what would take the grammar too long or too deep is refused, with its place', () => {
  test.each([
    [
      'comments',
      `${'/*'.repeat(33)}${'*/'.repeat(33)} 1`,
      /column 65, .*: Comments are nested more than 32 levels/,
    ],
    ['an open comment', '1 = /* 2', /column 5, .*: This comment is not closed/],
    ['brackets', `${'('.repeat(201)}1${')'.repeat(201)}`, /column 201, .*: Nested more than 200 levels/],
    ['CASE', `${'case when a then '.repeat(201)}1${' end'.repeat(201)}`, /Nested more than 200 levels/],
    ['a run of operators', `1 ${'+-'.repeat(33)}1`, /column 3, .*: An operator is longer than 64 characters/],
    ['a chain', `1${'+1'.repeat(1_001)}`, /column 2002, .*: More than 1000 operators in a row/],
    ['NOT', `${'not '.repeat(1_001)}a`, /More than 1000 operators in a row/],
    ['IS NULL', `a${' is null'.repeat(1_001)}`, /More than 1000 operators in a row/],
    ['dots', `a${'.a'.repeat(1_001)}`, /More than 1000 operators in a row/],
    ['joins', `a${' cross join a'.repeat(1_001)}`, /More than 1000 operators in a row/],
    ['unions', `1${' union select 1'.repeat(1_001)}`, /More than 1000 operators in a row/],
    [
      'chains inside the first operand of chains',
      Array.from({ length: 11 }, () => '+1'.repeat(100)).reduce((text, chain) => `(${text})${chain}`, '1'),
      /More than 1000 operators in a row/,
    ],
  ])('%s', (_name, text, message) => {
    expect(() => scan(text)).toThrow(message);
  });

  test.each([
    ['a long list', `a in (${'-1, '.repeat(4_000)}-1)`],
    ['many conditions', `${'a = -1 and not b or '.repeat(1_000)}true`],
    ['many calls', `${'coalesce(a + 1, b * 2) = 1 and '.repeat(1_000)}true`],
    ['many cases', `${'case when a = 1 then b + 1 else c end, '.repeat(1_000)}1`],
    ['many comments', `${'/* a */ -- b\n'.repeat(4_000)} 1`],
    ['a long string', `'${'((([[['.repeat(4_000)}'`],
  ])('%s is not', (_name, text) => {
    expect(scan(text).length).toBe(text.length);
  });
});

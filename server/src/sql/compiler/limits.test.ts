import { beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../base/errors.js';
import type { Column } from '../../catalog/column.js';
import type { Literal } from '../term/literal.js';
import { printValue } from '../term/print-query.js';
import { expressionLimits } from '../text/expression-limits.js';
import { nullLiteral, stringLiteralOf } from '../text/read-literal.js';
import { InlineValues } from '../values.js';
import { dataPoolSource } from './data-pool-source.js';
import { parseFilter, parsePolicyFilter } from './parse-expression.js';
import { parseStatement, type SqlDialect } from './parse-statement.js';
import { loadParsers, type SqlParsers } from './parsers.js';
import { inlineStatement } from './statement-sql.js';

const columns: Column[] = [
  { name: 'x', type: 'INT64', nullable: false, jsonProperty: 'x' },
  { name: 's', type: 'STRING', nullable: false, jsonProperty: 's' },
  { name: 'b', type: 'BOOLEAN', nullable: false, jsonProperty: 'b' },
  { name: 'j', type: 'JSON', nullable: false, jsonProperty: 'j' },
];

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const filter = (text: string) => parseFilter(parsers, text, columns);

function refusal(text: string): string {
  try {
    filter(text);
  } catch (error) {
    if (error instanceof WeirError && error.code === 'BAD_REQUEST') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

const nestings: Record<string, (times: number) => string> = {
  brackets: (times) => `${'('.repeat(times)}x = 1${')'.repeat(times)}`,
  'open brackets': (times) => '('.repeat(times),
  'square brackets': (times) => '['.repeat(times),
  'calls of functions': (times) => `${'abs('.repeat(times)}x${')'.repeat(times)} = 1`,
  NOT: (times) => `${'NOT '.repeat(times)}b`,
  minus: (times) => `${'- '.repeat(times)}x = 1`,
  plus: (times) => `${'x + '.repeat(times)}x = 1`,
  casts: (times) => `x${'::int'.repeat(times)} = 1`,
  'ternary operators': (times) => `${'b ? b : '.repeat(times)}b`,
  CASE: (times) => `${'CASE WHEN b THEN '.repeat(times)}b${' END'.repeat(times)}`,
  lambdas: (times) => `${'arrayExists(y -> '.repeat(times)}b${', [1])'.repeat(times)}`,
  steps: (times) => `x${'.a'.repeat(times)} = 1`,
  subscripts: (times) => `s${'[1]'.repeat(times)} = 1`,
  comments: (times) => `${'/*'.repeat(times)}x = 1`,
  types: (times) => `CAST(x, '${'Nullable('.repeat(times)}Int8${')'.repeat(times)}') = 1`,
};

describe('deep nesting is refused before the stack overflows, and the parsers keep working', () => {
  test.each(Object.keys(nestings))('%s', (name) => {
    for (const times of [300, 3_000, 7_000, 100_000]) {
      refusal(nestings[name]?.(times) ?? '');
      expect(filter('x = 1')).toMatchObject({ kind: 'call', name: 'equals' });
    }
  });

  test.each(Object.keys(nestings))('%s, again and again at the longest text', (name) => {
    const nest = nestings[name] ?? (() => '');
    const units = nest(2).length - nest(1).length;
    const text = nest(Math.floor((expressionLimits.textLengthMax - 20) / units));
    for (let time = 0; time < 20; time += 1) refusal(text);
    expect(filter('x = 1')).toMatchObject({ kind: 'call', name: 'equals' });
  });

  test('reasonable depths pass', () => {
    for (const name of ['brackets', 'NOT', 'plus', 'casts', 'calls of functions'])
      filter(nestings[name]?.(90) ?? '');
  });
});

describe('each error names its limit', () => {
  test.each([
    ['text', `s = '${'a'.repeat(expressionLimits.textLengthMax)}'`, /at most 16384 are allowed/],
    ['comments', `${'/*'.repeat(33)}${'*/'.repeat(33)} x = 1`, /column 65.*Comments are nested more than 32/],
    ['brackets', nestings['brackets']?.(201) ?? '', /column 201.*Nested more than 200 levels deep/],
    ['steps', `j${'.a'.repeat(33)} = 1`, /A path can have at most 32 steps/],
    ['tree', nestings['plus']?.(200) ?? '', /Operators are nested more than 100 levels deep/],
    ['nodes', Array(1_700).fill('x=1').join(' OR '), /The expression has more than 5000 parts/],
    ['lists', `x IN (${Array(2_001).fill('1').join(', ')})`, /at most 2000 values/],
    [
      'growth',
      `replaceAll(replaceAll(replaceAll(s, 'a', 'aa'), 'a', 'aa'), 'a', 'aa') = s`,
      /Functions that lengthen text can be nested at most 2 levels deep/,
    ],
    ['lambdas', 'arrayExists(y -> arrayExists(z -> b, [1]), [1])', /lambda inside a lambda/],
  ])('%s', (_name, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test('a list and a text at the limit pass', () => {
    const list = filter(`x IN (${Array(2_000).fill('1').join(', ')})`);
    expect(printValue(list, new InlineValues()).length).toBeGreaterThan(4_000);
    expect(filter(`s = '${'a'.repeat(16_000)}'`)).toMatchObject({ kind: 'call', name: 'equals' });
  });
});

test.each([
  "s = '\u0000'",
  "s = 'a' \u0000",
  "s = '\ud800'",
  "s = 'a\\0\\''",
  "s = 'a\\x00\\''",
  "s = 'a\\xff\\''",
])('characters that no parser should see: %j', (text) => {
  expect(() => filter(text)).toThrow(WeirError);
});

describe('a regular expression', () => {
  const pattern = "'(a{1,100}){1,100}'";
  const uses = (written: string) => [
    `match(s, ${written})`,
    `s ~ ${written}`,
    `s !~* ${written}`,
    `s REGEXP ${written}`,
    `extract(s, ${written}) = ''`,
    `length(extractAll(s, ${written})) = 1`,
    `replaceRegexpAll(s, ${written}, '') = ''`,
    `replaceRegexpOne(s, ${written}, '') = ''`,
  ];

  test.each(uses(pattern))('is refused when it is too large: %s', (text) => {
    expect(refusal(text)).toContain('at most 600 parts');
  });

  test.each(uses('s'))('must be a literal: %s', (text) => {
    expect(refusal(text)).toContain('A regular expression must be a literal');
  });

  test.each(uses(`\${{ p }}`))('may be the value of a policy, within the same limit: %s', (text) => {
    const bind = (value: Literal) => parsePolicyFilter(parsers, text, columns, () => value);
    bind(nullLiteral);
    bind(stringLiteralOf('^a'));
    expect(() => bind(stringLiteralOf('(a{1,100}){1,100}'))).toThrow('at most 600 parts');
  });
});

describe('a regular expression of a statement', () => {
  const large = "'(a{1,100}){1,100}'";
  test.each<[SqlDialect, string]>([
    ['POSTGRESQL', `SELECT 'a' ~ ${large}`],
    ['POSTGRESQL', `SELECT 'a' SIMILAR TO ${large}`],
    ['POSTGRESQL', `SELECT regexp_replace('a', '${'a{1,900}'.repeat(3)}', '')`],
    ['POSTGRESQL', `SELECT substring('a' from '${'a{1,900}'.repeat(3)}')`],
    ['COLUMNSTORE', `SELECT match('a', ${large})`],
    ['COLUMNSTORE', `SELECT 'a' REGEXP ${large}`],
  ])('is refused when it is too large: %s %s', (dialect, text) => {
    const parse = () =>
      parseStatement(parsers, text, dialect, () => {
        throw new Error('no table');
      });
    expect(parse).toThrow('at most 600 parts');
  });
});

test.each(['%', '/'])(
  'numerics inside one another grow with their depth, not by its power: %s',
  (operator) => {
    const source = dataPoolSource({ id: 'DPO1', environmentId: 'ENV1' }, columns, null);
    const sizeAt = (depth: number) => {
      let nested = 'x::numeric(12, 2)';
      for (let level = 0; level < depth; level++)
        nested = `(${nested} ${operator} (${nested.length} + 0.5))::numeric(12, 2)`;
      return inlineStatement(parseStatement(parsers, `SELECT ${nested} FROM a`, 'POSTGRESQL', () => source))
        .length;
    };
    expect(sizeAt(12)).toBeLessThan(3 * sizeAt(6));
  },
);

describe('the tables of a statement', () => {
  const source = dataPoolSource({ id: 'DPO_a', environmentId: 'ENV' }, columns, null);
  const read = (text: string, dialect: SqlDialect) => parseStatement(parsers, text, dialect, () => source);
  const joined = (count: number) =>
    `SELECT count(*) FROM a t0 ${Array.from({ length: count - 1 }, (_, at) => `JOIN a t${at + 1} ON t${at + 1}.s = t${at}.s`).join(' ')}`;
  const listed = (count: number) =>
    `SELECT count(*) FROM ${Array.from({ length: count }, (_, at) => `a t${at}`).join(', ')}`;

  test.each(['POSTGRESQL', 'COLUMNSTORE'] as const)('are at most 50 in one FROM: %s', (dialect) => {
    for (const text of [joined(50), listed(50)]) read(text, dialect);
    for (const text of [joined(51), listed(51), listed(1_000)])
      expect(() => read(text, dialect)).toThrow('FROM joins more than 50 tables');
  });

  test('have a bounded number of columns together', () => {
    const wide = Array.from(
      { length: 1_000 },
      (_, at): Column => ({ name: `c${at}`, type: 'INT64', nullable: true, jsonProperty: `c${at}` }),
    );
    const table = dataPoolSource({ id: 'DPO_a', environmentId: 'ENV' }, wide, null);
    const onFirst = (count: number) => joined(count).replaceAll('.s', '.c0');
    parseStatement(parsers, onFirst(20), 'POSTGRESQL', () => table);
    expect(() => parseStatement(parsers, onFirst(30), 'POSTGRESQL', () => table)).toThrow(
      'joins too many tables',
    );
  });

  test.each(['POSTGRESQL', 'COLUMNSTORE'] as const)('are at most 150 in all: %s', (dialect) => {
    const arms = (count: number) =>
      Array.from({ length: count }, () => `(${listed(50)})`).join(' UNION ALL ');
    read(arms(3), dialect);
    expect(() => read(arms(4), dialect)).toThrow('more than 150 tables');
  });
});

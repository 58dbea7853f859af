import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import type { Column, ColumnType } from '../../server/src/catalog/column.js';
import { parseFilter, parseMetricExpression } from '../../server/src/sql/compiler/parse-expression.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { printValue } from '../../server/src/sql/term/print-query.js';
import type { Term } from '../../server/src/sql/term/term.js';
import { BoundValues, InlineValues } from '../../server/src/sql/values.js';
import { extent } from '../support/extent.js';
import { fragmentGroups, metricFragments } from './fragments.js';

const column = (name: string, type: ColumnType): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});
const columns = [
  column('tenant', 'STRING'),
  column('amount', 'DOUBLE'),
  column('name', 'STRING'),
  column('at', 'TIMESTAMP'),
  column('payload', 'JSON'),
];

const canary = 'canary-5f2c';
const home = mkdtempSync(join(tmpdir(), 'weir-injection-'));
let session: Session;
let parsers: SqlParsers;

/** After an error a Session may hold output of the failed query: it is never used again. */
async function rows(sql: string, params: Readonly<Record<string, string>> = {}): Promise<unknown[][]> {
  try {
    const result = await session.queryBindAsync(sql, params, { format: 'JSONCompactEachRow' });
    const lines = result
      .text()
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as unknown[]);
  } catch (error) {
    session.close();
    session = new Session(join(home, 'data'));
    throw error;
  }
}

beforeAll(async () => {
  parsers = await loadParsers();
  session = new Session(join(home, 'data'));
  await rows(`CREATE TABLE default.pool (tenant String, amount Nullable(Float64), name Nullable(String),
    at DateTime64(3, 'UTC'), payload String) ENGINE = MergeTree ORDER BY at`);
  await rows(`INSERT INTO default.pool VALUES ('own', 1, 'a', '2026-01-01 00:00:00', '{"a":1}'),
    ('own', 2, 'b', '2026-01-02 00:00:00', '{}'), ('own', NULL, NULL, '2026-01-03 00:00:00', '[]'),
    ('other', 9, '${canary}', '2026-01-04 00:00:00', '{"a":"${canary}"}')`);
  await rows(
    `CREATE TABLE default.secret (secret String) ENGINE = MergeTree ORDER BY secret AS SELECT '${canary}'`,
  );
  writeFileSync(join(home, 'canary.txt'), canary);
});
afterAll(() => {
  session.close();
  rmSync(home, { recursive: true, force: true });
});
afterEach(async () => {
  // Nothing was written, dropped or left behind.
  expect(await rows('SELECT * FROM default.secret')).toEqual([[canary]]);
  expect((await rows('SELECT toString(count()) FROM default.pool'))[0]).toEqual(['4']);
  expect(readFileSync(join(home, 'canary.txt'), 'utf8')).toBe(canary);
  expect(existsSync('canary.out')).toBe(false);
  expect(readdirSync(home).sort()).toEqual(['canary.txt', 'data']);
});

type Parse = (text: string) => Term;
const asFilter: Parse = (text) => parseFilter(parsers, text, columns);
const asMetric: Parse = (text) => parseMetricExpression(parsers, text, columns).term;

/** The tree, or null when it was refused as it should be. */
function read(parse: Parse, text: string): Term | null {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message.length).toBeLessThan(1_000);
    return null;
  }
}

/** What the printed expression sees, beside a policy that shows only the own records; engine errors see nothing. */
async function seen(expr: Term, isMetric: boolean): Promise<string> {
  const values = new BoundValues();
  const bound = printValue(expr, values);
  const inline = printValue(expr, new InlineValues());
  const single = await rows('SELECT formatQuerySingleLineOrNull({text:String}) IS NOT NULL', {
    text: `SELECT ${inline}`,
  });
  expect(single).toEqual([[1]]);
  const queries = [bound, inline].flatMap((sql) =>
    isMetric
      ? [`SELECT toString(${sql}) FROM default.pool WHERE tenant = 'own'`]
      : [
          `SELECT * FROM default.pool WHERE tenant = 'own' AND ${sql}`,
          `SELECT * FROM (SELECT * FROM default.pool WHERE tenant = 'own') WHERE ${sql}`,
        ],
  );
  const answers = await Promise.allSettled(queries.map((sql) => rows(sql, values.params)));
  return JSON.stringify(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
}

describe.each(fragmentGroups)('$group', ({ refused, harmless = [], filterOnly = false }) => {
  test.each(refused.map((text) => [text.slice(0, 80), text]))('refused: %j', (_, text) => {
    expect(read(asFilter, text)).toBe(null);
    if (!filterOnly) expect(read(asMetric, text)).toBe(null);
  });

  test.each(harmless.map((text) => [text.slice(0, 80), text]))('harmless: %j', async (_, text) => {
    const expr = read(asFilter, text);
    if (expr !== null) expect(await seen(expr, false)).not.toMatch(/canary|other/);
  });
});

describe(metricFragments.group, () => {
  test.each(metricFragments.refused)('refused: %j', (text) => {
    expect(read(asMetric, text)).toBe(null);
  });

  test.each(metricFragments.harmless ?? [])('harmless: %j', async (text) => {
    const expr = read(asMetric, text);
    if (expr !== null) expect(await seen(expr, true)).not.toMatch(/canary|other/);
  });
});

test('the corpus is as large as it says', () => {
  const all = [...fragmentGroups, metricFragments].flatMap((one) => [
    ...one.refused,
    ...(one.harmless ?? []),
  ]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(300);
});

const tokens = [
  ...[
    'tenant',
    'amount',
    'name',
    'at',
    'payload',
    'payload.a',
    'secret',
    'system.one',
    '"name"',
    '`name`',
    '*',
    'x',
  ],
  ...[
    "'a'",
    "'other'",
    "''",
    "'",
    '"',
    '`',
    '1',
    '1.5',
    '-1',
    'NULL',
    'true',
    "'2026-01-01'",
    '$1',
    '{p0:String}',
    '$$',
  ],
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '=',
    '<>',
    '<',
    '>=',
    '||',
    '::',
    '->',
    '->>',
    '~',
    '?',
    ':',
    '.',
    ',',
    ';',
    '\\',
    '#',
  ],
  ...['(', ')', '[', ']', '(', ')', '--', '/*', '*/', '\n'],
  ...[
    'AND',
    'OR',
    'NOT',
    'IN',
    'LIKE',
    'BETWEEN',
    'IS',
    'DISTINCT',
    'FROM',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'AS',
  ],
  ...[
    'SELECT',
    'UNION',
    'WHERE',
    'INTERVAL',
    'day',
    'CAST',
    'String',
    'Int8',
    'FORMAT',
    'SETTINGS',
    'FILTER',
    'OVER',
  ],
  ...[
    'sum(',
    'count()',
    'lower(',
    'if(',
    'coalesce(',
    'file(',
    'hostName()',
    'arrayMap(',
    'x -> x',
    'quantile(0.5)(',
  ],
];

test('any soup of tokens is refused as a bad request, or is one expression that sees only its own records', async () => {
  let accepted = 0;
  const soup = fc
    .array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 9 })
    .chain((words) => fc.constantFrom(' ', '').map((separator) => words.join(separator)));
  await fc.assert(
    fc.asyncProperty(soup, async (text) => {
      for (const parse of [asFilter, asMetric]) {
        const expr = read(parse, text);
        if (expr === null) continue;
        accepted += 1;
        expect(await seen(expr, parse === asMetric)).not.toMatch(/canary|other"/);
      }
    }),
    { numRuns: extent(1_500, 20_000) },
  );
  // 12 on average.
  expect(accepted).toBeGreaterThan(0);
});

const { condition } = fc.letrec<{ value: string; condition: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    fc.constantFrom(
      'amount',
      'name',
      'tenant',
      'at',
      'payload.a',
      'payload.b.0',
      '1',
      '2.5',
      'NULL',
      'now()',
    ),
    fc.string({ maxLength: 6 }).map((text) => `'${text.replaceAll("'", "''")}'`),
    fc
      .tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '%', '||'), tie('value'))
      .map((parts) => `(${parts.join(' ')})`),
    fc
      .tuple(fc.constantFrom('lower', 'length', 'abs', 'toString', 'coalesce', 'hex'), tie('value'))
      .map(([f, v]) => `${f}(${v})`),
    fc
      .tuple(tie('value'), fc.constantFrom('text', 'int', 'Float64', 'date', 'timestamp'))
      .map(([v, t]) => `(${v})::${t}`),
    fc
      .tuple(tie('condition'), tie('value'), tie('value'))
      .map(([c, a, b]) => `CASE WHEN ${c} THEN ${a} ELSE ${b} END`),
  ),
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc
      .tuple(tie('value'), fc.constantFrom('=', '<>', '<', '>=', 'LIKE', 'IS DISTINCT FROM'), tie('value'))
      .map((p) => p.join(' ')),
    fc
      .tuple(tie('value'), fc.constantFrom('IS NULL', 'IS NOT NULL', "IN ('a', 'b')", 'NOT IN (1, NULL)'))
      .map((p) => p.join(' ')),
    fc.tuple(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')).map((p) => `(${p.join(' ')})`),
    tie('condition').map((c) => `NOT (${c})`),
  ),
}));

test('what is accepted of random conditions prints to one SELECT, and sees only its own records', async () => {
  const numRuns = extent(80, 2_000);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(condition, async (text) => {
      const expr = read(asFilter, text);
      if (expr === null) return;
      accepted += 1;
      expect(await seen(expr, false)).not.toMatch(/canary|other"/);
    }),
    { numRuns },
  );
  // A quarter on average.
  expect(accepted).toBeGreaterThan(numRuns / 20);
});

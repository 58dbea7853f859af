import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import type { Column } from '../../server/src/catalog/column.js';
import { dataPoolSource } from '../../server/src/sql/compiler/data-pool-source.js';
import { parseFilter } from '../../server/src/sql/compiler/parse-expression.js';
import {
  parseStatement,
  type ResolveTable,
  type SqlDialect,
  type StatementTree,
} from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import {
  boundStatement,
  describingStatement,
  inlineStatement,
} from '../../server/src/sql/compiler/statement-sql.js';
import { createEnvironment, insertTableName, tableName } from '../../server/src/sql/data-pool-ddl.js';
import { checkPrinted } from '../../server/src/sql/term/check-printed.js';
import { type EmbeddedEngine, openEmbedded, read, sql } from '../support/engines.js';
import { bombs, longSeries, statementGroups, tamperedTexts, wall } from './statements.js';

const canary = 'canary-8d1e';
const pool = { environmentId: 'ENV', id: 'DPO_pool' };
const column = (name: string, type: Column['type']): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});
/** The policy shows two columns, and filters on a third. */
const shown = [column('name', 'STRING'), column('amount', 'DOUBLE')];

let parsers: SqlParsers;
let embedded: EmbeddedEngine;
let resolveTable: ResolveTable;

beforeAll(async () => {
  parsers = await loadParsers();
  embedded = await openEmbedded();
  const { engine } = embedded;
  const filter = parseFilter(parsers, "tenant = 'own'", [column('tenant', 'STRING')]);
  resolveTable = (name, schema) =>
    schema === null && (name === 'pool' || name === pool.id)
      ? dataPoolSource(pool, shown, filter)
      : undefined;
  await engine.command(createEnvironment(pool.environmentId, undefined));
  await engine.command(
    sql(
      `CREATE TABLE ${tableName(pool)} (tenant String, name Nullable(String), amount Nullable(Float64)) ENGINE = MergeTree ORDER BY tenant`,
    ),
  );
  const rows = [
    { tenant: 'own', name: 'a', amount: 1 },
    { tenant: 'own', name: 'b', amount: 2 },
    { tenant: 'other', name: canary, amount: 3 },
  ];
  await engine.insert({
    table: insertTableName(pool),
    rows: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    timeoutMs: 10_000,
  });
  await engine.command(
    sql(
      `CREATE TABLE ENV.DPO_secret (secret String) ENGINE = MergeTree ORDER BY secret AS SELECT '${canary}' AS secret`,
    ),
  );
});
afterAll(async () => {
  // Nothing was written or dropped.
  expect((await read(embedded.engine, 'SELECT count() FROM ENV.DPO_pool')).rows).toEqual([['3']]);
  expect((await read(embedded.engine, 'SELECT count() FROM ENV.DPO_secret')).rows).toEqual([['1']]);
  expect(existsSync('canary.out')).toBe(false);
  await embedded.close();
});

const dialects: readonly (SqlDialect | undefined)[] = [undefined, 'POSTGRESQL', 'COLUMNSTORE'];

/** The tree, or null when it was refused as it should be: with a message for the user that says where. */
function parse(text: string, dialect: SqlDialect | undefined): StatementTree | null {
  try {
    return parseStatement(parsers, text, dialect, resolveTable);
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message.length).toBeLessThan(1_000);
    return null;
  }
}

const label = (text: string): [string, string] => [text.slice(0, 90), text];

describe.each(statementGroups)('$group', ({ refused, harmless = [] }) => {
  test.each(refused.map(label))('refused: %j', (_, text) => {
    for (const dialect of dialects) expect(parse(text, dialect)).toBe(null);
  });

  test.each(harmless.map(label))('harmless: %j', async (_, text) => {
    for (const dialect of dialects) {
      const tree = parse(text, dialect);
      if (tree === null) continue;
      const { text: bound, parameters } = boundStatement(tree);
      const answers = await Promise.all([
        read(embedded.engine, bound, parameters),
        read(embedded.engine, inlineStatement(tree)),
      ]);
      expect(JSON.stringify(answers.map(({ rows }) => rows))).not.toMatch(/canary|other/);
      const { text: describing, parameters: given } = describingStatement(tree);
      const described = await read(embedded.engine, describing, given);
      expect(described.rows).toEqual([]);
      expect(described.columns.map(({ type }) => type)).toEqual(answers[0].columns.map(({ type }) => type));
    }
  });
});

test('the corpus is as large as it says', () => {
  const all = statementGroups.flatMap(({ refused, harmless = [] }) => [...refused, ...harmless]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(200);
});

describe('what is costly is bounded', () => {
  test.each(bombs.map(label))('%j', async (_, text) => {
    const tree = parseStatement(parsers, text, undefined, resolveTable);
    const { text: bound, parameters } = boundStatement(tree);
    const startedMs = performance.now();
    const limits = {
      timeoutMs: 1_000,
      memoryBytesMax: 200_000_000,
      resultRowsMax: 10_000,
      resultBytesMax: 10_000_000,
    };
    const outcome = await read(embedded.engine, bound, parameters, limits).then(
      ({ rows }) => `${rows.length} rows`,
      (error: unknown) => (error instanceof WeirError ? error.code : Promise.reject(error)),
    );
    expect(['QUERY_FAILED', 'QUERY_TIMED_OUT', '1 rows', '0 rows', 'BAD_REQUEST']).toContain(outcome);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

test.each(longSeries)('a series that is too long is no more than that: %s', async (text) => {
  const { text: bound, parameters } = boundStatement(parseStatement(parsers, text, undefined, resolveTable));
  await expect(read(embedded.engine, bound, parameters)).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: 'generate_series returns more than 100000 values',
  });
});

describe('the engine alone, with nothing before it, refuses every table source and every write', () => {
  test.each(wall.map(label))('%j', async (_, text) => {
    await expect(read(embedded.engine, text, {}, { timeoutMs: 3_000 })).rejects.toBeInstanceOf(WeirError);
  });
});

describe('the check of the printed text alone refuses what no printer writes', () => {
  test.each(tamperedTexts.map(label))('%j', (_, text) => {
    expect(() => checkPrinted(text, [tableName(pool)])).toThrow(/final check/);
  });

  /** Functions that Weir itself writes, and statements that are only too long, are for the first check. */
  const ofFirstCheck = new Set(['SELECT throwIf(1)', 'SELECT arrayJoin([1, 2])', 'SELECT']);
  const raw = statementGroups
    .filter(({ group }) => group !== 'too much of one thing')
    .flatMap(({ refused }) => refused)
    .filter((text) => !ofFirstCheck.has(text));
  test('and every statement of the corpus, taken as it is', () => {
    const passed = raw.filter((text) => {
      try {
        checkPrinted(text, [tableName(pool)]);
        return true;
      } catch {
        return false;
      }
    });
    expect(passed).toEqual([]);
  });
});

/** What the engine's grants are known to let through; each is caught by both checks, either of them alone. */
describe('known holes of the engine', () => {
  const holes: readonly (readonly [statement: string, printed: string])[] = [
    ["SELECT file('/etc/hostname')", "SELECT file('/etc/hostname') AS `x`"],
    ["SELECT name FROM pool INTO OUTFILE 'canary.out'", "SELECT 1 AS `x` INTO OUTFILE 'canary.out'"],
    ['SELECT * FROM system.one', 'SELECT `dummy` AS `x` FROM `system`.`one`'],
    ['SELECT * FROM system.settings', 'SELECT `name` AS `x` FROM `system`.`settings`'],
    ['KILL QUERY WHERE 1', 'KILL QUERY WHERE 1 = 1'],
  ];
  test.each(holes)('%s', (statement, printed) => {
    for (const dialect of dialects) expect(parse(statement, dialect)).toBe(null);
    expect(() => checkPrinted(printed, [tableName(pool)])).toThrow(/final check/);
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import { recursionStepsMax } from '../../server/src/engine/query-settings.js';
import { formatCell } from '../../server/src/sql/cell.js';
import { isEngineType } from '../../server/src/sql/columnstore/resolve/cast-types.js';
import { isEngineFunction } from '../../server/src/sql/columnstore/resolve/resolve-call.js';
import { parseStatement } from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { boundStatement, inlineStatement } from '../../server/src/sql/compiler/statement-sql.js';
import { isPostgresFunction, isPostgresType } from '../../server/src/sql/postgres/known-names.js';
import { type EmbeddedEngine, read } from '../support/engines.js';
import { extent, sample } from '../support/extent.js';
import { freshDatabase } from '../support/fresh-database.js';
import { difference } from './compare.js';
import { askPostgres, askWeir, filledEngine, fillPostgres, resolveTable } from './sides.js';
import { errors, keysTwice, statements, tooFar, tooLong, topics } from './statements.js';

let parsers: SqlParsers;
let embedded: EmbeddedEngine;
let client: pg.Client;

beforeAll(async () => {
  parsers = await loadParsers();
  embedded = await filledEngine();
  // Text is compared by its bytes, and letters know their case: what Weir declares.
  client = new pg.Client({
    connectionString: await freshDatabase("template template0 encoding 'UTF8' locale 'C.UTF-8'"),
  });
  await client.connect();
  await fillPostgres(client);
});
afterAll(() => client.end());

/** All of them in the long suite; random statements run beside them. */
const asked = sample(statements, 300);
const same: string[] = [];
const refused: string[] = [];

describe('a statement gives what PostgreSQL gives, or is refused by name', () => {
  test.each(asked.map((text) => [text]))('%s', async (text) => {
    const theirs = await askPostgres(client, text);
    let ours: Awaited<ReturnType<typeof askWeir>>;
    try {
      ours = await askWeir(parsers, embedded.engine, text);
    } catch (error) {
      if (!(error instanceof WeirError) || error.code !== 'BAD_REQUEST') throw error;
      refused.push(`${text}\n    ${error.message}`);
      return;
    }
    const found = difference(text, ours, theirs);
    expect(found === null ? null : `${found}\n${ours.sql}`).toBe(null);
    same.push(text);
  });
});

describe('what is an error to PostgreSQL is never answered', () => {
  test.each(errors.map((text) => [text]))('%s', async (text) => {
    await expect(askPostgres(client, text)).rejects.toThrow();
    await expect(askWeir(parsers, embedded.engine, text)).rejects.toBeInstanceOf(WeirError);
  });
});

describe('what has more digits than the engine has room for is an error', () => {
  test.each(tooLong.map((text) => [text]))('%s', async (text) => {
    await askPostgres(client, text);
    await expect(askWeir(parsers, embedded.engine, text)).rejects.toMatchObject({
      message: expect.stringMatching(/^numeric has too many digits$|A numeric with more than 38 decimals/),
    });
  });
});

describe('what is further away than the dates of the engine is an error', () => {
  test.each(tooFar.map((text) => [text]))('%s', async (text) => {
    await askPostgres(client, text);
    await expect(askWeir(parsers, embedded.engine, text)).rejects.toMatchObject({
      message: expect.stringMatching(/^(date|timestamp) out of range$/),
    });
  });
});

describe('a document with a duplicate key is an error', () => {
  test.each(keysTwice.map((text) => [text]))('%s', async (text) => {
    await askPostgres(client, text);
    await expect(askWeir(parsers, embedded.engine, text)).rejects.toMatchObject({
      message: 'JSON documents with duplicate keys are not supported',
    });
  });
});

test('a recursion without an end is an error that names the limit', async () => {
  const text = 'with recursive r as (select 1 as n union all select n + 1 from r) select max(n) from r';
  const { text: bound, parameters } = boundStatement(
    parseStatement(parsers, text, 'POSTGRESQL', resolveTable),
  );
  // A busy machine takes long for so many steps.
  await expect(read(embedded.engine, bound, parameters, { timeoutMs: 100_000 })).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: expect.stringContaining(`did not end within ${recursionStepsMax} steps`),
  });
  // Its first rows need only the first steps.
  const { rows } = await askWeir(parsers, embedded.engine, text.replace('max(n) from r', 'n from r limit 3'));
  expect(rows).toEqual([['1'], ['2'], ['3']]);
});

test('the first and last time before 1970 stay right when a statement is repeated', async () => {
  const text = 'select status, min(at), max(at) from orders group by status order by 1';
  const theirs = await askPostgres(client, text);
  // The engine compiles aggregates of a query that it runs for the fourth time.
  for (let run = 0; run < 6; run += 1) {
    expect(difference(text, await askWeir(parsers, embedded.engine, text), theirs)).toBe(null);
  }
});

test('what is shown runs again and gives the same', async () => {
  const accepted = same.filter((_, index) => index % extent(6, 1) === 0);
  for (const text of accepted) {
    const tree = parseStatement(parsers, text, 'POSTGRESQL', resolveTable);
    const { text: bound, parameters } = boundStatement(tree);
    const [ran, shown] = await Promise.all([
      read(embedded.engine, bound, parameters),
      read(embedded.engine, inlineStatement(tree)),
    ]);
    const cells = (result: typeof ran) =>
      result.rows.map((row) =>
        row.map((cell, index) => formatCell(result.columns[index]?.type ?? '', cell)).join('|'),
      );
    expect(cells(shown).sort(), text).toEqual(cells(ran).sort());
  }
});

test("a function that both know is PostgreSQL's", async () => {
  const { rows } = await client.query<{ name: string }>('select distinct proname as name from pg_proc');
  const shared = rows.map(({ name }) => name).filter(isEngineFunction);
  expect(shared.length).toBeGreaterThan(50);
  expect(shared.filter((name) => !isPostgresFunction(name, true))).toEqual([]);
  const types = await client.query<{ name: string }>(
    "select typname as name from pg_type where typtype = 'b'",
  );
  expect(
    types.rows.map(({ name }) => name).filter((name) => isEngineType(name) && !isPostgresType(name)),
  ).toEqual([]);
});

/** Only these may be refused: what works cannot stop to work unnoticed. */
const mayBeRefused = new Set(topics['refused by name']);

test('the share', () => {
  const share = `${same.length} of ${asked.length} statements give PostgreSQL's answer; ${refused.length} are refused by name`;
  process.stdout.write(`\n${share}:\n${refused.map((each) => `  ${each}\n`).join('')}`);
  expect(refused.filter((each) => !mayBeRefused.has(each.split('\n    ')[0] ?? ''))).toEqual([]);
  expect(new Set(statements).size).toBe(statements.length);
  expect(same.length).toBeGreaterThan(asked.length * 0.85);
});

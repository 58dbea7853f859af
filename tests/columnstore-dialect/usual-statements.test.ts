import { beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '../../server/src/engine/engine.js';
import { formatCell } from '../../server/src/sql/cell.js';
import { parseStatement } from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { boundStatement } from '../../server/src/sql/compiler/statement-sql.js';
import { type EmbeddedEngine, read } from '../support/engines.js';
import { bareTables, filledWithEvents, resolveEvents } from './events.js';
import { refusedStatements } from './refused-statements.js';
import { usualStatements } from './usual-statements.js';

/**
 * What people write for ClickHouse has the engine's own answer. Every statement runs twice: compiled by Weir, and as it is, with
 * only the names of the tables replaced.
 */
let parsers: SqlParsers;
let embedded: EmbeddedEngine;

beforeAll(async () => {
  parsers = await loadParsers();
  embedded = await filledWithEvents();
});

async function cellsOf(text: string, parameters: Statement['parameters'] = {}) {
  const { rows, columns } = await read(embedded.engine, text, parameters);
  return rows.map((row) => row.map((cell, index) => formatCell(columns[index]?.type ?? '', cell)));
}

/** The rows of a statement without an order are compared as a set. */
const comparable = (text: string, rows: readonly (readonly (string | null)[])[]) =>
  /\bORDER BY\b/.test(text) ? rows : rows.map((row) => JSON.stringify(row)).sort();

describe.each(Object.entries(usualStatements))('%s', (_, statements) => {
  test.each(statements)('%s', async (text) => {
    const tree = parseStatement(parsers, text, 'COLUMNSTORE', resolveEvents);
    const { text: bound, parameters } = boundStatement(tree);
    const [ran, bare] = await Promise.all([
      cellsOf(bound, parameters),
      cellsOf(
        `${bareTables(text)} SETTINGS prefer_column_name_to_alias = 0, enable_positional_arguments = 1`,
      ),
    ]);
    expect(comparable(text, ran)).toEqual(comparable(text, bare));
  });
});

/** What is refused names what to write instead, and that works. */
describe('a refusal names the nearest form that works', () => {
  test.each(Object.entries(refusedStatements))('%s', async (text, [hint, alternative]) => {
    expect(() => parseStatement(parsers, text, 'COLUMNSTORE', resolveEvents)).toThrow(hint);
    const dialect = hint.endsWith('POSTGRESQL') ? 'POSTGRESQL' : 'COLUMNSTORE';
    const { text: bound, parameters } = boundStatement(
      parseStatement(parsers, alternative, dialect, resolveEvents),
    );
    expect((await cellsOf(bound, parameters)).length).toBeGreaterThan(0);
  });
});

test('the corpus is as large as it says', () => {
  const all = Object.values(usualStatements).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(170);
});

import { expect, test } from 'vitest';
import { joinSql, sql } from '../sql/sql-text.js';
import { type PreparedStatement, StatementCache, type StatementKey } from './statement-cache.js';

const key = (parts: Partial<StatementKey> = {}): StatementKey => ({
  purpose: 'run',
  environmentId: 'ENV',
  applicationId: 'APP',
  policyValuesDigest: '',
  dialect: undefined,
  text: 'SELECT 1',
  ...parts,
});

const prepared = (text = 'SELECT 1'): PreparedStatement => ({
  statement: { text, parameters: {}, tables: [] },
  columns: [],
  dialect: 'POSTGRESQL',
  limited: false,
});

test('a statement is found again by all that it follows from, and by nothing less', () => {
  const cache = new StatementCache();
  const kept = prepared();
  expect(cache.find(key(), 1)).toBeUndefined();
  cache.keep(key(), 1, kept);
  expect(cache.find(key(), 1)).toBe(kept);
  const others: Partial<StatementKey>[] = [
    { purpose: 'describe' },
    { environmentId: 'ENV2' },
    { applicationId: 'APP2' },
    { policyValuesDigest: 'x' },
    { dialect: 'POSTGRESQL' },
    { text: 'SELECT 2' },
  ];
  for (const other of others) expect(cache.find(key(other), 1), JSON.stringify(other)).toBeUndefined();
});

test('a change in the catalog makes it forget, and what was read before the change is not kept', () => {
  const cache = new StatementCache();
  cache.find(key(), 1);
  cache.keep(key(), 1, prepared());
  expect(cache.find(key(), 2)).toBeUndefined();
  cache.keep(key(), 1, prepared());
  expect(cache.find(key(), 2)).toBeUndefined();
});

test('a table is found again by its caller alone, under the name it was asked for, until the catalog changes', () => {
  const cache = new StatementCache();
  const source = { columns: [], dataPool: { environmentId: 'ENV', id: 'DPO' }, print: () => sql`` };
  const table = { source, limited: true };
  expect(cache.findTable(key(), 'orders', 1)).toBeUndefined();
  cache.keepTable(key(), 'orders', 1, table);
  expect(cache.findTable(key({ text: 'SELECT 2', purpose: 'describe' }), 'orders', 1)).toBe(table);
  const others: Partial<StatementKey>[] = [
    { environmentId: 'ENV2' },
    { applicationId: 'APP2' },
    { policyValuesDigest: 'x' },
  ];
  for (const other of others)
    expect(cache.findTable(key(other), 'orders', 1), JSON.stringify(other)).toBeUndefined();
  expect(cache.findTable(key(), 'Orders', 1)).toBeUndefined();
  expect(cache.findTable(key(), 'orders', 2)).toBeUndefined();
  cache.keepTable(key(), 'orders', 1, table);
  expect(cache.findTable(key(), 'orders', 2)).toBeUndefined();
});

test('what it holds is bounded by count, by bytes, and by the bytes of one statement', () => {
  const many = new StatementCache();
  many.find(key(), 1);
  for (let index = 0; index < 3_000; index++) many.keep(key({ text: `SELECT ${index}` }), 1, prepared());
  expect(many.size).toBe(2_000);

  const large = new StatementCache();
  large.find(key(), 1);
  for (let index = 0; index < 200; index++)
    large.keep(key({ text: `SELECT ${index}` }), 1, prepared('x'.repeat(100_000)));
  expect(large.size).toBeGreaterThan(70);
  expect(large.size).toBeLessThan(90);

  const huge = new StatementCache();
  huge.find(key(), 1);
  huge.keep(key(), 1, prepared('x'.repeat(1_000_000)));
  expect(huge.size).toBe(0);
});

test('tables are bounded by bytes: one with a long policy counts for what it takes', () => {
  const cache = new StatementCache();
  cache.find(key(), 1);
  const long = joinSql(Array.from({ length: 5_000 }, () => sql``));
  const source = { columns: [], dataPool: { environmentId: 'ENV', id: 'DPO' }, print: () => long };
  const tenant = (index: number) => key({ policyValuesDigest: String(index) });
  for (let index = 0; index < 200; index++)
    cache.keepTable(tenant(index), 'orders', 1, { source, limited: true });
  expect(cache.findTable(tenant(199), 'orders', 1)).toBeDefined();
  expect(cache.findTable(tenant(0), 'orders', 1)).toBeUndefined();
});

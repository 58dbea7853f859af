import { expect, test } from 'vitest';
import { badRequest, unavailable } from '../base/errors.js';
import { joinSql, sql } from '../sql/sql-text.js';
import {
  type PreparedStatement,
  type RefusedStatement,
  StatementCache,
  type StatementKey,
} from './statement-cache.js';

const key = (parts: Partial<StatementKey> = {}): StatementKey => ({
  purpose: 'run',
  environmentId: 'ENV',
  applicationId: 'APP',
  reader: '',
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

/** Counts what is prepared. */
function counted() {
  const cache = new StatementCache();
  const made: string[] = [];
  const obtain = (
    parts: Partial<StatementKey> = {},
    generation = 1,
    outcome: PreparedStatement | RefusedStatement = prepared(),
  ) =>
    cache.obtain(key(parts), generation, async () => {
      made.push(parts.text ?? '');
      return outcome;
    });
  return { cache, made, obtain };
}

test('a statement is found again by all that it follows from, and by nothing less', async () => {
  const { made, obtain } = counted();
  const kept = await obtain();
  expect(await obtain()).toBe(kept);
  expect(made).toHaveLength(1);
  const others: Partial<StatementKey>[] = [
    { purpose: 'describe' },
    { environmentId: 'ENV2' },
    { applicationId: 'APP2' },
    { reader: 'x' },
    { dialect: 'POSTGRESQL' },
    { text: 'SELECT 2' },
  ];
  for (const [index, other] of others.entries()) {
    await obtain(other);
    expect(made, JSON.stringify(other)).toHaveLength(index + 2);
  }
});

test('a statement that is sent many times at once is prepared once, and so is one that is refused', async () => {
  const { made, obtain } = counted();
  const refused = { refusal: badRequest('no') };
  const outcomes = await Promise.all([
    ...Array.from({ length: 500 }, () => obtain()),
    ...Array.from({ length: 500 }, () => obtain({ text: 'refused' }, 1, refused)),
  ]);
  expect(new Set(outcomes).size).toBe(2);
  expect(await obtain({ text: 'refused' }, 1, refused)).toBe(refused);
  expect(made).toEqual(['', 'refused']);
});

test('a refusal that may pass is not kept, nor is a failure', async () => {
  const { cache, made, obtain } = counted();
  const passing = { refusal: unavailable('no') };
  await obtain({}, 1, passing);
  await obtain({}, 1, passing);
  expect(made).toHaveLength(2);
  await expect(cache.obtain(key(), 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await obtain()).toEqual(prepared());
});

test('a change in the catalog makes it forget, and what was read before the change is not kept', async () => {
  const { cache, made, obtain } = counted();
  await obtain({}, 1);
  await obtain({}, 2);
  expect(made).toHaveLength(2);
  let finish: (made: RefusedStatement) => void = () => undefined;
  const late = cache.obtain(key({ text: 'late' }), 2, () => new Promise((resolve) => (finish = resolve)));
  await obtain({ text: 'late' }, 3);
  finish({ refusal: badRequest('read before the change') });
  expect(await late).toMatchObject({ refusal: { code: 'BAD_REQUEST' } });
  expect(await obtain({ text: 'late' }, 3)).toEqual(prepared());
  expect(made).toEqual(['', '', 'late']);
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
    { reader: 'x' },
  ];
  for (const other of others)
    expect(cache.findTable(key(other), 'orders', 1), JSON.stringify(other)).toBeUndefined();
  expect(cache.findTable(key(), 'Orders', 1)).toBeUndefined();
  expect(cache.findTable(key(), 'orders', 2)).toBeUndefined();
  cache.keepTable(key(), 'orders', 1, table);
  expect(cache.findTable(key(), 'orders', 2)).toBeUndefined();
});

test('what it holds is bounded by count, by bytes, and by the bytes of one statement', async () => {
  const many = counted();
  for (let index = 0; index < 3_000; index++) await many.obtain({ text: `SELECT ${index}` });
  expect(many.cache.size).toBe(2_000);

  const large = counted();
  for (let index = 0; index < 200; index++)
    await large.obtain({ text: `SELECT ${index}` }, 1, prepared('x'.repeat(100_000)));
  expect(large.cache.size).toBeGreaterThan(70);
  expect(large.cache.size).toBeLessThan(90);

  const refused = counted();
  for (let index = 0; index < 200; index++)
    await refused.obtain({ text: `${index}`.padEnd(60_000) }, 1, { refusal: badRequest('no') });
  expect(refused.cache.size).toBeGreaterThan(120);
  expect(refused.cache.size).toBeLessThan(150);

  const huge = counted();
  await huge.obtain({}, 1, prepared('x'.repeat(1_000_000)));
  expect(huge.cache.size).toBe(0);
});

test('tables are bounded by bytes: one with a long policy counts for what it takes', () => {
  const cache = new StatementCache();
  cache.findTable(key(), 'orders', 1);
  const long = joinSql(Array.from({ length: 5_000 }, () => sql``));
  const source = { columns: [], dataPool: { environmentId: 'ENV', id: 'DPO' }, print: () => long };
  const tenant = (index: number) => key({ reader: String(index) });
  for (let index = 0; index < 200; index++)
    cache.keepTable(tenant(index), 'orders', 1, { source, limited: true });
  expect(cache.findTable(tenant(199), 'orders', 1)).toBeDefined();
  expect(cache.findTable(tenant(0), 'orders', 1)).toBeUndefined();
});

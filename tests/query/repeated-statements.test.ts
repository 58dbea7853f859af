/** The same SQL asked again is not read again, and never outlives what it was read against. */
import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { describeSql, runSql } from '../../server/src/query/run-sql.js';
import { insertTableName } from '../../server/src/sql/data-pool-ddl.js';
import { sql } from '../support/engines.js';
import { assign, callerWith, withScopes } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let pool: DataPool;
let reading: MockInstance;

beforeAll(async () => {
  node = await openQueryNode();
  reading = vi.spyOn(node.services.parsers.postgres, 'parseStatement');
});
afterAll(() => node.close());

beforeEach(async () => {
  pool = await node.createPool({
    columns: [
      { name: 'tenant', type: 'STRING', nullable: false },
      { name: 'n', type: 'INT64', nullable: false },
    ],
    accessControlEnabled: true,
  });
  await node.insert(pool, [
    { tenant: 'a', n: '1' },
    { tenant: 'b', n: '10' },
  ]);
  reading.mockClear();
});

const sum = async (caller: Caller) => {
  const { rows } = await runSql(node.services, caller, {
    query: `SELECT sum(n) FROM ${pool.id} WHERE n > 0`,
    dialect: 'POSTGRESQL',
  });
  return rows[0]?.[0];
};
const everything = { columns: ['*'], filterSql: null };

test('is read once, run each time, and described apart', async () => {
  const caller = await callerWith(node, pool, [everything]);
  expect([await sum(caller), await sum(caller), await sum(caller)]).toEqual(['11', '11', '11']);
  const read = reading.mock.calls.length;
  await node.insert(pool, [{ tenant: 'c', n: '100' }]);
  expect(await sum(caller)).toBe('111');
  expect(reading).toHaveBeenCalledTimes(read);
  const input = { query: `SELECT n, tenant FROM ${pool.id}`, dialect: 'POSTGRESQL' } as const;
  const described = await describeSql(node.services, caller, input);
  expect(described.columns.map(({ columnName, type }) => [columnName, type])).toEqual([
    ['n', 'INT64'],
    ['tenant', 'STRING'],
  ]);
  const readForBoth = reading.mock.calls.length;
  expect(await describeSql(node.services, caller, input)).toEqual(described);
  expect(reading).toHaveBeenCalledTimes(readForBoth);
  expect((await runSql(node.services, caller, input)).rows).toHaveLength(3);
});

test('is each Application’s and each token’s own', async () => {
  const one = await callerWith(node, pool, [{ columns: ['*'], filterSql: `tenant = \${{ tenant }}` }], {
    tenant: 'a',
  });
  const other = { ...one, principal: { ...one.principal, policyValues: { tenant: 'b' } } };
  const all = await callerWith(node, pool, [everything]);
  for (let round = 0; round < 2; round++)
    expect([await sum(one), await sum(other), await sum(all)]).toEqual(['1', '10', '11']);
});

test('is not repeated for another token of the Application that may read less', async () => {
  const admin = withScopes(node.otherCaller(), ['admin', 'data_pool:query']);
  expect([await sum(admin), await sum(admin)]).toEqual(['11', '11']);
  await expect(sum(withScopes(admin, ['data_pool:query']))).rejects.toThrow(/no access policy/);
  expect(await sum(admin)).toBe('11');
});

test('follows a policy, an assignment and a switch of access control at once', async () => {
  const caller = await callerWith(node, pool, []);
  const { applicationId } = caller.principal;
  await expect(sum(caller)).rejects.toThrow(/no access policy/);
  const policy = await assign(node, pool, applicationId, { columns: ['*'], filterSql: "tenant = 'a'" });
  expect([await sum(caller), await sum(caller)]).toEqual(['1', '1']);
  await node.catalog.accessPolicies.update(node.environmentId, policy, { filterSql: "tenant = 'b'" }, 'test');
  expect([await sum(caller), await sum(caller)]).toEqual(['10', '10']);
  await node.catalog.accessPolicies.update(node.environmentId, policy, { columns: ['tenant'] }, 'test');
  await expect(sum(caller)).rejects.toThrow(/no column "n"/);
  await node.catalog.policyAssignments.unassign(node.environmentId, policy, applicationId);
  await expect(sum(caller)).rejects.toThrow(/no access policy/);
  const { dataPools } = node.catalog;
  await dataPools.update(node.environmentId, pool.id, { accessControlEnabled: false }, 'test');
  expect([await sum(caller), await sum(caller)]).toEqual(['11', '11']);
  await dataPools.update(node.environmentId, pool.id, { accessControlEnabled: true }, 'test');
  await expect(sum(caller)).rejects.toThrow(/no access policy/);
});

test('a statement that was never asked reads no more of a table than its caller may at that time', async () => {
  let asked = 0;
  const newSum = async (caller: Caller) => {
    asked += 1;
    const query = `SELECT sum(n) FROM ${pool.id} WHERE n > -${asked}`;
    return (await runSql(node.services, caller, { query, dialect: 'POSTGRESQL' })).rows[0]?.[0];
  };
  const own = { columns: ['*'], filterSql: `tenant = \${{ tenant }}` };
  const one = await callerWith(node, pool, [own], { tenant: 'a' });
  const other = { ...one, principal: { ...one.principal, policyValues: { tenant: 'b' } } };
  const all = await callerWith(node, pool, [everything]);
  for (let round = 0; round < 2; round++)
    expect([await newSum(one), await newSum(other), await newSum(all)]).toEqual(['1', '10', '11']);
  const policy = await assign(node, pool, one.principal.applicationId, everything);
  expect([await newSum(one), await newSum(other)]).toEqual(['11', '11']);
  await node.catalog.policyAssignments.unassign(node.environmentId, policy, one.principal.applicationId);
  expect([await newSum(one), await newSum(other)]).toEqual(['1', '10']);
  const { dataPools } = node.catalog;
  await dataPools.update(node.environmentId, pool.id, { accessControlEnabled: false }, 'test');
  expect([await newSum(one), await newSum(other)]).toEqual(['11', '11']);
});

test('follows a new column and a new name at once', async () => {
  const caller = await callerWith(node, pool, [everything]);
  const star = async (table = pool.id) =>
    (
      await runSql(node.services, caller, { query: `SELECT * FROM ${table}`, dialect: undefined })
    ).columns.map(({ columnName }) => columnName);
  const before = await star();
  expect(await star()).toEqual(before);
  await node.engine.command(sql(`ALTER TABLE ${insertTableName(pool)} ADD COLUMN extra Nullable(String)`));
  const column = { name: 'extra', type: 'STRING', nullable: true, jsonProperty: null } as const;
  await node.catalog.dataPools.addColumn(node.environmentId, pool.id, column, 'test');
  expect((await star()).sort()).toEqual([...before, 'extra'].sort());
  await node.catalog.dataPools.update(node.environmentId, pool.id, { uniqueName: 'called_so' }, 'test');
  expect(await star('called_so')).toHaveLength(before.length + 1);
  await node.catalog.dataPools.update(node.environmentId, pool.id, { uniqueName: 'otherwise' }, 'test');
  await expect(star('called_so')).rejects.toThrow(/no Data Pool "called_so"/);
});

/** Seven kilobytes whose last word is wrong. */
const refusedLate = (index: number) =>
  `SELECT ${Array.from({ length: 700 }, (_, item) => `n + ${item}`).join(', ')}, missing_${index} FROM ${pool.id}`;

const refused = (caller: Caller, index: number) =>
  expect(runSql(node.services, caller, { query: refusedLate(index), dialect: undefined })).rejects.toThrow(
    `missing_${index}`,
  );

test('a statement that is refused is compiled once, however often one request has it', async () => {
  const caller = await callerWith(node, pool, [everything]);
  await Promise.all(Array.from({ length: 1_000 }, () => refused(caller, 0)));
  await refused(caller, 0);
  expect(reading).toHaveBeenCalledTimes(1);
});

test('many statements of one tenant delay those of others by a few of them', async () => {
  const own = { columns: ['*'], filterSql: `tenant = \${{ tenant }}` };
  const greedy = await callerWith(node, pool, [own], { tenant: 'a' });
  const tenant = { ...greedy, principal: { ...greedy.principal, policyValues: { tenant: 'b' } } };
  const other = await callerWith(node, pool, [everything]);
  const flood = Array.from({ length: 40 }, (_, index) => refused(greedy, index));
  await expect.poll(() => reading.mock.calls.length).toBeGreaterThan(0);
  for (const [index, caller] of [other, tenant].entries()) {
    const before = reading.mock.calls.length;
    await refused(caller, 1_000 + index);
    // Each of the few pieces of its work waited for one or two others.
    expect(reading.mock.calls.length - before).toBeLessThan(20);
  }
  expect(reading.mock.calls.length).toBeLessThan(40);
  await Promise.all(flood);
});

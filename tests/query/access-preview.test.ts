/** How much a preview of access looks at: a number of Applications, and one statement for all counts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { previewAccess } from '../../server/src/query/access-preview.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let pool: DataPool;
const statements: string[] = [];

beforeAll(async () => {
  node = await openQueryNode({
    running: (query) => (request) => {
      statements.push(request.statement.text);
      return query(request);
    },
  });
  pool = await node.createPool({
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    accessControlEnabled: true,
  });
  await node.insert(
    pool,
    Array.from({ length: 30 }, (_, n) => ({ n: String(n) })),
  );
});
afterAll(() => node.close());

const preview = async () => {
  statements.length = 0;
  return await previewAccess(node.services, node.caller, pool, {});
};

it('counts the records of twenty sets of policies with one statement, and says that there are more', async () => {
  for (let n = 0; n < 20; n += 1) await callerWith(node, pool, [{ filterSql: `n < ${n}` }]);
  const counts = async () => (await preview()).applications.map(({ recordCount }) => recordCount);
  expect(await counts()).toEqual(Array.from({ length: 20 }, (_, n) => String(19 - n)));
  expect(statements).toHaveLength(1);
  expect((await preview()).isComplete).toBe(true);
  await callerWith(node, pool, [{ filterSql: 'n < 20' }]);
  expect((await counts()).filter((count) => count === null)).toHaveLength(1);
  expect(statements).toHaveLength(1);
  expect((await preview()).isComplete).toBe(false);
});

it('counts no records that policy values decide about', async () => {
  const other = await node.createPool({
    columns: [{ name: 'n', type: 'INT64', nullable: false }],
    accessControlEnabled: true,
  });
  await callerWith(node, other, [{ filterSql: `n = \${{ tenant }} OR n = \${{ other }}` }]);
  statements.length = 0;
  const { applications, recordCount, isComplete } = await previewAccess(
    node.services,
    node.caller,
    other,
    {},
  );
  expect(applications[0]).toMatchObject({
    ...{ before: 'SOME', after: 'SOME', recordCount: null, policyValues: ['tenant', 'other'] },
  });
  expect([recordCount, isComplete, statements.length]).toEqual(['0', true, 1]);
});

it('lists the newest hundred Applications, and says that there are more', async () => {
  const { catalog, environmentId } = node;
  const add = () =>
    catalog.applications.create(environmentId, { scopes: ['metric:query'], tier: 'P1_X_LARGE' }, 'test');
  while ((await catalog.applications.list(environmentId, { first: 100 })).items.length < 100) await add();
  const { id } = await add();
  const { applications, isComplete } = await preview();
  expect(applications).toHaveLength(100);
  expect(applications[0]).toMatchObject({ application: { id }, after: 'NONE', recordCount: '0' });
  expect(isComplete).toBe(false);
});

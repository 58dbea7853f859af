import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { dataGrid } from '../../server/src/query/data-grid.js';
import { planExport } from '../../server/src/query/export-plan.js';
import { runSql } from '../../server/src/query/run-sql.js';
import { quoteIdentifier } from '../../server/src/sql/identifier.js';
import { sql } from '../../server/src/sql/sql-text.js';
import { read } from '../support/engines.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/**
 * The stored ID of a record has the index of its event, so gaps count hidden neighbours, and it may begin with a digest of the
 * request. What callers with access policies see instead tells nothing of either.
 */
const request = '0123456789abcdef01234567';
const storedId = (index: number) => `01234567-89ab-cdef-0123-4567${index.toString(16).padStart(8, '0')}`;

let node: QueryNode;
let pool: DataPool;
let caller: Caller;

beforeAll(async () => {
  node = await openQueryNode();
  const columns = [
    { name: 'n', type: 'INT64', nullable: false },
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'tenant', type: 'STRING', nullable: false },
  ] as const;
  pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled: true });
  await node.insert(
    pool,
    Array.from({ length: 60 }, (_, n) => ({
      _weir_request: storedId(n),
      n,
      at: '2026-03-01 00:00:00.000',
      tenant: n % 3 === 0 ? 'a' : 'b',
    })),
  );
  caller = await callerWith(node, pool, [{ columns: ['n', 'at', 'tenant'], filterSql: "tenant = 'a'" }]);
});
afterAll(() => node.close());

async function idsInSql(orderBy = 'n'): Promise<Map<string, string>> {
  const query = `SELECT n, _weir_request FROM "${pool.id}" ORDER BY ${orderBy}`;
  const { rows } = await runSql(node.services, caller, { query, dialect: 'COLUMNSTORE' });
  return new Map(rows.map(([n, id]) => [String(n), String(id)]));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it('an ID is the same each time, different for each record, and has no order, index or digest', async () => {
  const ids = [...(await idsInSql()).values()];
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
  expect([...(await idsInSql()).values()]).toEqual(ids);
  expect(ids.every((id) => uuid.test(id))).toBe(true);
  expect(ids.filter((id) => id.slice(0, 8) === storedId(0).slice(0, 8))).toEqual([]);
  expect([...ids].sort()).not.toEqual(ids);
  // The stored index leaves zeros in the last four bytes.
  expect(ids.filter((id) => id.slice(-8).startsWith('000000'))).toEqual([]);
});

it('an export with record IDs has the same ones', async () => {
  const input = { dataPool: { id: pool.id }, includeRecordIds: true };
  const plan = await planExport(node.services, caller, { kind: 'dataPool', input });
  const { statement } = plan.over(
    (rows) => sql`SELECT ${quoteIdentifier('_0')}, ${quoteIdentifier('_3')} FROM (${rows})`,
  );
  const { rows } = await read(node.engine, statement.text, statement.parameters);
  expect(new Map(rows.map(([n, id]) => [String(n), String(id)]))).toEqual(await idsInSql());
});

it.each(['ASC', 'DESC'] as const)('pages and cursors of a grid, %s, use them', async (sort) => {
  const inOrder = [...(await idsInSql(`_weir_request ${sort}`)).keys()];
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = { first: 7, after };
    const columns = ['n', 'at', 'tenant'];
    const input = { dataPool: { id: pool.id }, columns, sort, page };
    const { rows, pageInfo, query } = await dataGrid(node.services, caller, input);
    seen.push(...rows.map(([n]) => String(n)));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    const told = `${Buffer.from(after ?? '', 'base64url').toString('latin1')} ${query.sql}`;
    expect(told.replaceAll('-', '')).not.toContain(request);
  } while (after !== null);
  expect(seen).toEqual(inOrder);
});

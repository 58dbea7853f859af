import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/src/base/principal.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { share } from '../support/extent.js';
import { callerWith, type PolicyInput, withScopes } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { operations, type Seen } from './matrix-operations.js';

/** Every way of reading, under every kind of policy, on both kinds of table, against a calculation of its own. */
const names = ['id', 'at', 'tenant', 'region', 'amount', 'secret'];
const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'region', type: 'STRING', nullable: true },
  { name: 'amount', type: 'INT64', nullable: false },
  { name: 'secret', type: 'STRING', nullable: true },
] as const;

type Event = Readonly<Record<string, string | number | null>>;

const recordOf = (index: number, version = 0): Event => ({
  id: `r${index}`,
  at: `2026-03-0${1 + (index % 3)} 00:00:00.${String(100 + index)}`,
  tenant: ['a', 'b', 'c'][(index + version) % 3] ?? null,
  region: ['eu', 'us', null][(index * 2 + version) % 3] ?? null,
  amount: index * 3 + version * 100,
  secret: index % 4 === 0 ? null : `s${index % 5}`,
});

interface Policy extends PolicyInput {
  readonly shows: (record: Event) => boolean;
}

interface Case {
  readonly policies: readonly Policy[];
  readonly values?: Principal['policyValues'];
  readonly isAdmin?: boolean;
}

const placeholder = `\${{ tenant }}`;
const everything = () => true;
const cases: Readonly<Record<string, Case>> = {
  'no policy': { policies: [] },
  'no policy, but the scope admin': { policies: [], isAdmin: true },
  'no policy, the scope admin and a tenant value': { policies: [], isAdmin: true, values: { tenant: 'a' } },
  'the scope admin and limited rows': {
    policies: [{ filterSql: "region = 'eu'", shows: ({ region }) => region === 'eu' }],
    isAdmin: true,
  },
  'one that shows all': { policies: [{ shows: everything }] },
  'limited columns': { policies: [{ columns: ['id', 'at', 'tenant', 'amount'], shows: everything }] },
  'limited rows': { policies: [{ filterSql: "region = 'eu'", shows: ({ region }) => region === 'eu' }] },
  'limited rows by structured filters': {
    policies: [
      {
        filters: [{ column: 'amount', operator: 'LESS_THAN', value: '60', and: [], or: [] }],
        shows: ({ amount }) => Number(amount) < 60,
      },
    ],
  },
  'a tenant value': {
    policies: [{ filterSql: `tenant = ${placeholder}`, shows: ({ tenant }) => tenant === 'b' }],
    values: { tenant: 'b' },
  },
  'a hostile tenant value': {
    policies: [{ filterSql: `tenant = ${placeholder}`, shows: () => false }],
    values: { tenant: "b' OR 1=1 --" },
  },
  'several that overlap': {
    policies: [
      {
        columns: ['id', 'at', 'tenant', 'amount'],
        filterSql: 'amount < 50',
        shows: ({ amount }) => Number(amount) < 50,
      },
      { filterSql: `tenant = ${placeholder}`, shows: ({ tenant }) => tenant === 'a' },
      { columns: ['id', 'at', 'region'], filterSql: "region = 'eu'", shows: ({ region }) => region === 'eu' },
    ],
    values: { tenant: 'a' },
  },
  'rows by one, a column by another': {
    policies: [
      { columns: ['id', 'at', 'tenant', 'region', 'amount'], shows: everything },
      {
        columns: ['id', 'at', 'secret'],
        filterSql: "tenant IN ('c', 'd')",
        shows: ({ tenant }) => tenant === 'c',
      },
    ],
  },
  'several that all show nothing': {
    policies: [
      { filterSql: 'false', shows: () => false },
      { columns: ['id', 'at'], filterSql: 'amount < 0', shows: () => false },
    ],
  },
};

const mayRead = ({ policies, isAdmin, values }: Case) => policies.length > 0 || (isAdmin && !values);

function visible(
  records: readonly Event[],
  { policies }: Case,
): { rows: Seen[]; columns: ReadonlySet<string> } {
  if (policies.length === 0) return { rows: [...records], columns: new Set(names) };
  const lists = ({ columns: listed }: Policy, name: string) => !listed || listed.includes(name);
  const rows = records
    .filter((record) => policies.some((policy) => policy.shows(record)))
    .map((record) =>
      Object.fromEntries(
        names.map((name) => {
          const seen = policies.some((policy) => lists(policy, name) && policy.shows(record));
          return [name, seen ? (record[name] ?? null) : null];
        }),
      ),
    );
  return { rows, columns: new Set(names.filter((name) => policies.some((policy) => lists(policy, name)))) };
}

let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const kinds = ['append-only', 'mutable'] as const;

describe.each(kinds)('on a Data Pool that is %s', (kind) => {
  let pool: DataPool;
  let records: readonly Event[];

  beforeAll(async () => {
    pool = await node.createPool({
      columns,
      timestamp: 'at',
      uniqueId: 'id',
      accessControlEnabled: true,
      tableSettings: kind === 'append-only' ? { engine: { type: 'MERGE_TREE' } } : undefined,
    });
    const first = Array.from({ length: 40 }, (_, index) => recordOf(index));
    await node.insert(pool, first);
    // Replaced by what other policies show: the older version must be nobody's.
    const second = first.flatMap((_, index) => (index % 3 === 0 ? [recordOf(index, 1)] : []));
    if (kind === 'mutable') await node.insert(pool, second);
    records = kind === 'mutable' ? first.map((record, index) => second[index / 3] ?? record) : first;
  });

  describe.each(Object.entries(cases))('with %s', (name, one) => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await callerWith(node, pool, one.policies, one.values);
      if (one.isAdmin) caller = withScopes(caller, ['admin']);
    });

    // Each operation under each kind of policy, on one kind of table after the other.
    const turn = (kinds.indexOf(kind) + Object.keys(cases).indexOf(name)) % kinds.length;

    it.each(share(Object.entries(operations), turn, kinds.length))('%s', async (_operation, operation) => {
      const answer = operation.ask(node, pool, caller);
      const { rows, columns: shown } = visible(records, one);
      if (!mayRead(one)) {
        const message = `Application ${caller.principal.applicationId} has no access policy for Data Pool "${pool.uniqueName}"`;
        await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN', message });
      } else if (operation.columns.some((column) => !shown.has(column))) {
        await expect(answer).rejects.toMatchObject({
          code: expect.stringMatching(/BAD_REQUEST|FORBIDDEN/),
          message: expect.stringMatching(/no column|do not show/),
        });
      } else {
        expect(await answer).toEqual(operation.expected(rows, shown));
      }
      const tells = ({ sql }: { readonly sql: string }) => /_weir_p\d|hostile|OR 1=1|tenant = /.test(sql);
      expect(node.recorded.splice(0).filter(tells)).toEqual([]);
    });
  });
});

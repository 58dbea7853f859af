/** sqlV1 and describeSqlV1 as clients meet them. What dialects answer is tested in their own suites. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let pool: string;
const sql = (query: string, dialect?: string) =>
  service.graphql(
    `query ($input: SqlV1Input!) { sqlV1(input: $input) { columns { columnName type isNullable } rows
      info { id type status sql resultingRecords recordsProcessed } } }`,
    { input: { query, dialect } },
  );

beforeAll(async () => {
  service = await openService();
  const { data } = await service.graphql(
    `mutation ($input: CreateWebhookDataSourceInput!) { createWebhookDataSource(input: $input) { dataSource {
      connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } dataPools { nodes { id } } } } }`,
    {
      input: {
        uniqueName: 'Orders 2026',
        connectionSettings: {
          columns: [
            { name: 'id', type: 'INT64' },
            { name: 'Customer', type: 'STRING', nullable: true },
            { name: 'price', type: 'DOUBLE', nullable: true },
          ],
        },
      },
    },
  );
  const source = data.createWebhookDataSource.dataSource;
  pool = source.dataPools.nodes[0].id;
  const events = Array.from({ length: 10 }, (_, id) => ({
    id,
    Customer: id % 3 === 0 ? null : `c${id % 2}`,
    price: id / 2,
  }));
  const response = await fetch(source.connectionSettings.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  expect(response.status).toBe(200);
});

describe('sqlV1', () => {
  it.each([undefined, 'POSTGRESQL', 'COLUMNSTORE', 'CLICKHOUSE'])(
    'answers a SELECT over Data Pools, dialect %s',
    async (dialect) => {
      const { data, errors } = await sql(
        'SELECT count(*) AS n, sum(price) AS total FROM "Orders 2026" WHERE id >= 2;',
        dialect,
      );
      expect(errors).toBeUndefined();
      expect(data.sqlV1.rows).toEqual([['8', '22']]);
      expect(data.sqlV1.columns.map(({ columnName }: { columnName: string }) => columnName)).toEqual([
        'n',
        'total',
      ]);
      expect(data.sqlV1.info).toMatchObject({
        type: 'SQL',
        status: 'COMPLETED',
        resultingRecords: 1,
        recordsProcessed: '10',
      });
    },
  );

  it('takes a schema: public, or the name of the Environment', async () => {
    const { data: own } = await service.graphql('{ dataPools { nodes { environment { uniqueName } } } }');
    const environment = own.dataPools.nodes[0].environment.uniqueName;
    for (const schema of ['public', '"public"', `"${environment}"`]) {
      for (const dialect of ['POSTGRESQL', 'COLUMNSTORE']) {
        const { data, errors } = await sql(`SELECT count(*) FROM ${schema}."Orders 2026"`, dialect);
        expect(errors).toBeUndefined();
        expect(data.sqlV1.rows).toEqual([['10']]);
      }
    }
    const { errors } = await sql('SELECT 1 FROM pg_catalog.pg_class', 'POSTGRESQL');
    expect(errors?.[0]?.message).toContain('no Data Pool "pg_class" in the schema "pg_catalog"');
  });

  it('lists the columns of the events before those of the service', async () => {
    const { data } = await sql(
      'SELECT e.a, e.b FROM (SELECT * FROM "Orders 2026") AS e(a, b) ORDER BY a LIMIT 2',
    );
    expect(data.sqlV1.rows).toEqual([
      ['0', null],
      ['1', 'c1'],
    ]);
    const { data: all } = await sql('SELECT * FROM "Orders 2026" LIMIT 1');
    expect(all.sqlV1.columns.map(({ columnName }: { columnName: string }) => columnName)).toEqual([
      'id',
      'Customer',
      'price',
      '_service_received_at',
      '_service_payload',
    ]);
  });

  it.each([
    ['SELECT sum(id) / count(*) FROM "Orders 2026"', 'POSTGRESQL', '4.50000000000000000000'],
    ['SELECT sum(id) / count(*), uniq(id) FROM "Orders 2026"', 'COLUMNSTORE', '4.5'],
  ])('says in which dialect it read %s', async (query, dialect, first) => {
    const { data } = await service.graphql(
      `query ($query: String!) { sqlV1(input: { query: $query }) { dialect rows }
        describeSqlV1(input: { query: $query }) { dialect } }`,
      { query },
    );
    expect(data.sqlV1.dialect).toBe(dialect);
    expect(Number(data.sqlV1.rows[0][0])).toBe(Number(first));
    expect(data.describeSqlV1.dialect).toBe(dialect);
  });

  it('takes Data Pools by identifier, joins, CTEs, subqueries and windows', async () => {
    const { data, errors } = await sql(
      `WITH big AS (SELECT id, price FROM ${pool} WHERE price > 2)
       SELECT o.id, row_number() OVER (ORDER BY o.id DESC) AS rank
       FROM "Orders 2026" o JOIN big ON big.id = o.id
       WHERE o.id IN (SELECT id FROM big WHERE price < 4) ORDER BY o.id`,
    );
    expect(errors).toBeUndefined();
    expect(data.sqlV1.rows).toEqual([
      ['5', '3'],
      ['6', '2'],
      ['7', '1'],
    ]);
  });

  it.each([
    ['another table', 'SELECT * FROM nowhere', 'nowhere'],
    ['a table of the engine', 'SELECT * FROM system.tables', 'system'],
    ['a file', "SELECT * FROM file('/etc/passwd')", 'file'],
    ['a scalar that reads a file', "SELECT file('/etc/passwd')", 'file'],
    ['two statements', 'SELECT 1; SELECT 2', ''],
    ['a write', 'DELETE FROM "Orders 2026"', ''],
    ['a setting', 'SELECT 1 SETTINGS max_threads = 1', ''],
    ['nonsense', 'SELEKT 1', 'SELEKT'],
  ])('refuses %s, with a word that says why', async (_what, query, word) => {
    const { errors } = await sql(query);
    expect(errors?.[0]?.extensions.code).toMatch(/BAD_REQUEST|NOT_FOUND/);
    expect(errors?.[0]?.message).toContain(word);
  });

  it('runs again what QueryInfo shows of every kind of query', async () => {
    const metric = `metric: {sum: {dataPool: {id: "${pool}"}, measure: {columnName: "price"}}}, timeRange: {relative: TODAY}`;
    const queries = await service.graphql(`{
      counter(input: {${metric}, filterSql: "Customer LIKE 'c%' AND id BETWEEN 1 AND 8"}) { query { sql } }
      timeSeries(input: {${metric}, granularity: HOUR}) { query { sql } }
      leaderboard(input: {${metric}, dimensions: [{columnName: "Customer"}], rowLimit: 5}) { query { sql } }
    }`);
    expect(queries.errors).toBeUndefined();
    for (const [name, { query }] of Object.entries(queries.data) as [string, { query: { sql: string } }][]) {
      const again = await sql(query.sql, 'COLUMNSTORE');
      expect([name, again.errors, query.sql]).toEqual([name, undefined, query.sql]);
    }
  });
});

describe('describeSqlV1', () => {
  it('tells the columns without running', async () => {
    const { data, errors } = await service.graphql(
      'query ($input: DescribeSqlV1Input!) { describeSqlV1(input: $input) { columns { columnName type isNullable } } }',
      {
        input: {
          query:
            'SELECT id, "Customer", price, _service_received_at AS at, _service_payload FROM "Orders 2026"',
        },
      },
    );
    expect(errors).toBeUndefined();
    expect(data.describeSqlV1.columns).toEqual([
      { columnName: 'id', type: 'INT64', isNullable: false },
      { columnName: 'Customer', type: 'STRING', isNullable: true },
      { columnName: 'price', type: 'DOUBLE', isNullable: true },
      { columnName: 'at', type: 'TIMESTAMP', isNullable: false },
      { columnName: '_service_payload', type: 'JSON', isNullable: false },
    ]);
  });
});

it('a request has a hundred statements at most, over all operations of a batch', async () => {
  const operation = (first: number) => ({
    query: `{ ${Array.from({ length: 15 }, (_, n) => `a${n}: sqlV1(input: {query: "SELECT ${first + n} AS n"}) { rows }`).join(' ')} }`,
  });
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: service.authorization },
    body: JSON.stringify(Array.from({ length: 7 }, (_, index) => operation(15 * index))),
  });
  const answers = (await response.json()) as {
    data: object | null;
    errors?: { message: string; extensions: { code: string } }[];
  }[];
  // The last one has the 91st to the 105th.
  expect(answers.map(({ data }) => data !== null)).toEqual([true, true, true, true, true, true, false]);
  expect(answers.at(-1)?.errors?.[0]).toMatchObject({
    message:
      'The request has more than 100 SQL statements, over all operations of a batch. Split the request',
    extensions: { code: 'BAD_REQUEST' },
  });
});

it('a long variable is used by a few fields of a request, and not by many', async () => {
  const filterSql = `id > 1 ${' '.repeat(10_000)}`;
  const inputs = Array.from({ length: 50 }, () => ({
    metric: { count: { dataPool: { id: pool } } },
    filterSql,
  }));
  const counters = (fields: number) =>
    service.graphql(
      `query ($inputs: [CounterInput!]!) { ${Array.from({ length: fields }, (_, n) => `a${n}: counters(input: $inputs) { value }`).join(' ')} }`,
      { inputs },
    );
  expect((await counters(4)).errors).toBeUndefined();
  expect((await counters(5)).errors?.[0]?.message).toBe(
    'The arguments of this request have more than 2097152 characters in total; a variable counts for each field that uses it. Split the request',
  );
});

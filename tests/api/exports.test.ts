/** Exports over HTTP, in files that other programs read: DuckDB and Apache Arrow's own library. */
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { askDuckDb, exported, formats, postExport, refusal } from '../support/exports.js';
import { basic, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let pool: Webhook;

const rowCount = 2_000;
const columns = [
  { name: 'id', type: 'INT64', nullable: false },
  { name: 'text', type: 'STRING' },
  { name: 'number', type: 'DOUBLE' },
  { name: 'single', type: 'FLOAT' },
  { name: 'small', type: 'INT8' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'json', type: 'JSON' },
];
const names = columns.map(({ name }) => name);
const texts = [
  '',
  'plain',
  'a,"b"',
  'line\nbreak',
  'größe 😀 漢字',
  '\u0000nul',
  '=1+1',
  'null',
  '\\N',
  ' x ',
];

const event = (id: number) =>
  id % 7 === 0
    ? { id }
    : {
        id: id === 1 ? '9223372036854775807' : id,
        text: texts[id % texts.length],
        number: id / 8 - 50,
        single: id / 4,
        small: (id % 200) - 100,
        flag: id % 2 === 0,
        day: `19${String(50 + (id % 50)).padStart(2, '0')}-02-28`,
        at: new Date(Date.UTC(1960, 0, 1) + id * 86_399_123).toISOString(),
        json: { id, list: [1, null, { deep: 'ü"\n' }], none: null },
      };

beforeAll(async () => {
  service = await openService();
  pool = await createWebhook(service, columns, {}, { uniqueName: 'größen' });
  const events = Array.from({ length: rowCount }, (_, id) => event(id));
  const { status } = await post(service, pool.path, events);
  expect(status).toBe(200);
});

const statement = () => `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM "größen" ORDER BY id`;

interface Cells {
  readonly columns: { columnName: string; type: string; isNullable: boolean }[];
  readonly rows: (string | null)[][];
}

async function sqlV1(query: string, as = service.authorization): Promise<Cells> {
  const { sqlV1: answer } = await service.request<{ sqlV1: Cells }>(
    'query ($input: SqlV1Input!) { sqlV1(input: $input) { columns { columnName type isNullable } rows } }',
    { input: { query } },
    as,
  );
  return answer;
}

/** Rows of sqlV1 with numbers as numbers and times as milliseconds, as a file has them. */
const valuesOf = ({ rows }: Cells) =>
  rows.map(([id, text, number, single, small, flag, day, at, json]) => [
    BigInt(id ?? 0),
    text,
    asNumber(number),
    asNumber(single),
    asNumber(small),
    flag === null ? null : flag === 'true',
    day,
    at === null ? null : Date.parse(`${at}Z`),
    json,
  ]);

const asNumber = (cell: string | null | undefined) => (cell == null ? null : Number(cell));

const typesIn = {
  csv: [
    'BIGINT',
    'VARCHAR',
    'DOUBLE',
    'DOUBLE',
    'BIGINT',
    'BOOLEAN',
    'DATE',
    'TIMESTAMP WITH TIME ZONE',
    'VARCHAR',
  ],
  ndjson: ['BIGINT', 'VARCHAR', 'DOUBLE', 'DOUBLE', 'HUGEINT', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'VARCHAR'],
  parquet: [
    'BIGINT',
    'VARCHAR',
    'DOUBLE',
    'FLOAT',
    'TINYINT',
    'BOOLEAN',
    'DATE',
    'TIMESTAMP WITH TIME ZONE',
    'VARCHAR',
  ],
};

describe('a statement', () => {
  test.each(['csv', 'ndjson', 'parquet'] as const)(
    'as %s is in DuckDB what it is in sqlV1',
    async (format) => {
      const file = await exported(service, { sql: statement(), format });
      const described = await askDuckDb(file, format, 'DESCRIBE SELECT * FROM file');
      expect(described.map(([name]) => name)).toEqual(names);
      expect(described.map(([, type]) => type)).toEqual(typesIn[format]);
      const rows = await askDuckDb(
        file,
        format,
        `SELECT id, text, number, single::DOUBLE, small::INTEGER, flag, strftime(day, '%Y-%m-%d'),
        epoch_ms("at")::DOUBLE, json::VARCHAR FROM file`,
      );
      const expected = valuesOf(await sqlV1(statement()));
      expect(rows).toHaveLength(rowCount);
      expect(rows).toEqual(expected);
      const [sums] = await askDuckDb(
        file,
        format,
        'SELECT count(*), count(text), sum(small)::DOUBLE FROM file',
      );
      const { rows: own } = await sqlV1('SELECT count(*), count(text), sum(small) FROM "größen"');
      expect(sums?.map(Number)).toEqual(own[0]?.map(Number));
    },
  );

  test('as arrow is in Arrow what it is in sqlV1', async () => {
    const table = tableFromIPC(await exported(service, { sql: statement(), format: 'arrow' }));
    expect(table.schema.fields.map(({ name }) => name)).toEqual(names);
    expect(table.schema.fields.map(({ type }) => String(type))).toEqual([
      ...[
        'Int64',
        'Utf8',
        'Float64',
        'Float32',
        'Int8',
        'Bool',
        'Date32<DAY>',
        'Timestamp<MILLISECOND, UTC>',
        'Utf8',
      ],
    ]);
    const rows = table.toArray().map((row) => names.map((name) => row[name] as unknown));
    const expected = valuesOf(await sqlV1(statement())).map((row) =>
      row.map((cell, index) => (index === 6 && cell !== null ? Date.parse(String(cell)) : cell)),
    );
    expect(rows).toEqual(expected);
  });

  test('keeps its order and the names of its columns, numbered where they repeat', async () => {
    const sql = 'SELECT n AS a, n * 2 AS a, -n AS "A b" FROM generate_series(0, 4) AS n ORDER BY n DESC';
    const csv = await exported(service, { sql, format: 'csv' });
    expect(csv.toString()).toBe(
      `"a","a_2","A b"\n${[4, 3, 2, 1, 0].map((n) => `${n},${2 * n},${0 - n}\n`).join('')}`,
    );
    const parquet = await exported(service, { sql, format: 'parquet' });
    expect(await askDuckDb(parquet, 'parquet', 'SELECT a_2, "A b" FROM file LIMIT 1')).toEqual([[8, -4]]);
    const arrow = tableFromIPC(await exported(service, { sql, format: 'arrow' }));
    expect(arrow.schema.fields.map(({ name }) => name)).toEqual(['a', 'a_2', 'A b']);
  });

  test('has types that formats do not share as text', async () => {
    const uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0';
    const huge = '170141183460469231731687303715884105727';
    const sql = `SELECT NULL AS nothing, [1, NULL] AS list, [] AS empty, CAST('${uuid}' AS UUID) AS id, CAST('${huge}' AS Int128) AS huge`;
    const file = (format: string) => exported(service, { sql, dialect: 'COLUMNSTORE', format });
    expect((await file('csv')).toString()).toBe(
      `"nothing","list","empty","id","huge"\n,"[1,null]","[]","${uuid}",${huge}\n`,
    );
    expect((await file('ndjson')).toString()).toBe(
      `{"nothing":null,"list":[1,null],"empty":[],"id":"${uuid}","huge":${huge}}\n`,
    );
    const [parquet] = await askDuckDb(
      await file('parquet'),
      'parquet',
      'SELECT nothing, list::VARCHAR, "empty", id, huge FROM file',
    );
    expect(parquet).toEqual([null, '[1, NULL]', '[]', uuid, huge]);
    const arrow = tableFromIPC(await file('arrow')).get(0);
    expect([arrow?.['nothing'], String(arrow?.['list']), arrow?.['id'], arrow?.['huge']]).toEqual([
      null,
      '[1,]',
      uuid,
      huge,
    ]);
  });

  test('is read in the dialect that is given', async () => {
    const sql = 'SELECT 7 / 2 AS half';
    expect((await exported(service, { sql, format: 'csv' })).toString()).toBe('"half"\n3\n');
    for (const dialect of ['COLUMNSTORE', 'CLICKHOUSE'])
      expect((await exported(service, { sql, dialect, format: 'csv' })).toString()).toBe('"half"\n3.5\n');
  });

  test('without rows is a file with columns', async () => {
    const sql = 'SELECT id, text FROM "größen" WHERE false';
    expect((await exported(service, { sql, format: 'csv' })).toString()).toBe('"id","text"\n');
    expect((await exported(service, { sql, format: 'ndjson' })).toString()).toBe('');
    const parquet = await exported(service, { sql, format: 'parquet' });
    expect(await askDuckDb(parquet, 'parquet', 'SELECT count(*)::INTEGER FROM file')).toEqual([[0]]);
    const arrow = tableFromIPC(await exported(service, { sql, format: 'arrow' }));
    expect(arrow.schema.fields.map(({ name }) => name)).toEqual(['id', 'text']);
  });
});

describe('a grid, a report and a Data Pool', () => {
  const grid = { dataPool: { name: 'größen' }, columns: ['id', 'text', 'at'] };

  test('a grid has all of its records, in its order', async () => {
    const dataGrid = { ...grid, orderByColumn: 1, sort: 'ASC', filterSql: "id < 1500 AND text = '=1+1'" };
    const { dataGrid: page } = await service.request<{ dataGrid: { rows: string[][] } }>(
      'query ($input: DataGridInput!) { dataGrid(input: $input) { rows } }',
      { input: { ...dataGrid, first: 1000 } },
    );
    const file = await exported(service, { dataGrid, format: 'parquet' });
    const rows = await askDuckDb(file, 'parquet', 'SELECT id::VARCHAR, text FROM file');
    expect(rows).toEqual(page.rows.map(([id, text]) => [id, text]));
    expect(rows.length).toBeGreaterThan(100);
  });

  test('a grid is restricted to its time range', async () => {
    const timeRange = {
      start: '1960-01-03T00:00:00Z',
      stop: '1960-01-05T00:00:00Z',
      timestamp: 'at',
    };
    const file = await exported(service, { dataGrid: { ...grid, timeRange }, format: 'ndjson' });
    const ids = file
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids.sort((a, b) => a - b)).toEqual([3, 4]);
  });

  test('a report has all of its rows under its headers', async () => {
    const metric = { metric: { sum: { dataPool: { name: 'größen' }, measure: { columnName: 'small' } } } };
    const metricReport = {
      dimensions: [{ columnName: 'id', displayName: 'Nummer' }],
      metrics: [{ ...metric, displayName: 'Summe' }, { metric: { count: { dataPool: { name: 'größen' } } } }],
      orderByColumn: 1,
    };
    const file = await exported(service, { metricReport, format: 'parquet' });
    const rows = await askDuckDb(
      file,
      'parquet',
      'SELECT "Nummer"::VARCHAR, "Summe"::DOUBLE, "COUNT"::INTEGER FROM file',
    );
    const { rows: expected } = await sqlV1('SELECT id, small FROM "größen" ORDER BY id');
    expect(rows).toEqual(expected.map(([id, small]) => [id, Number(small ?? 0), 1]));
  });

  test('a Data Pool has every column in the order of its definition, and record IDs if they are wanted', async () => {
    for (const dataPool of ['größen', pool.dataPoolId]) {
      const file = await exported(service, { dataPool, format: 'parquet' });
      const described = await askDuckDb(file, 'parquet', 'DESCRIBE SELECT * FROM file');
      expect(described.map(([name]) => name)).toEqual(['_service_received_at', '_service_payload', ...names]);
      expect(await askDuckDb(file, 'parquet', 'SELECT count(*)::INTEGER FROM file')).toEqual([[rowCount]]);
    }
    const withIds = await exported(service, { dataPool: 'größen', includeRecordIds: true, format: 'csv' });
    const [distinct] = await askDuckDb(
      withIds,
      'csv',
      'SELECT count(DISTINCT _weir_request)::INTEGER FROM file',
    );
    expect(distinct).toEqual([rowCount]);
  });

  test('an event that was just acknowledged is in the file', async () => {
    const fresh = await createWebhook(service, [{ name: 'n', type: 'INT64' }], {}, { uniqueName: 'fresh' });
    for (let n = 1; n <= 3; n += 1) {
      await post(service, fresh.path, { n });
      const file = await exported(service, { dataPool: 'fresh', format: 'ndjson' });
      expect(file.toString().trim().split('\n')).toHaveLength(n);
    }
  });
});

describe('links', () => {
  const get = (parameters: Record<string, string>, as = service.authorization) =>
    fetch(`${service.url}/v1/export?${new URLSearchParams(parameters)}`, { headers: { authorization: as } });

  test('a GET with the same fields answers the same file', async () => {
    const dataGrid = {
      dataPool: { name: 'größen' },
      columns: ['id'],
      orderByColumn: 1,
      filterSql: 'id < 10',
    };
    const posted = await exported(service, { dataGrid, format: 'csv', safeForSpreadsheets: true });
    const linked = await get({
      dataGrid: JSON.stringify(dataGrid),
      format: 'csv',
      safeForSpreadsheets: 'true',
    });
    expect(linked.status).toBe(200);
    expect(await linked.text()).toBe(posted.toString());
    expect((await get({ dataPool: 'größen', format: 'csv' })).status).toBe(200);
  });

  test('take a bearer token in the header only', async () => {
    const { body } = await token(service);
    const bearer = `Bearer ${body['access_token']}`;
    expect((await get({ dataPool: 'größen', format: 'csv' }, bearer)).status).toBe(200);
    const inUrl = await fetch(
      `${service.url}/v1/export?dataPool=x&format=csv&access_token=${body['access_token']}`,
    );
    expect(inUrl.status).toBe(401);
    expect(inUrl.headers.get('www-authenticate')).toBe('Bearer realm="weir"');
  });

  test.each([
    ['csv', 'text/csv; charset=utf-8; header=present', 'csv'],
    ['ndjson', 'application/x-ndjson', 'ndjson'],
    ['parquet', 'application/vnd.apache.parquet', 'parquet'],
    ['arrow', 'application/vnd.apache.arrow.stream', 'arrows'],
  ])('name %s as a file for a browser to store', async (format, type, extension) => {
    const named = await get({ dataPool: 'größen', format });
    expect(named.headers.get('content-type')).toBe(type);
    expect(named.headers.get('content-disposition')).toBe(
      `attachment; filename="gr__en.${extension}"; filename*=UTF-8''gr%C3%B6%C3%9Fen.${extension}`,
    );
    expect(named.headers.get('cache-control')).toBe('no-store');
    await named.arrayBuffer();
    const plain = await get({ sql: 'SELECT 1', format });
    expect(plain.headers.get('content-disposition')).toBe(`attachment; filename="export.${extension}"`);
    await plain.arrayBuffer();
  });
});

test('formulas are marked for spreadsheets, in texts and names and nothing else', async () => {
  const sql = `SELECT '=1+1' AS "=a", '+' AS b, '-5' AS c, '@x' AS d, E'\\tx' AS e, E'\\rx' AS f, 'a=1' AS g, -5 AS h, '' AS i, NULL AS j, DATE '2020-01-01' AS k`;
  const file = await exported(service, { sql, format: 'csv', safeForSpreadsheets: true });
  expect(file.toString()).toBe(
    `"'=a","b","c","d","e","f","g","h","i","j","k"\n"'=1+1","'+","'-5","'@x","'\tx","'\rx","a=1",-5,"",,"2020-01-01"\n`,
  );
  const raw = await exported(service, { sql, format: 'csv' });
  expect(raw.toString()).toContain('"=a","b"');
  expect(raw.toString()).toContain('"=1+1","+","-5"');
});

describe('access', () => {
  let limited: string;

  async function application(
    scopes: readonly string[],
    uniqueName: string,
  ): Promise<{ id: string; as: string }> {
    const { createApplication } = await service.request<{
      createApplication: { application: { id: string; clientId: string; secret: string } };
    }>(
      `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
        ... on ApplicationResponse { application { id clientId secret } } } }`,
      { input: { uniqueName, scopes } },
    );
    const { id, clientId, secret } = createApplication.application;
    return { id, as: basic(clientId, secret) };
  }

  beforeAll(async () => {
    const secret = await createWebhook(
      service,
      [
        { name: 'tenant', type: 'STRING' },
        { name: 'amount', type: 'INT64' },
        { name: 'hidden', type: 'STRING' },
      ],
      { accessControlEnabled: true },
      { uniqueName: 'guarded' },
    );
    await post(service, secret.path, [
      { tenant: 'a', amount: 1, hidden: 'h1' },
      { tenant: 'b', amount: 2, hidden: 'h2' },
      { tenant: 'a', amount: 0, hidden: 'h3' },
    ]);
    const reader = await application(['DATA_POOL_QUERY', 'METRIC_QUERY'], 'reader');
    limited = reader.as;
    const { createDataPoolAccessPolicy } = await service.request<{
      createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
    }>(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) {
        createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      {
        input: {
          dataPool: secret.dataPoolId,
          columns: ['tenant', 'amount', '_service_received_at'],
          filterSql: "tenant = 'a'",
        },
      },
    );
    await service.request(
      `mutation ($policy: ID!, $application: ID!) {
        assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
      { policy: createDataPoolAccessPolicy.dataPoolAccessPolicy.id, application: reader.id },
    );
  });

  test.each([
    ['a Data Pool', { dataPool: 'guarded' }],
    ['a statement', { sql: 'SELECT * FROM guarded' }],
    ['a grid', { dataGrid: { dataPool: { name: 'guarded' }, columns: ['*'] } }],
  ])('%s has only the rows and columns that the Application may read', async (_what, source) => {
    for (const format of formats) {
      const file = await exported(service, { ...source, format }, limited);
      const text = file.toString('latin1');
      expect(text).not.toMatch(/h1|h2|h3|hidden/);
      if (format === 'arrow') {
        const table = tableFromIPC(file);
        expect(table.schema.fields.map(({ name }) => name).sort()).toEqual([
          '_service_received_at',
          'amount',
          'tenant',
        ]);
        expect(table.toArray().map((row) => row['tenant'] as string)).toEqual(['a', 'a']);
      } else {
        const rows = await askDuckDb(
          file,
          format,
          'SELECT tenant, amount::INTEGER FROM file ORDER BY amount',
        );
        expect(rows).toEqual([
          ['a', 0],
          ['a', 1],
        ]);
      }
    }
  });

  test('a report counts only the rows that the Application may read', async () => {
    const metricReport = {
      dimensions: [{ columnName: 'tenant' }],
      metrics: [{ metric: { count: { dataPool: { name: 'guarded' } } } }],
    };
    const file = await exported(service, { metricReport, format: 'csv' }, limited);
    expect(file.toString()).toBe('"tenant","COUNT"\n"a",2\n');
  });

  test('an Application without a policy exports nothing, nor does one of another Environment', async () => {
    const { as } = await application(['DATA_POOL_QUERY'], 'without-policy');
    const none = await refusal(
      await postExport(service, { dataPool: 'guarded', format: 'csv' }, { authorization: as }),
    );
    expect(none).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const stranger = await strangerTo(service);
    const other = await postExport(
      service,
      { dataPool: 'guarded', format: 'csv' },
      { authorization: stranger },
    );
    expect(await refusal(other)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test('a failure does not quote what policies hide', async () => {
    const sql = 'SELECT intDiv(1, amount) FROM guarded';
    const failed = await postExport(
      service,
      { sql, dialect: 'COLUMNSTORE', format: 'csv' },
      { authorization: limited },
    );
    const { message, ...rest } = await refusal(failed);
    expect(rest).toEqual({ status: 422, code: 'QUERY_FAILED' });
    expect(message).toBe(
      "The query failed: ILLEGAL_DIVISION. The engine's message is not shown, because access policies apply",
    );
  });

  test('needs the scope of the query that returns the same', async () => {
    const sources = {
      sql: 'SELECT 1',
      dataPool: 'größen',
      dataGrid: { dataPool: { name: 'größen' }, columns: ['id'] },
      metricReport: { dimensions: [], metrics: [{ metric: { count: { dataPool: { name: 'größen' } } } }] },
    };
    const open = {
      DATA_POOL_QUERY: ['sql', 'dataPool', 'dataGrid'],
      METRIC_QUERY: ['metricReport'],
      METRIC_STATS: [],
      APPLICATION_ADMIN: [],
      ADMIN: ['sql', 'dataPool', 'dataGrid', 'metricReport'],
    };
    for (const [scope, allowed] of Object.entries(open)) {
      const { as } = await application([scope], `scope-${scope}`);
      for (const [name, value] of Object.entries(sources)) {
        const answer = await postExport(service, { [name]: value, format: 'csv' }, { authorization: as });
        expect([scope, name, answer.status]).toEqual([
          scope,
          name,
          allowed.includes(name as never) ? 200 : 403,
        ]);
        await answer.arrayBuffer();
      }
    }
  });
});

describe('bad requests', () => {
  const grid = { dataPool: { name: 'größen' }, columns: ['id'] };
  it.each<[object, RegExp | string]>([
    [{ dataPool: 'größen' }, 'format must be one of csv, ndjson, parquet, arrow, but it is missing'],
    [
      { dataPool: 'größen', format: 'xls' },
      'format must be one of csv, ndjson, parquet, arrow, but it is "xls"',
    ],
    [{ dataPool: 'größen', format: ['csv'] }, /^format must be one of .* but it is \["csv"\]$/],
    [
      { format: 'csv' },
      'export: exactly one of sql, dataGrid, metricReport, dataPool must be given, and none is',
    ],
    [{ format: 'csv', sql: 'SELECT 1', dataPool: 'größen' }, /exactly one of .*, and sql and dataPool are$/],
    [{ format: 'csv', sql: 5 }, 'sql: String cannot represent a non string value: 5'],
    [{ format: 'csv', sql: 'SELECT' }, /^query, line 1, column 1/],
    [{ format: 'csv', sql: 'DROP TABLE x' }, /SELECT/],
    [{ format: 'csv', query: 'SELECT 1' }, /^Field "query" is not defined by type "ExportInput"/],
    [
      { format: 'csv', dataGrid: { ...grid, sort: 'UP' } },
      'dataGrid.sort: Value "UP" does not exist in "Sort" enum.',
    ],
    [
      { format: 'csv', dataGrid: { dataPool: { name: 'größen' } } },
      /^dataGrid: Field "columns" of required type/,
    ],
    [
      { format: 'csv', dataGrid: { ...grid, columns: [] } },
      'dataGrid.columns: name at least one column, or "*" for all',
    ],
    [{ format: 'csv', dataGrid: { ...grid, columns: ['nope'] } }, /has no column "nope"/],
    [
      { format: 'csv', dataGrid: { ...grid, first: 10 } },
      'dataGrid.first: an export has all rows; remove it',
    ],
    [{ format: 'csv', dataGrid: { ...grid, filterSql: 'id = (SELECT 1)' } }, /filterSql|subquer/i],
    [{ format: 'csv', metricReport: { dimensions: [], metrics: [] } }, /at least one Metric/],
    [{ format: 'ndjson', sql: 'SELECT 1', safeForSpreadsheets: true }, /^safeForSpreadsheets: only CSV/],
    [{ format: 'csv', sql: 'SELECT 1', includeRecordIds: true }, /^includeRecordIds: only a whole Data Pool/],
    [
      { format: 'csv', dataPool: 'größen', dialect: 'POSTGRESQL' },
      'dialect: only sql has a dialect; remove it',
    ],
  ])('%j is refused by words', async (body, message) => {
    const { status, code, message: shown } = await refusal(await postExport(service, body));
    expect({ status, code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    if (typeof message === 'string') expect(shown).toBe(message);
    else expect(shown).toMatch(message);
  });

  it.each([
    ['[]', 400, /must be a JSON object/],
    ['{"format":', 400, /not valid JSON/],
    ['{"__proto__": {"format": "csv"}, "sql": "SELECT 1"}', 400, /not valid JSON/],
    [`{"format":"csv","dataGrid":${'['.repeat(100)}${']'.repeat(100)}}`, 400, /nested more than 64 levels/],
    [`{"format":"csv","dataGrid":[${'1,'.repeat(20_000)}1]}`, 400, /more than 12000 values/],
    [`{"format":"${'x'.repeat(100_000)}","sql":"SELECT 1"}`, 400, /^.{900,1001}…$/s],
    [`{"format":"csv","sql":"${'x'.repeat(2_000_000)}"}`, 413, /./],
  ])('a hostile body is refused: %#', async (body, status, message) => {
    const answer = await fetch(`${service.url}/v1/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: service.authorization },
      body,
    });
    const shown = await refusal(answer);
    expect(shown.status).toBe(status);
    expect(shown.message).toMatch(message);
  });

  it('are refused in the URL too', async () => {
    const get = async (query: string) =>
      await refusal(
        await fetch(`${service.url}/v1/export?${query}`, {
          headers: { authorization: service.authorization },
        }),
      );
    expect((await get('dataPool=a&dataPool=b&format=csv')).message).toBe('dataPool is given more than once');
    expect((await get('dataGrid={&format=csv')).message).toBe('dataGrid is not valid JSON');
    expect((await get('sql=SELECT+1&format=csv&safeForSpreadsheets=yes')).message).toBe(
      'safeForSpreadsheets: Boolean cannot represent a non boolean value: "yes"',
    );
    expect(await get('dataPool=nowhere&format=csv')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const { message } = await get('dataPool=größen&format=csv&token=abc');
    expect(message).toMatch(/^Field "token" is not defined/);
  });

  it('with hostile names of columns and files end in no other header, column or statement', async () => {
    const name = 'a`, (SELECT 1) AS `b\\\r\nSet-Cookie: x=1;"';
    const metricReport = {
      dimensions: [{ columnName: 'flag', displayName: name }],
      metrics: [{ metric: { count: { dataPool: { name: 'größen' } } }, displayName: `${name}\0` }],
      orderByColumn: 1,
    };
    for (const format of formats) {
      const answer = await postExport(service, { metricReport, format });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBeNull();
      const file = Buffer.from(await answer.arrayBuffer());
      if (format === 'parquet')
        expect(
          (await askDuckDb(file, format, 'DESCRIBE SELECT * FROM file')).map(([column]) => column),
        ).toEqual([name, `${name}\ufffd`]);
    }
  });
});

describe('the history', () => {
  test('has an export like every query', async () => {
    const answer = await postExport(service, { dataPool: 'größen', format: 'csv' });
    const { byteLength } = await answer.arrayBuffer();
    const id = answer.headers.get('weir-query-id');
    const { queryInfo } = await service.request<{ queryInfo: Record<string, unknown> }>(
      'query ($id: ID!) { queryInfo(id: $id) { type status sql resultingBytes tier } }',
      { id },
    );
    expect(queryInfo).toMatchObject({ type: 'RECORDS', status: 'COMPLETED', resultingBytes: byteLength });
    const again = await sqlV1(`SELECT count(*) FROM (${queryInfo['sql']}) AS t`);
    expect(again.rows).toEqual([[String(rowCount)]]);
  });

  test('has an export that failed', async () => {
    const sql = 'SELECT 1 / (SELECT count(*) - 2000 FROM "größen")';
    const answer = await postExport(service, { sql, format: 'csv' });
    expect(answer.status).toBe(422);
    const { queries } = await service.request<{ queries: { nodes: object[] } }>(
      '{ queries(first: 1, filter: { type: SQL, status: ERROR }) { nodes { sql status } } }',
    );
    expect(queries.nodes).toEqual([{ sql, status: 'ERROR' }]);
  });
});

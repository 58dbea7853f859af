/** DECIMAL columns: exact from the event to every answer, in which values have all of their scale. */
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { askDuckDb, exported } from '../support/exports.js';
import { createView, statusBecomes, tableOf } from '../support/materialized-views.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Webhook, type WebhookColumn } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;

const columns: WebhookColumn[] = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'country', type: 'STRING' },
  { name: 'price', type: 'DECIMAL', precision: 10, scale: 2 },
  { name: 'volume', type: 'DECIMAL', precision: 38, scale: 10 },
  { name: 'rate', type: 'DECIMAL' },
];

/** The sums of doubles would be 0.30000000000000004, and the volumes have more digits than a double. */
const events = [
  '{"at": "2026-03-01T10:00:00Z", "country": "CH", "price": 0.1, "volume": 1234567890123456789012345678.0123456789}',
  '{"at": "2026-03-01T11:00:00Z", "country": "CH", "price": "0.20", "volume": "0.0000000001", "rate": 0.0125}',
  '{"at": "2026-03-02T10:00:00Z", "country": "DE", "price": 184.2, "volume": null, "rate": 1.5e3}',
];

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, columns, { timestamp: 'at' });
  expect((await post(service, webhook.path, `[${events.join(',')}]`)).status).toBe(200);
});

const pool = () => ({ id: webhook.dataPoolId });
const range = { start: '2026-03-01T00:00:00Z', stop: '2026-03-03T00:00:00Z' };

const sqlRows = async (query: string, dialect?: string) => {
  const { sqlV1 } = await service.request<{
    sqlV1: { columns: Record<string, unknown>[]; rows: (string | null)[][] };
  }>(
    'query ($input: SqlV1Input!) { sqlV1(input: $input) { columns { columnName type precision scale isNullable } rows } }',
    { input: { query, dialect } },
  );
  return sqlV1;
};

describe('a DECIMAL column', () => {
  it('says its precision and scale, by default 18 and 4, wherever columns are listed', async () => {
    const size = 'type precision scale';
    const { dataPool } = await service.request<Record<string, Record<string, Record<string, unknown>>>>(
      `query ($id: ID!) { dataPool(id: $id) {
        columns(first: 100) { nodes { columnName ${size} columnStoreType } }
        dataSource { connectionSettings { ... on WebhookConnectionSettings { columns { name ${size} } } } }
      } }`,
      pool(),
    );
    const listed = (dataPool?.['columns']?.['nodes'] ?? []) as Record<string, unknown>[];
    expect(listed.filter(({ type }) => type === 'DECIMAL')).toEqual([
      {
        columnName: 'price',
        type: 'DECIMAL',
        precision: 10,
        scale: 2,
        columnStoreType: 'Nullable(Decimal(10, 2))',
      },
      {
        columnName: 'volume',
        type: 'DECIMAL',
        precision: 38,
        scale: 10,
        columnStoreType: 'Nullable(Decimal(38, 10))',
      },
      {
        columnName: 'rate',
        type: 'DECIMAL',
        precision: 18,
        scale: 4,
        columnStoreType: 'Nullable(Decimal(18, 4))',
      },
    ]);
    expect(dataPool?.['dataSource']).toMatchObject({
      connectionSettings: {
        columns: [
          { name: 'at', type: 'TIMESTAMP', precision: null, scale: null },
          {},
          { name: 'price', type: 'DECIMAL', precision: 10, scale: 2 },
          {},
          { name: 'rate', type: 'DECIMAL', precision: 18, scale: 4 },
        ],
      },
    });
  });

  it.each([
    [{ type: 'DECIMAL', precision: 39 }, /precision is 39; a DECIMAL has 1 to 38 digits/],
    [{ type: 'DECIMAL', precision: 0 }, /precision is 0/],
    [{ type: 'DECIMAL', precision: 5, scale: 6 }, /scale is 6; it must be 0 to 5/],
    [{ type: 'DOUBLE', scale: 2 }, /DOUBLE has no precision and no scale/],
  ])('of %j is refused', async (size, message) => {
    const created = createWebhook(service, [{ name: 'x', ...size }]);
    await expect(created).rejects.toThrow(message);
  });

  it('refuses numbers that do not fit exactly, by event, column and value', async () => {
    const { status, text } = await post(service, webhook.path, [
      { at: '2026-03-01T10:00:00Z', price: 1 },
      { at: '2026-03-01T10:00:00Z', price: 0.105 },
      { at: '2026-03-01T10:00:00Z', price: 123456789 },
      { at: '2026-03-01T10:00:00Z', price: '1.00 EUR' },
    ]);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      errors: [
        {
          index: 1,
          column: 'price',
          message: expect.stringMatching(/^0\.105 has more than 2 digits after the point/),
        },
        {
          index: 2,
          column: 'price',
          message: expect.stringMatching(/^123456789 has more than 8 digits before/),
        },
        { index: 3, column: 'price', message: '"1.00 EUR" is not a number (DECIMAL(10, 2))' },
      ],
    });
  });

  it('is exact in SQL of both dialects, with all of its scale', async () => {
    const table = `"${webhook.dataPoolId}"`;
    const postgres = await sqlRows(
      `select price, volume, rate, price * 2, price + rate from ${table} order by at`,
      'POSTGRESQL',
    );
    expect(postgres.columns.map(({ type, precision, scale }) => [type, precision, scale])).toEqual([
      ['DECIMAL', 10, 2],
      ['DECIMAL', 38, 10],
      ['DECIMAL', 18, 4],
      ['DECIMAL', 38, 2],
      ['DECIMAL', 38, 4],
    ]);
    expect(postgres.rows).toEqual([
      ['0.10', '1234567890123456789012345678.0123456789', null, '0.20', null],
      ['0.20', '0.0000000001', '0.0125', '0.40', '0.2125'],
      ['184.20', null, '1500.0000', '368.40', '1684.2000'],
    ]);
    for (const dialect of ['POSTGRESQL', 'COLUMNSTORE'])
      expect(
        await sqlRows(
          `select sum(price), sum(volume), min(price), max(rate), count(*) from ${table} where price in (0.1, 0.2) and price < 0.3`,
          dialect,
        ),
        dialect,
      ).toMatchObject({ rows: [['0.30', '1234567890123456789012345678.0123456790', '0.10', '0.0125', '2']] });
    const average = await sqlRows(
      `select avg(price), price / 3 from ${table} group by price order by 1 limit 1`,
    );
    expect(average.columns.map(({ type, scale }) => [type, scale])).toEqual([
      ['DOUBLE', null],
      ['DOUBLE', null],
    ]);
    expect(average.rows).toEqual([['0.1', '0.03333333333333333333']]);
  });

  it('is exact in filters of every kind', async () => {
    const count = async (filter: object) => {
      const { counter } = await service.request<{ counter: { value: string } }>(
        'query ($input: CounterInput!) { counter(input: $input) { value } }',
        { input: { metric: { count: { dataPool: pool() } }, ...filter } },
      );
      return counter.value;
    };
    const price = (operator: string, value: string) => ({ filters: [{ column: 'price', operator, value }] });
    const cases: readonly (readonly [object, string])[] = [
      [price('EQUALS', '0.1'), '1'],
      [price('EQUALS', '0.10'), '1'],
      [price('GREATER_THAN', '0.19999999999999999999'), '2'],
      [price('LESS_THAN_OR_EQUAL_TO', '0.2'), '2'],
      [price('NOT_EQUALS', '184.2000'), '2'],
      [price('LESS_THAN', '1e60'), '3'],
      [price('GREATER_THAN', '-1e-60'), '3'],
      [
        {
          filters: [
            { column: 'volume', operator: 'EQUALS', value: '1234567890123456789012345678.0123456789' },
          ],
        },
        '1',
      ],
      [{ filterSql: 'volume = 1234567890123456789012345678.0123456789' }, '1'],
      [{ filterSql: 'volume > 1234567890123456789012345678.0123456788' }, '1'],
      [{ filterSql: 'volume > 1234567890123456789012345678.0123456789' }, '0'],
      [{ filterSql: 'price IN (0.1, 0.2)' }, '2'],
      [{ filterSql: 'toFloat64(price) > 0 AND price IN (0.1, 0.25, 184.2)' }, '2'],
      [{ filterSql: "price = '0.2'" }, '1'],
      [{ filterSql: 'price + price = 0.4' }, '1'],
      [{ filterSql: 'price BETWEEN 0.15 AND 184.2' }, '2'],
      [{ filterSql: 'toUInt8(price) = 184 OR price <= 0.1' }, '2'],
      [{ filterSql: 'rate = 0.0125 OR rate >= 1500' }, '2'],
    ];
    for (const [filter, expected] of cases)
      expect(await count({ timeRange: range, ...filter }), JSON.stringify(filter)).toBe(expected);
  });

  it('is exact in Metrics, with and without a booster', async () => {
    const custom = (expression: string) => ({ custom: { dataPool: pool(), expression } });
    const of = (kind: string, columnName = 'price') => ({
      [kind]: { dataPool: pool(), measure: { columnName } },
    });
    const cases: readonly (readonly [object, string])[] = [
      [of('sum'), '184.50'],
      [of('sum', 'volume'), '1234567890123456789012345678.0123456790'],
      [of('average'), '61.5'],
      [of('min'), '0.10'],
      [of('max'), '184.20'],
      [{ countDistinct: { dataPool: pool(), dimension: { columnName: 'price' } } }, '3'],
      [custom('SUM(price)'), '184.50'],
      [custom('SUM(price * 3)'), '553.50'],
      [custom('SUM(price) + SUM(volume)'), '1234567890123456789012345862.5123456790'],
      [custom('AVG(price)'), '61.5'],
      [custom('MAX(price) FILTER (WHERE price < 100)'), '0.20'],
      [custom('sumIf(price, price < 100)'), '0.30'],
    ];
    for (const [metric, expected] of cases) {
      const { counter, timeSeries } = await service.request<{
        counter: { value: string };
        timeSeries: { values: string[] };
      }>(
        `query ($counter: CounterInput!, $series: TimeSeriesInput!) {
          counter(input: $counter) { value } timeSeries(input: $series) { values } }`,
        {
          counter: { metric, timeRange: range },
          series: { metric, timeRange: range, granularity: 'YEAR' },
        },
      );
      expect(counter.value, JSON.stringify(metric)).toBe(expected);
      expect(timeSeries.values[0], JSON.stringify(metric)).toBe(expected);
    }
  });

  it('is a dimension, a sort key and a cell with all of its scale', async () => {
    const report = await service.request<Record<string, { rows: string[][] }>>(
      `query ($report: MetricReportInput!, $board: LeaderboardInput!, $grid: DataGridInput!) {
        metricReport(input: $report) { rows }
        leaderboard(input: $board) { rows }
        dataGrid(input: $grid) { rows }
      }`,
      {
        report: {
          dimensions: [{ columnName: 'price' }],
          metrics: [{ metric: { sum: { dataPool: pool(), measure: { columnName: 'price' } } } }],
          orderByColumn: 1,
          timeRange: range,
        },
        board: {
          metric: { sum: { dataPool: pool(), measure: { columnName: 'price' } } },
          dimensions: [{ columnName: 'country' }],
          rowLimit: 5,
          timeRange: range,
        },
        grid: { dataPool: pool(), columns: ['price'], orderByColumn: 1, first: 2, timeRange: range },
      },
    );
    expect(report['metricReport']?.rows).toHaveLength(3);
    expect(report['metricReport']?.rows).toContainEqual(['184.20', '184.20']);
    expect(report['leaderboard']?.rows).toEqual([
      ['DE', '184.20'],
      ['CH', '0.30'],
    ]);
    expect(report['dataGrid']?.rows).toHaveLength(2);
  });

  it('is exported exactly', async () => {
    const sql = `select price, volume from "${webhook.dataPoolId}" order by at`;
    const rows = [
      ['0.10', '1234567890123456789012345678.0123456789'],
      ['0.20', '0.0000000001'],
      ['184.20', null],
    ];
    const csv = await exported(service, { sql, format: 'csv' });
    expect(csv.toString()).toBe(
      `"price","volume"\n${rows.map(([price, volume]) => `${price},${volume ?? ''}\n`).join('')}`,
    );
    const ndjson = await exported(service, { sql, format: 'ndjson' });
    expect(ndjson.toString()).toBe(
      rows.map(([price, volume]) => `{"price":${price},"volume":${volume}}\n`).join(''),
    );
    const parquet = await exported(service, { sql, format: 'parquet' });
    const read = 'SELECT price::VARCHAR, volume::VARCHAR, typeof(price), typeof(volume) FROM file';
    expect(await askDuckDb(parquet, 'parquet', read)).toEqual(
      rows.map((row) => [...row, 'DECIMAL(10,2)', 'DECIMAL(38,10)']),
    );
    const arrow = tableFromIPC(await exported(service, { sql, format: 'arrow' }));
    expect(arrow.schema.fields.map(({ type }) => String(type))).toEqual([
      'Decimal[10e+2]',
      'Decimal[38e+10]',
    ]);
  });

  it('identifies records by equal numbers', async () => {
    const invoices = await createWebhook(
      service,
      [
        { name: 'number', type: 'DECIMAL', precision: 20, scale: 2, nullable: false },
        { name: 'note', type: 'STRING' },
      ],
      { uniqueId: 'number' },
    );
    const sent =
      '[{"number": 12345678901234567.10, "note": "a"}, {"number": "12345678901234567.1", "note": "b"}]';
    expect((await post(service, invoices.path, sent)).status).toBe(200);
    const { recordsByUniqueId } = await service.request<{ recordsByUniqueId: { values: string[][] } }>(
      'query ($input: RecordsByUniqueIdInput!) { recordsByUniqueId(input: $input) { values } }',
      {
        input: {
          dataPool: { id: invoices.dataPoolId },
          columns: ['number', 'note'],
          uniqueIds: ['12345678901234567.100', '12345678901234567.105', 'x'],
        },
      },
    );
    expect(recordsByUniqueId.values).toEqual([['12345678901234567.10', 'b']]);
  });

  it('is exact in the results of a materialized view, which are rounded for a destination with fewer decimals', async () => {
    const sql = `SELECT at, price * 1.125 AS price, sum(volume) AS volume FROM "${webhook.dataPoolId}" GROUP BY at, price`;
    const created = await createView(service, {
      sql,
      destination: { newDataPool: { timestamp: { columnName: 'at' } } },
      backfillOptions: { backfill: true },
    });
    const narrow = await createWebhook(
      service,
      [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'price', type: 'DECIMAL', precision: 5, scale: 2 },
        { name: 'volume', type: 'DECIMAL', precision: 38, scale: 2 },
      ],
      { timestamp: 'at' },
    );
    const rounded = await createView(service, {
      sql,
      destination: { existingDataPool: { id: narrow.dataPoolId } },
      backfillOptions: { backfill: true },
    });
    for (const { id } of [created, rounded]) await statusBecomes(service, id, 'LIVE');
    const cells = 'SELECT toDecimalString(price, $scale), toDecimalString(volume, 2) FROM $table ORDER BY at';
    const read = (table: string, scale: number) =>
      stored(service, cells.replace('$table', table).replace('$scale', String(scale)));
    expect(await read(tableOf(created), 5)).toEqual([
      ['0.11250', '1234567890123456789012345678.01'],
      ['0.22500', '0.00'],
      ['207.22500', null],
    ]);
    expect(await read(tableOf(rounded), 2)).toEqual([
      ['0.11', '1234567890123456789012345678.01'],
      ['0.23', '0.00'],
      ['207.23', null],
    ]);
  });

  it('is summed by a table that merges records', async () => {
    const sums = await createWebhook(
      service,
      [
        { name: 'country', type: 'STRING', nullable: false },
        { name: 'total', type: 'DECIMAL', precision: 12, scale: 2, nullable: false },
      ],
      {
        tableSettings: {
          engine: { summingMergeTree: { columns: ['total'] } },
          orderBy: ['country'],
          partitionBy: [],
        },
      },
    );
    for (const total of [0.1, 0.2])
      expect((await post(service, sums.path, [{ country: 'CH', total }])).status).toBe(200);
    expect(await sqlRows(`select country, total from "${sums.dataPoolId}"`)).toMatchObject({
      rows: [['CH', '0.30']],
    });
  });
});

describe('sums of doubles', () => {
  it('are shown as the decimal numbers that they stand for', async () => {
    const { dataPoolId, path } = await createWebhook(
      service,
      [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'country', type: 'STRING' },
        { name: 'price', type: 'DOUBLE' },
      ],
      { timestamp: 'at' },
    );
    const cents = Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 99_991);
    const prices = cents.map((cent) => cent / 100);
    const events = prices.map((price) => ({ at: '2026-03-01T10:00:00Z', country: 'CH', price }));
    expect((await post(service, path, events)).status).toBe(200);
    const total = String(cents.reduce((sum, cent) => sum + cent, 0) / 100);
    expect(String(prices.reduce((sum, price) => sum + price, 0))).not.toBe(total);

    const dataPool = { id: dataPoolId };
    const ofKind = { sum: { dataPool, measure: { columnName: 'price' } } };
    for (const metric of [ofKind, { custom: { dataPool, expression: 'SUM(price)' } }]) {
      const { counter, timeSeries, leaderboard, metricReport } = await service.request<{
        counter: { value: string };
        timeSeries: { values: string[] };
        leaderboard: { rows: string[][] };
        metricReport: { rows: string[][] };
      }>(
        `query ($counter: CounterInput!, $series: TimeSeriesInput!, $board: LeaderboardInput!, $report: MetricReportInput!) {
          counter(input: $counter) { value } timeSeries(input: $series) { values }
          leaderboard(input: $board) { rows } metricReport(input: $report) { rows } }`,
        {
          counter: { metric },
          series: { metric, timeRange: range, granularity: 'YEAR' },
          board: { metric, dimensions: [{ columnName: 'country' }], rowLimit: 5 },
          report: { dimensions: [{ columnName: 'country' }], metrics: [{ metric }] },
        },
      );
      expect([
        counter.value,
        ...timeSeries.values,
        leaderboard.rows[0]?.[1],
        metricReport.rows[0]?.[1],
      ]).toEqual([total, total, total, total]);
    }
  });
});

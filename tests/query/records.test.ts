import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { dimensionStatistics } from '../../server/src/query/dimension-statistics.js';
import { recordsByUniqueId } from '../../server/src/query/records-by-unique-id.js';
import { topValues } from '../../server/src/query/top-values.js';
import { insertTableName } from '../../server/src/sql/data-pool-ddl.js';
import { sql } from '../support/engines.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

describe('records by unique ID', () => {
  const poolOf = (type: ColumnType, engine?: 'MERGE_TREE') =>
    node.createPool({
      columns: [
        { name: 'id', type, nullable: false },
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'note', type: 'STRING', nullable: true },
      ],
      timestamp: 'at',
      uniqueId: 'id',
      tableSettings: engine && { engine: { type: engine } },
    });
  const look = async (pool: DataPool, uniqueIds: string[], columns = ['note']) =>
    await recordsByUniqueId(node.services, node.caller, { dataPool: { id: pool.id }, columns, uniqueIds });

  it('come in the order asked for, once each, without those that are missing', async () => {
    const pool = await poolOf('STRING');
    const ids = ['b', "a'\\", 'é"', ''];
    await node.insert(
      pool,
      ids.map((id) => ({ id, at: '2026-03-01 00:00:00.000', note: `note ${id}` })),
    );
    const answer = await look(pool, ['é"', 'missing', 'b', "a'\\", 'b', ''], ['id', 'note']);
    expect(answer.columns).toEqual(['id', 'note']);
    expect(answer.values.map(([id]) => id)).toEqual(['é"', 'b', "a'\\", '']);
    expect(answer.query).toMatchObject({ type: 'RECORDS_BY_UNIQUE_ID', resultingRecords: 4 });
    expect((await look(pool, [])).values).toEqual([]);
    const all = await look(pool, ['b'], ['*']);
    expect(all.columns).toEqual(pool.columns.map(({ name }) => name));
    expect(all.values[0]).toEqual(expect.arrayContaining(['b', 'note b']));
    expect((await look(pool, ['b'], [])).values).toEqual([[]]);
  });

  it('are the newest versions on a mutable Data Pool, and the latest elsewhere', async () => {
    for (const engine of [undefined, 'MERGE_TREE'] as const) {
      const pool = await poolOf('INT64', engine);
      await node.insert(pool, [{ id: '7', at: '2026-03-01 00:00:00.000', note: 'first' }]);
      await node.insert(pool, [{ id: '7', at: '2026-03-02 00:00:00.000', note: 'second' }]);
      expect((await look(pool, ['7'])).values).toEqual([['second']]);
    }
  });

  it.each<[ColumnType, unknown, string[], string[]]>([
    ['INT8', -5, ['-5', '-05'], ['251', 'x', '-5.0', '']],
    ['INT64', '9223372036854775807', ['9223372036854775807'], ['9223372036854775808', '-1']],
    ['DOUBLE', 0.1, ['0.1', '1e-1'], ['0.2', '', 'nan']],
    ['DOUBLE', '-0', ['0', '-0', '-0.0', '0e5'], ['1']],
    ['DOUBLE', '0', ['0', '-0'], ['1']],
    ['DECIMAL', '0.1', ['0.1', '0.1000', '1e-1'], ['0.2', '0.10001', '+0.1', '']],
    ['DECIMAL', '-0', ['0', '-0.0', '0e5'], ['1']],
    ['FLOAT', 0.1, ['0.1'], ['0.2']],
    ['FLOAT', '-0', ['0', '-0'], ['1']],
    ['DATE', '2026-02-28', ['2026-02-28'], ['2026-02-30', '28.2.2026']],
    [
      'TIMESTAMP',
      '2026-03-01 10:00:00.250',
      ['2026-03-01 10:00:00.250', '2026-03-01T10:00:00.25Z'],
      ['2026-03-01'],
    ],
    ['BOOLEAN', true, ['true'], ['1', 'yes']],
  ])('of the type %s are found by every spelling of a value', async (type, stored, spellings, others) => {
    const pool = await poolOf(type);
    await node.insert(pool, [{ id: stored, at: '2026-03-01 00:00:00.000', note: 'it' }]);
    for (const id of spellings) expect((await look(pool, [id])).values, id).toEqual([['it']]);
    for (const id of others) expect((await look(pool, [id])).values, id).toEqual([]);
  });

  it('are one for the two zeros: the latest of either', async () => {
    const pool = await poolOf('DOUBLE', 'MERGE_TREE');
    await node.insert(pool, [{ id: '0', at: '2026-03-01 00:00:00.000', note: 'first' }]);
    await node.insert(pool, [{ id: '-0', at: '2026-03-02 00:00:00.000', note: 'second' }]);
    expect((await look(pool, ['0', '-0'])).values).toEqual([['second']]);
    await node.insert(pool, [{ id: '0', at: '2026-03-03 00:00:00.000', note: 'third' }]);
    const { values, query } = await look(pool, ['-0', '1']);
    expect([values, query.resultingRecords]).toEqual([[['third']], 1]);
  });

  it('can be ten thousand long ones, and no more', async () => {
    const pool = await poolOf('STRING');
    const ids = Array.from({ length: 10_000 }, (_, index) => `${'x'.repeat(30)}${index}`);
    await node.insert(
      pool,
      ids.map((id) => ({ id, at: '2026-03-01 00:00:00.000', note: id })),
    );
    const { values, query } = await look(pool, ids);
    expect(values).toEqual(ids.map((id) => [id]));
    expect(Number(query.recordsProcessed)).toBeGreaterThanOrEqual(10_000);
    expect(query.resultingRecords).toBe(10_000);
    expect(query.resultingBytes).toBeGreaterThan(10_000 * 30);
    await expect(look(pool, [...ids, 'one more'])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('can be as long as 64 KiB, whatever they consist of', async () => {
    const pool = await poolOf('STRING');
    for (const character of ['"', "'", '\\', '\0', '\u0001', '\u{1f30a}']) {
      const id = character.repeat(65_536 / Buffer.byteLength(character));
      await node.insert(pool, [{ id, at: '2026-03-01 00:00:00.000', note: character }]);
      expect((await look(pool, [id])).values).toEqual([[character]]);
      await expect(look(pool, [`${id}x`])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('are no more than 64 MB together, however many statements they take', async () => {
    const pool = await poolOf('STRING');
    const ids = Array.from({ length: 4_000 }, (_, index) => String(index));
    await node.engine.command(
      sql(`INSERT INTO ${insertTableName(pool)} (id, at, note)
        SELECT toString(number), '2026-03-01 00:00:00.000', repeat('x', 20000) FROM numbers(4000)`),
    );
    expect((await look(pool, ids.slice(0, 2_000))).values).toHaveLength(2_000);
    await expect(look(pool, ids)).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: expect.stringContaining('larger than 67108864 bytes'),
      details: { query: { status: 'ERROR', resultingRecords: 0 } },
    });
  });

  it('need a Data Pool with a unique ID', async () => {
    const pool = await node.createPool({ columns: [] }, 'plain');
    await expect(look(pool, ['x'], ['_service_payload'])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Data Pool "plain" has no unique ID'),
    });
  });
});

describe('top values and statistics', () => {
  let pool: DataPool;

  beforeAll(async () => {
    pool = await node.createPool({
      columns: [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'tag', type: 'STRING', nullable: true },
        { name: 'amount', type: 'INT64', nullable: true },
        { name: 'ratio', type: 'FLOAT', nullable: true },
        { name: 'flag', type: 'BOOLEAN', nullable: false },
      ],
      timestamp: 'at',
    });
    // The value of rank r comes 500 - r times, so that neighbours differ by one.
    const rows = Array.from({ length: 100 }, (_, rank) =>
      Array.from({ length: 500 - rank }, () => ({
        at: '2026-03-01 00:00:00.250',
        tag: `tag ${rank}`,
        amount: String(9_007_199_254_740_993n + BigInt(rank)),
        ratio: 0.1,
        flag: rank === 0,
      })),
    ).flat();
    const nulls = Array.from({ length: 2_000 }, () => ({ at: '2026-03-02 00:00:00.000', flag: false }));
    await node.insert(pool, [...rows, ...nulls]);
  });

  const top = async (columnName: string, maxValues = 10, timeRange?: { startMs: number }) =>
    await topValues(node.services, node.caller, {
      dataPool: { id: pool.id },
      columnName,
      maxValues,
      timeRange,
    });

  it('are right where a column has few values', async () => {
    const { values, counts, query } = await top('tag', 1_000);
    expect(values).toEqual(Array.from({ length: 100 }, (_, rank) => `tag ${rank}`));
    expect(counts).toEqual(Array.from({ length: 100 }, (_, rank) => String(500 - rank)));
    expect(query).toMatchObject({ type: 'TOP_VALUES', status: 'COMPLETED' });
    expect((await top('tag')).values).toEqual(values.slice(0, 10));
    expect((await top('amount', 2)).values).toEqual(['9007199254740993', '9007199254740994']);
    expect((await top('flag')).values).toEqual(['false', 'true']);
    expect((await top('ratio')).values).toEqual(['0.1']);
    expect((await top('at', 2)).values).toEqual(['2026-03-01 00:00:00.250', '2026-03-02 00:00:00']);
    expect((await top('tag', 10, { startMs: Date.UTC(2026, 2, 2) })).values).toEqual([]);
  });

  it('are asked for within bounds', async () => {
    for (const maxValues of [0, 1_001])
      await expect(top('tag', maxValues)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(top('nope')).rejects.toMatchObject({ message: expect.stringContaining('"nope"') });
  });

  it('of a dimension are exact, over the records of its Metric', async () => {
    const metricId = await node.createMetric({
      dataPoolId: pool.id,
      aggregation: { type: 'COUNT' },
      filterSql: "tag IN ('tag 3', 'tag 10')",
    });
    const stats = (columnName: string, uniqueValuesMax = 1_000) =>
      dimensionStatistics(node.services, node.caller, { metricId, columnName, uniqueValuesMax });
    expect(await stats('tag')).toMatchObject({
      min: 'tag 10',
      max: 'tag 3',
      average: null,
      uniqueValues: ['tag 10', 'tag 3'],
      query: { type: 'STATS', recordsProcessed: String(2 * 47_050) },
    });
    const amount = await stats('amount', 1);
    expect(amount).toMatchObject({ min: '9007199254740996', max: '9007199254741003' });
    expect(amount.uniqueValues).toEqual(['9007199254740996']);
    expect(await stats('at', 0)).toMatchObject({ min: '2026-03-01 00:00:00.250', uniqueValues: [] });
    expect(await stats('flag')).toMatchObject({ min: 'false', average: null, uniqueValues: ['false'] });
    expect((await stats('ratio')).uniqueValues).toEqual(['0.1']);
  });

  it('of a dimension average whole numbers of any width without overflow', async () => {
    const wide = await node.createPool({ columns: [{ name: 'wide', type: 'INT64', nullable: true }] });
    await node.insert(wide, [{ wide: '9000000000000000000' }, { wide: '9000000000000000000' }, {}]);
    const metricId = await node.createMetric({ dataPoolId: wide.id, aggregation: { type: 'COUNT' } });
    const input = { metricId, columnName: 'wide', uniqueValuesMax: 0 };
    const { average } = await dimensionStatistics(node.services, node.caller, input);
    expect(Number(average)).toBe(9e18);
  });

  it('have one zero, and nothing that is no number', async () => {
    const ratios = await node.createPool({ columns: [{ name: 'ratio', type: 'DOUBLE', nullable: true }] });
    await node.insert(
      ratios,
      [0, -0, 2, 2, 2, 3, 4, 4, null].map((ratio) => ({ ratio })),
    );
    // The intake refuses what is not finite; a job may compute it.
    await node.engine.command(
      sql(
        `ALTER TABLE \`${ratios.environmentId}\`.\`${ratios.id}\` UPDATE ratio = if(ratio = 4, inf, nan) WHERE ratio > 2 SETTINGS mutations_sync = 2`,
      ),
    );
    const input = { dataPool: { id: ratios.id }, columnName: 'ratio', maxValues: 2 };
    expect((await topValues(node.services, node.caller, input)).values).toEqual(['2', '0']);
    const metricId = await node.createMetric({ dataPoolId: ratios.id, aggregation: { type: 'COUNT' } });
    const stats = { metricId, columnName: 'ratio', uniqueValuesMax: 10 };
    expect(await dimensionStatistics(node.services, node.caller, stats)).toMatchObject({
      min: '0',
      max: '2',
      uniqueValues: ['0', '2'],
    });
  });

  it('of no records are nothing', async () => {
    const metricId = await node.createMetric({
      dataPoolId: pool.id,
      aggregation: { type: 'COUNT' },
      filterSql: "tag = 'none'",
    });
    const input = { metricId, columnName: 'amount', uniqueValuesMax: 10 };
    expect(await dimensionStatistics(node.services, node.caller, input)).toMatchObject({
      min: null,
      max: null,
      average: null,
      uniqueValues: [],
    });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { type DataGridInput, dataGrid } from '../../server/src/query/data-grid.js';
import type { PageInput } from '../../server/src/query/row-page.js';
import { insertTableName, requestIdColumn } from '../../server/src/sql/data-pool-ddl.js';
import { sql } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { type Row, walkBackward, walkForward } from '../support/walk-pages.js';

let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'tag', type: 'STRING', nullable: true },
  { name: 'small', type: 'INT8', nullable: true },
  { name: 'wide', type: 'INT64', nullable: true },
  { name: 'ratio', type: 'DOUBLE', nullable: true },
  { name: 'narrow', type: 'FLOAT', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'seen', type: 'TIMESTAMP', nullable: true },
  { name: 'flag', type: 'BOOLEAN', nullable: true },
  { name: 'doc', type: 'JSON', nullable: true },
  { name: 'run', type: 'INT32', nullable: true },
] as const;
const names = columns.map(({ name }) => name).filter((name) => name !== 'run');

/** The sort keys by which a grid finds its page differently: by one ordered read, or by the first key and the rest among equals. */
const sortKeys = [['at'], ['at', '_service_received_at']];

const createEvents = (orderBy = ['at']) =>
  node.createPool({ columns, timestamp: 'at', tableSettings: { orderBy } });

const grid = (pool: DataPool, input: Partial<DataGridInput> = {}, caller = node.caller) =>
  dataGrid(node.services, caller, {
    dataPool: { id: pool.id },
    columns: ['at', 'tag'],
    sort: 'DESC',
    page: {},
    ...input,
  });

describe('a data grid', () => {
  let pool: DataPool;

  beforeAll(async () => {
    pool = await createEvents();
    await node.insert(pool, [
      { at: '2026-03-01 10:00:00.000', tag: 'a', wide: '9223372036854775807', doc: '{"n":{"k":1}}' },
      { at: '2026-03-01 10:00:00.250', tag: null, wide: '-9223372036854775808' },
      { at: '2026-03-02 23:30:00.000', tag: 'c', wide: '9007199254740993' },
    ]);
  });

  it('shows the newest records first', async () => {
    const answer = await grid(pool);
    expect(answer.headers).toEqual(['at', 'tag']);
    expect(answer.rows).toEqual([
      ['2026-03-02 23:30:00', 'c'],
      ['2026-03-01 10:00:00.250', null],
      ['2026-03-01 10:00:00', 'a'],
    ]);
    expect(answer.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect(answer.query).toMatchObject({ type: 'RECORDS', subtype: null, resultingRecords: 3 });
  });

  it('counts the records that it returns, not those that it looked at for the page', async () => {
    const records = async (page: DataGridInput['page']) =>
      (await grid(pool, { page })).query.resultingRecords;
    const { endCursor } = (await grid(pool, { page: { first: 1 } })).pageInfo;
    expect(await records({ first: 1 })).toBe(1);
    expect(await records({ first: 1, after: endCursor })).toBe(1);
    expect(await records({ last: 2, before: endCursor })).toBe(0);
    expect(node.recorded.at(-1)?.resultingRecords).toBe(0);
  });

  it('orders by a listed column, nulls last in both directions', async () => {
    const tags = async (sort: 'ASC' | 'DESC') =>
      (await grid(pool, { columns: ['tag'], orderByColumn: 1, sort })).rows.flat();
    expect(await tags('ASC')).toEqual(['a', 'c', null]);
    expect(await tags('DESC')).toEqual(['c', 'a', null]);
  });

  it('takes a column twice, a time range in a zone, and filters over the listed columns', async () => {
    const { headers, rows } = await grid(pool, {
      columns: ['wide', 'at', 'wide', 'doc'],
      timeZone: 'Europe/Berlin',
      timeRange: { relative: 'THIS_MONTH' },
      filterSql: 'doc.n.k = 1',
      filters: [{ column: 'wide', operator: 'GREATER_THAN', value: '9007199254740993', and: [], or: [] }],
    });
    expect(headers).toEqual(['wide', 'at', 'wide', 'doc']);
    expect(rows).toEqual([
      ['9223372036854775807', '2026-03-01 10:00:00', '9223372036854775807', '{"n":{"k":1}}'],
    ]);
  });

  it('shows every column for "*", and of those only what the caller may read', async () => {
    const all = await grid(pool, { columns: ['*'], filterSql: "tag = 'c'", orderByColumn: 3 });
    expect(all.headers).toEqual(pool.columns.map(({ name }) => name));
    expect(all.rows).toHaveLength(1);
    const guarded = await node.createPool({ columns, timestamp: 'at', accessControlEnabled: true });
    await node.insert(guarded, [{ at: '2026-03-01 10:00:00.000', tag: 'a', wide: '1' }]);
    const caller = await callerWith(node, guarded, [{ columns: ['at', 'tag'] }]);
    expect(await grid(guarded, { columns: ['*'] }, caller)).toMatchObject({
      headers: ['at', 'tag'],
      rows: [['2026-03-01 10:00:00', 'a']],
    });
  });

  it('pages through records without cells, before a client knows the columns', async () => {
    const unknown = { columns: [], orderByColumn: 2, filterSql: "tag = 'a' OR wide < 0" };
    const first = await grid(pool, { ...unknown, page: { first: 1, last: 50, after: '' } });
    expect(first).toMatchObject({ headers: [], rows: [[]], pageInfo: { hasNextPage: true } });
    const second = await grid(pool, { ...unknown, page: { first: 1, after: first.pageInfo.endCursor } });
    expect(second).toMatchObject({ rows: [[]], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect((await grid(pool, { columns: [] })).rows).toEqual([[], [], []]);
  });

  it('goes back by `last` and on by `first` when both are given', async () => {
    const at = async (page: PageInput) => await grid(pool, { columns: ['tag'], page });
    const first = await at({ first: 1, last: 50 });
    expect(first.rows).toEqual([['c']]);
    const second = await at({ first: 1, last: 50, after: first.pageInfo.endCursor, before: '' });
    expect(second.rows).toEqual([[null]]);
    const third = await at({ first: 1, last: 50, after: second.pageInfo.endCursor });
    expect(third.rows).toEqual([['a']]);
    const back = await at({ first: 50, last: 1, before: third.pageInfo.startCursor });
    expect(back).toMatchObject({ rows: [[null]], pageInfo: { hasNextPage: true, hasPreviousPage: true } });
  });

  it('finds its Data Pool by identifier and name, which must agree', async () => {
    const { id, uniqueName: name } = pool;
    expect((await grid(pool, { dataPool: { id, name } })).rows).toHaveLength(3);
    const other = { id, name: `${name} of another` };
    await expect(grid(pool, { dataPool: other })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `dataPool: the name of ${id} is not "${other.name}"; give one of them`,
    });
  });

  it('refuses what it cannot answer, and says why', async () => {
    const refused: [Partial<DataGridInput>, RegExp][] = [
      [{ columns: ['at', '_weir_request'] }, /columns\[1\].*"_weir_request"/],
      [{ filterSql: 'wide > 1' }, /"wide", which is not in columns/],
      [
        { filters: [{ column: 'flag', operator: 'IS_NULL', value: null, and: [], or: [] }] },
        /"flag", which is not in columns/,
      ],
      [{ filterSql: "_weir_request = 'x'" }, /_weir_request/],
      [{ orderByColumn: 3 }, /orderByColumn must be from 1 to 2/],
      [{ orderByColumn: 0 }, /orderByColumn must be from 1 to 2/],
      [{ page: { first: 1_001 } }, /first must be from 1 to 1000/],
      [{ page: { before: 'x' } }, /before: the cursor/],
    ];
    for (const [input, message] of refused) {
      await expect(grid(pool, input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(message),
      });
    }
  });

  it('refuses a cursor of another query, order or Application', async () => {
    const after = (await grid(pool, { page: { first: 1 } })).pageInfo.endCursor;
    const refusal = { code: 'BAD_REQUEST' };
    await expect(grid(pool, { page: { after }, sort: 'ASC' })).rejects.toMatchObject(refusal);
    await expect(grid(pool, { page: { after }, columns: ['at'] })).rejects.toMatchObject(refusal);
    await expect(grid(pool, { page: { after }, timeZone: 'Asia/Tokyo' })).rejects.toMatchObject(refusal);
    await expect(grid(pool, { page: { after } }, node.otherCaller())).rejects.toMatchObject(refusal);
    await expect(grid(await createEvents(), { page: { after } })).rejects.toMatchObject(refusal);
    expect((await grid(pool, { page: { after } })).rows).toHaveLength(2);
  });

  it('pages between two cursors', async () => {
    const { edges } = await grid(pool);
    const [first, middle, last] = edges.map(({ cursor }) => cursor);
    const between = await grid(pool, { page: { after: first, before: last } });
    expect(between.rows).toEqual([['2026-03-01 10:00:00.250', null]]);
    expect(between.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const none = await grid(pool, { page: { after: middle, before: middle, last: 1 } });
    expect(none.rows).toEqual([]);
    expect(none.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true, startCursor: null });
    const backward = await grid(pool, { page: { before: middle } });
    expect(backward.rows).toEqual([['2026-03-02 23:30:00', 'c']]);
    expect(backward.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it('shows the newest version of a replaced record', async () => {
    const mutable = await node.createPool({
      columns: [{ name: 'id', type: 'STRING', nullable: false }, ...columns],
      timestamp: 'at',
      uniqueId: 'id',
    });
    await node.insert(mutable, [{ id: 'x', at: '2026-03-01 00:00:00.000', tag: 'old' }]);
    await node.insert(mutable, [{ id: 'x', at: '2026-03-02 00:00:00.000', tag: 'new' }]);
    expect((await grid(mutable)).rows).toEqual([['2026-03-02 00:00:00', 'new']]);
  });
});

type Event = Record<string, string | number | boolean | null>;

const cell = {
  at: fc.constantFrom('2026-03-01 00:00:00.000', '2026-03-01 00:00:00.001', '2026-04-01 00:00:00.000'),
  tag: fc.constantFrom(null, '', 'a', 'Z', 'é', '\u0000x', "\\'`\n", 'nan', '\u{1f30a}'),
  small: fc.constantFrom(null, -128, 0, 127),
  wide: fc.constantFrom(null, '9223372036854775807', '9223372036854775806', '-9223372036854775808'),
  ratio: fc.constantFrom(null, 0, -0, 0.1, 0.30000000000000004, 1e300, -5e-324),
  narrow: fc.constantFrom(null, 0, -0, 0.1, 16777216, -1.5),
  day: fc.constantFrom(null, '1900-01-01', '2026-03-01', '2299-12-31'),
  seen: fc.constantFrom(null, '1900-01-01 00:00:00.001', '2026-03-01 00:00:00.999'),
  flag: fc.constantFrom(null, true, false),
  doc: fc.constantFrom(null, '{}', '[1]'),
};
const event: fc.Arbitrary<Event> = fc.record(cell);
const sort = fc.constantFrom('ASC' as const, 'DESC' as const);

/** As an oracle sees a column: comparable values, with nulls apart. */
function comparable(name: string, value: string | number | boolean | null): bigint | number | Buffer | null {
  if (value === null) return null;
  if (name === 'wide') return BigInt(value);
  return typeof value === 'string' ? Buffer.from(value) : Number(value);
}

function inOrder(name: string, direction: 'ASC' | 'DESC') {
  return (left: Event, right: Event): number => {
    const a = comparable(name, left[name] ?? null);
    const b = comparable(name, right[name] ?? null);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : a < b ? -1 : a > b ? 1 : 0;
    return direction === 'ASC' ? order : -order;
  };
}

const shown = (value: Event[string]) => (value === null ? null : Object.is(value, -0) ? '0' : String(value));

describe('pages of a grid', () => {
  let pools: DataPool[];
  let runs = 0;

  beforeAll(async () => {
    pools = await Promise.all(sortKeys.map((orderBy) => createEvents(orderBy)));
  });

  /** Two Data Pools for all runs, each with records of its own: making a table takes longer than the walks. */
  function newRun(name: string, direction: 'ASC' | 'DESC') {
    runs += 1;
    const run = runs;
    const shared = pools[run % pools.length] as DataPool;
    return {
      insert: (rows: readonly object[]) =>
        node.insert(
          shared,
          rows.map((row) => ({ ...row, run })),
        ),
      read: (page: PageInput) =>
        grid(shared, {
          columns: [name, '_service_payload', 'run'],
          orderByColumn: 1,
          sort: direction,
          filterSql: `run = ${run}`,
          page,
        }),
    };
  }

  it('one after the other are all records in their order, forward and backward', async () => {
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...names),
      sort,
      fc.integer({ min: 1, max: 7 }),
      async (events, name, direction, size) => {
        const { insert, read } = newRun(name, direction);
        const numbered = events.map((row, index) => ({ ...row, _service_payload: String(index) }));
        // Two parts, so that the order is not the order of one insert.
        await insert(numbered.slice(0, 9));
        if (numbered.length > 9) await insert(numbered.slice(9));
        const forward = await walkForward(read, size);
        expect(await walkBackward(read, size)).toEqual(forward);
        expect(forward.map(([, index]) => Number(index)).sort((a, b) => a - b)).toEqual([...events.keys()]);
        const expected = [...events].sort(inOrder(name, direction)).map((row) => shown(row[name] ?? null));
        const plain = forward.map(([value]) => value);
        expect(name === 'at' || name === 'seen' ? plain.map(withMilliseconds) : plain).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: extent(10, 100) });
  }, 90_000);

  it('neither skip nor repeat what was there from the start, while records arrive', async () => {
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 5, maxLength: 15 }),
      fc.array(event, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('at', 'tag', 'ratio', 'flag'),
      sort,
      fc.integer({ min: 1, max: 4 }),
      async (events, arriving, name, direction, size) => {
        const { insert, read } = newRun(name, direction);
        await insert(events.map((row, index) => ({ ...row, _service_payload: `start ${index}` })));
        let left = 4;
        const arrive = async () => {
          left -= 1;
          if (left > 0) await insert(arriving);
        };
        const starts = (rows: readonly Row[]) =>
          rows.map(([, payload]) => payload).filter((payload) => payload?.startsWith('start'));
        const all = events.map((_, index) => `start ${index}`).sort();
        expect(starts(await walkForward(read, size, arrive)).sort()).toEqual(all);
        left = 4;
        expect(starts(await walkBackward(read, size, arrive)).sort()).toEqual(all);
      },
    );
    await fc.assert(property, { numRuns: extent(4, 30) });
  }, 90_000);

  const cases = sortKeys.map((orderBy) => ({ orderBy, key: orderBy.join(', ') }));
  it.each(cases)(
    'read as many records deep in a large Data Pool as at its start: $key',
    async ({ orderBy }) => {
      const pool = await createEvents(orderBy);
      await node.insert(pool, [{ at: '2026-01-03 00:00:00.500', tag: 'marker' }]);
      const page = (sort: 'ASC' | 'DESC', after: string | null) =>
        grid(pool, { sort, page: { first: 100, after } });
      const sorts = ['ASC', 'DESC'] as const;
      const markers = await Promise.all(
        sorts.map(async (sort) => (await page(sort, null)).pageInfo.endCursor),
      );
      await node.engine.command(
        sql(`INSERT INTO ${insertTableName(pool)} (at, tag, ${requestIdColumn}, _service_received_at)
        SELECT toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalSecond(number) AS at, 'x', generateUUIDv4(), at FROM numbers(400000)`),
      );
      for (const [index, sort] of sorts.entries()) {
        const deep = await page(sort, markers[index] ?? null);
        expect(deep.rows).toHaveLength(100);
        expect(deep.rows[0]?.[0]).toBe(sort === 'ASC' ? '2026-01-03 00:00:01' : '2026-01-03 00:00:00');
        const processed = [await page(sort, null), deep].map(({ query }) => Number(query.recordsProcessed));
        expect(Math.max(...processed)).toBeLessThan(100_000);
      }
    },
  );

  it('have the records without a value too, where the table is ordered by the column', async () => {
    const pool = await node.createPool({
      columns: [
        { name: 'tag', type: 'STRING', nullable: false },
        { name: 'n', type: 'INT32', nullable: false },
      ],
      accessControlEnabled: true,
      tableSettings: { orderBy: ['tag'] },
    });
    await node.insert(
      pool,
      ['c', 'hidden', 'a', 'hidden', 'b'].map((tag, n) => ({ tag, n })),
    );
    const caller = await callerWith(node, pool, [
      { columns: ['*'], filterSql: "tag <> 'hidden'" },
      { columns: ['_service_received_at', 'n'] },
    ]);
    for (const [sort, tags] of [
      ['ASC', ['a', 'b', 'c', null, null]],
      ['DESC', ['c', 'b', 'a', null, null]],
    ] as const) {
      const read = (page: PageInput) =>
        grid(pool, { columns: ['tag', 'n'], orderByColumn: 1, sort, page }, caller);
      for (const size of [1, 2, 5]) {
        const forward = await walkForward(read, size);
        expect(forward.map(([tag]) => tag)).toEqual(tags);
        expect(await walkBackward(read, size)).toEqual(forward);
      }
    }
  });

  it('go on from values of nearly 64 KiB, whatever they consist of', async () => {
    const pool = await node.createPool({
      columns: [{ name: 'text', type: 'STRING', nullable: false }],
      tableSettings: { orderBy: ['text'] },
    });
    for (const character of ['x', "'", '\n', '\u{1f30a}']) {
      const long = character.repeat(65_000 / Buffer.byteLength(JSON.stringify(character).slice(1, -1)));
      const texts = ['1', '2', '3'].map((last) => `${long}${last}`);
      await node.insert(
        pool,
        texts.map((text) => ({ text, _service_payload: character })),
      );
      const read = async (page: PageInput) =>
        await grid(pool, {
          columns: ['text', '_service_payload'],
          orderByColumn: 1,
          sort: 'ASC',
          filterSql: `_service_payload = '${character.replace("'", "''")}'`,
          page,
        });
      const forward = await walkForward(read, 1);
      expect(forward.map(([text]) => text)).toEqual(texts);
      expect(await walkBackward(read, 1)).toEqual(forward);
      const [after, , before] = (await read({})).edges.map(({ cursor }) => cursor);
      expect((await read({ after, before })).rows).toEqual(forward.slice(1, 2));
    }
  });

  it('goes on past a cursor whose record is gone', async () => {
    const pool = await node.createPool({
      columns: [{ name: 'id', type: 'STRING', nullable: false }, ...columns],
      timestamp: 'at',
      uniqueId: 'id',
    });
    const rows = ['a', 'b', 'c'].map((id, index) => ({ id, at: `2026-03-0${index + 1} 00:00:00.000` }));
    await node.insert(pool, rows);
    const read = (page: PageInput) => grid(pool, { columns: ['id'], sort: 'ASC', page });
    const { pageInfo } = await read({ first: 1 });
    await node.insert(pool, [{ id: 'a', at: '2026-03-05 00:00:00.000' }]);
    const next = await read({ first: 5, after: pageInfo.endCursor });
    expect(next.rows).toEqual([['b'], ['c'], ['a']]);
    expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });
});

const withMilliseconds = (text: string | null | undefined) =>
  typeof text === 'string' && !text.includes('.') ? `${text}.000` : text;

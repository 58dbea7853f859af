/** One suite for every transport of the engine: what passes here on the embedded one holds on a server too. */
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WeirError } from '../../server/src/base/errors.js';
import { newId } from '../../server/src/base/ids.js';
import { engineQueueWaitMsMax } from '../../server/src/engine/clickhouse-engine.js';
import type { Engine, FileFormat } from '../../server/src/engine/engine.js';
import { EngineEnded } from '../../server/src/engine/engine-error.js';
import { type EngineUnderTest, read, sql, transports } from '../support/engines.js';
import { extent } from '../support/extent.js';

describe.each(transports)('the engine, %s', (_name, open) => {
  let transport: EngineUnderTest;
  let engine: Engine;
  const database = `contract_${process.pid}`;
  const rowsOf = async (text: string, parameters = {}) => (await read(engine, text, parameters)).rows;

  beforeAll(async () => {
    transport = await open();
    engine = transport.engine;
    await engine.command(sql(`CREATE DATABASE ${database}`));
  });
  afterAll(async () => {
    await engine.command(sql(`DROP DATABASE IF EXISTS ${database}`));
    await transport.close();
  });

  const createTable = async (name: string, columns = 'id Int64, name String') => {
    await engine.command(sql(`CREATE TABLE ${database}.${name} (${columns}) ENGINE = MergeTree ORDER BY id`));
    return `${database}.${name}`;
  };
  const insert = (table: string, rows: readonly object[]) =>
    engine.insert({
      table,
      rows: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      timeoutMs: 60_000,
    });
  const runningWith = async (id: string) =>
    Number(
      (
        await rowsOf("SELECT count() FROM system.processes WHERE Settings['log_comment'] = {id:String}", {
          id,
        })
      )[0]?.[0],
    );

  describe('typed parameters', () => {
    it('give back any text exactly', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
          async (texts) => {
            const whole = texts.map((text) => text.toWellFormed());
            const [row] = await rowsOf('SELECT {one:String}, {all:Array(String)}', {
              one: whole[0],
              all: whole,
            });
            expect(row).toEqual([whole[0], whole]);
          },
        ),
        { numRuns: 60 },
      );
    });

    it.each([
      ['Int64', -(2n ** 63n), '-9223372036854775808'],
      ['UInt64', 2n ** 64n - 1n, '18446744073709551615'],
      ['Float64', 1e-300, 1e-300],
      ['Bool', true, true],
      ['Nullable(String)', null, null],
      ['Nullable(String)', '\\N', '\\N'],
      ["DateTime64(3, 'UTC')", '2024-02-29 12:00:00.123', '2024-02-29 12:00:00.123'],
      ['Array(Int64)', [1n, -2n], ['1', '-2']],
      ['Array(Nullable(String))', ['a', null], ['a', null]],
      ['Array(Array(String))', [['a'], ["b'"]], [['a'], ["b'"]]],
    ])('carry %s %s', async (type, value, expected) => {
      expect(await rowsOf(`SELECT {value:${type}}`, { value })).toEqual([[expected]]);
    });

    it('are values, whatever they say', async () => {
      const table = await createTable('canary');
      const hostile = `'; DROP TABLE ${table}; --`;
      expect(await rowsOf('SELECT {value:String}', { value: hostile })).toEqual([[hostile]]);
      expect(await rowsOf(`SELECT count() FROM ${table}`)).toEqual([['0']]);
    });

    it('that do not fit their type are an error, not another value', async () => {
      await expect(rowsOf('SELECT {value:Int8}', { value: 'x' })).rejects.toMatchObject({
        code: 'QUERY_FAILED',
      });
    });

    it('and settings of one query are gone in the next', async () => {
      await read(engine, 'SELECT {secret:String}', { secret: 'one' }, { threadsMax: 1, resultRowsMax: 10 });
      for (let i = 0; i < 12; i++) {
        const leaked = await read(engine, 'SELECT {secret:String}').catch((error: Error) => error.message);
        expect(JSON.stringify(leaked)).not.toContain('one');
      }
      const [row] = await rowsOf("SELECT getSetting('max_result_rows'), getSetting('log_comment')");
      expect(row?.[0]).toBe(0);
    });
  });

  describe('exports', () => {
    const exported = (text: string, format: FileFormat, parameters = {}, limits = {}) =>
      engine.export({
        id: newId('query'),
        statement: { text, parameters, tables: [] },
        limits: { timeoutMs: 20_000, ...limits },
        format,
      });
    const textOf = async (statement: string, format: FileFormat, parameters = {}) =>
      await text(await exported(statement, format, parameters));

    it('have exact numbers, ISO times, and a header in CSV', async () => {
      const statement = `SELECT {name:String} AS name, toUInt64(18446744073709551615) AS big, toDecimal64('0.10', 2) AS price,
        CAST(NULL AS Nullable(Int8)) AS none, toDateTime64('2024-02-29 12:00:00.123', 3, 'UTC') AS at`;
      const name = 'a "b",\n\u0000ü';
      expect(await textOf(statement, 'csv', { name })).toBe(
        '"name","big","price","none","at"\n"a ""b"",\n\u0000ü",18446744073709551615,0.10,,"2024-02-29T12:00:00.123Z"\n',
      );
      expect(await textOf(statement, 'ndjson', { name })).toBe(
        '{"name":"a \\"b\\",\\n\\u0000ü","big":18446744073709551615,"price":0.10,"none":null,"at":"2024-02-29T12:00:00.123Z"}\n',
      );
    });

    it('are one file, however large', async () => {
      const rows = 1_000_000;
      const table = tableFromIPC(
        await buffer(await exported(`SELECT number AS n FROM numbers(${rows})`, 'arrow')),
      );
      expect(table.numRows).toBe(rows);
      const parquet = await buffer(await exported(`SELECT number AS n FROM numbers(${rows})`, 'parquet'));
      expect(parquet.toString('latin1').split('PAR1')).toHaveLength(3);
    });

    it('without rows end at once', async () => {
      expect(await textOf('SELECT 1 AS a WHERE false', 'ndjson')).toBe('');
      expect(await textOf('SELECT 1 AS a WHERE false', 'csv')).toBe('"a"\n');
    });

    it('that fail before the first byte are rejected, and later ones end in the error', async () => {
      await expect(exported('SELECT nothing', 'csv')).rejects.toMatchObject({ code: 'QUERY_FAILED' });
      for (const format of ['csv', 'ndjson', 'parquet', 'arrow'] as const) {
        const first = exported('SELECT intDiv(1, number) AS a FROM numbers(9)', format);
        await expect(first).rejects.toMatchObject({ name: 'WeirError' });
      }
      const late = await exported('SELECT throwIf(number = 3000000) AS a FROM numbers(4000000)', 'csv');
      await expect(text(late)).rejects.toThrow();
    });

    it('stop when their reader goes away, and wait while it does not read', async () => {
      const id = newId('query');
      const bytes = await engine.export({
        id,
        statement: sql('SELECT number FROM system.numbers'),
        limits: { timeoutMs: 60_000 },
        format: 'csv',
      });
      expect(await runningWith(id)).toBe(1);
      bytes.destroy();
      await expect.poll(() => runningWith(id)).toBe(0);
    });

    it('stop at their time-out, though their reader does not read', async () => {
      const bytes = await exported('SELECT number FROM system.numbers', 'csv', {}, { timeoutMs: 500 });
      await expect(once(bytes, 'end')).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
      expect(await rowsOf('SELECT 1')).toEqual([[1]]);
    });
  });

  describe('results', () => {
    it('keep wide integers and decimals exact, and have null for NaN and infinities', async () => {
      const { rows, columns } = await read(
        engine,
        "SELECT 18446744073709551615 AS a, toDecimal128('0.1', 10) AS b, nan AS c, inf AS d, 0.1 + 0.2 AS e, toInt8(-5) AS f",
      );
      expect(rows).toEqual([['18446744073709551615', '0.1000000000', null, null, 0.30000000000000004, -5]]);
      expect(columns.map((column) => column.name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect(columns[0]?.type).toBe('UInt64');
    });

    it('carry the records and bytes that were processed', async () => {
      const table = await createTable('statistics');
      await insert(
        table,
        Array.from({ length: 1000 }, (_, id) => ({ id, name: 'x' })),
      );
      const { statistics } = await read(engine, `SELECT sum(id) FROM ${table}`);
      expect(statistics).toEqual({ recordsProcessed: 1000, bytesProcessed: 8000 });
    });

    it('are in UTC', async () => {
      expect(await rowsOf('SELECT toString(toDateTime(0)), timezone()')).toEqual([
        ['1970-01-01 00:00:00', 'UTC'],
      ]);
    });
  });

  describe('inserts', () => {
    it('store bytes as they are', async () => {
      const table = await createTable('bytes');
      await insert(table, [{ id: 1, name: 'nul\0 quote\' "double" \\ new\nline 😀' }]);
      expect(await rowsOf(`SELECT name FROM ${table}`)).toEqual([['nul\0 quote\' "double" \\ new\nline 😀']]);
    });

    it('store nothing of a batch that has a bad row', async () => {
      const table = await createTable('bad_batch');
      await expect(insert(table, [{ id: 1 }, { id: 'x' }])).rejects.toMatchObject({ code: 'QUERY_FAILED' });
      expect(await rowsOf(`SELECT count() FROM ${table}`)).toEqual([['0']]);
    });

    it('refuse columns that the table does not have', async () => {
      const table = await createTable('strict');
      await expect(insert(table, [{ id: 1, other: 1 }])).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    });

    it('take a batch over more partitions than the engine allows by default', async () => {
      const count = extent(150, 1_000);
      const table = `${database}.partitions`;
      await engine.command(
        sql(`CREATE TABLE ${table} (id Int64) ENGINE = MergeTree PARTITION BY id ORDER BY id`),
      );
      await insert(
        table,
        Array.from({ length: count }, (_, id) => ({ id })),
      );
      expect(await rowsOf(`SELECT count(), uniqExact(_partition_id) FROM ${table}`)).toEqual([
        [String(count), String(count)],
      ]);
    });
  });

  describe('limits', () => {
    it('stop a query at its time-out, for real', async () => {
      const id = 'QRYTIMEOUT';
      const started = performance.now();
      await expect(
        engine.query({
          id,
          statement: sql('SELECT count() FROM numbers(1000000000000)'),
          limits: { timeoutMs: 300 },
        }),
      ).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
      // By the engine, not by the deadline for an engine that does not answer.
      expect(performance.now() - started).toBeLessThan(engineQueueWaitMsMax);
      // The engine answers a moment before it strikes the query off its list.
      await expect.poll(() => runningWith(id)).toBe(0);
    });

    const text = "concat(repeat('ab', 500), toString(number))";
    const digits = 'arrayStringConcat(arrayMap(i -> bin(sipHash64(number, i)), range(16)))';
    const needle = "concat(repeat('ab', 250), 'c', substring(toString(number), 1, 0))";
    it.each([
      [
        'a replacement that matches nearly nothing, often,',
        `length(replaceRegexpAll(${text}, '(a|b|ab)*?c?', '\\\\0\\\\0'))`,
      ],
      // More states than the engine keeps.
      ['a pattern of many parts', `match(${digits}, {pattern:String})`],
      ['a search for a text that is computed', `position(${text}, ${needle})`],
      ['a search for one in either case', `positionCaseInsensitiveUTF8(${text}, ${needle})`],
      ['the number of a computed text', `countSubstrings(${text}, ${needle})`],
    ])('stop %s without ending the engine', async (_what, call) => {
      const hostile = `SELECT sum(${call}) FROM numbers(100000)`;
      const parameters = { pattern: '1[01]{597}2' };
      const error = await read(engine, hostile, parameters, { timeoutMs: 300 }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'QUERY_TIMED_OUT' });
      expect(error).not.toBeInstanceOf(EngineEnded);
    });

    it('throttle a query to the records per second of its tier', async () => {
      const table = await createTable('throttled');
      await engine.command(sql(`INSERT INTO ${table} (id) SELECT number FROM numbers(1000000)`));
      const scan = `SELECT sum(id) FROM ${table}`;
      const timed = async (limits: object) => {
        const started = performance.now();
        await read(engine, scan, {}, limits);
        return performance.now() - started;
      };
      expect(await timed({ recordsPerSecondMax: 1_000_000 })).toBeGreaterThan(900);
      // What else the machine does can make it slower once.
      await expect.poll(() => timed({})).toBeLessThan(500);
    });

    it('end a query that wants more memory than it may have', async () => {
      await expect(
        read(engine, 'SELECT groupArray(number) FROM numbers(100000000)', {}, { memoryBytesMax: 50_000_000 }),
      ).rejects.toMatchObject({ code: 'QUERY_FAILED', message: expect.stringMatching(/memory limit/i) });
    });

    it('bound the rows of a result and the records processed', async () => {
      const rows = read(engine, 'SELECT number FROM numbers(100000)', {}, { resultRowsMax: 10 });
      await expect(rows).rejects.toMatchObject({
        code: 'QUERY_FAILED',
        message: expect.stringMatching(/result/i),
      });
      const records = read(
        engine,
        'SELECT sum(number) FROM numbers(1000000)',
        {},
        { recordsProcessedMax: 1000 },
      );
      await expect(records).rejects.toMatchObject({
        code: 'QUERY_FAILED',
        message: expect.stringMatching(/rows/i),
      });
    });

    it('bound the cells of a result, and the bytes of its text whatever they are in the engine', async () => {
      const cells = read(engine, 'SELECT number, 1 FROM numbers(100000)', {}, { resultCellsMax: 199_999 });
      await expect(cells).rejects.toMatchObject({
        code: 'QUERY_FAILED',
        message: 'Limit for result exceeded, max cells: 199999',
      });
      // Two bytes of text for one in the engine.
      const text = 'SELECT 1 FROM numbers(1000000)';
      await expect(read(engine, text, {}, { resultBytesMax: 1_500_000 })).rejects.toMatchObject({
        code: 'QUERY_FAILED',
        message: expect.stringMatching(/max bytes/),
        details: { engineCode: 396 },
      });
      expect((await read(engine, 'SELECT 1')).rows).toEqual([[1]]);
    });
  });

  it('gives a large result as a small one, whatever the types', async () => {
    const cells = `number, 'a\nb\t"],[' AS s, [number, 2] AS a, map('k', number) AS m, tuple(1, 'x')::Tuple(a Int8, b String) AS t, [[1], []] AS n`;
    const small = await read(engine, `SELECT ${cells} FROM numbers(100)`);
    const large = await read(engine, `SELECT ${cells} FROM numbers(20000)`);
    expect(large.bytes).toBeGreaterThan(1_000_000);
    expect(large.rows).toHaveLength(20_000);
    expect(large.rows.slice(0, 100)).toEqual(small.rows);
    expect(large.columns).toEqual(small.columns);
    expect(large.statistics.recordsProcessed).toBe(20_000);
  });

  describe('mutations', () => {
    it('are told once, found by their mark, and ended; the writer sees them', async () => {
      const table = await createTable('mutated');
      await insert(table, [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ]);
      const seen = async (mark: string) =>
        (
          await engine.query({
            id: 'QRYMUTATIONS',
            statement: sql(
              "SELECT mutation_id, is_done FROM system.mutations WHERE table = 'mutated' AND position(command, {mark:String}) > 0",
              { mark },
            ),
            limits: { timeoutMs: 10_000 },
            asWriter: true,
          })
        ).rows;
      // A value goes in as a value, and the mark stays in what the engine remembers.
      await engine.command(
        sql(`ALTER TABLE ${table} UPDATE name = {name:String} WHERE id = {id:Int64} AND ('#1#' != '')`, {
          name: "it's",
          id: 2,
        }),
      );
      await expect.poll(async () => (await seen('#1#'))[0]?.[1]).toBe(1);
      expect(await rowsOf(`SELECT name FROM ${table} ORDER BY id`)).toEqual([['a'], ["it's"]]);
      await engine.command(
        sql(`ALTER TABLE ${table} UPDATE name = toString(intDiv(id, id - id)) WHERE ('#2#' != '')`),
      );
      const [failing] = await seen('#2#');
      await engine.command(
        sql("KILL MUTATION WHERE table = 'mutated' AND mutation_id = {mutation:String} ASYNC", {
          mutation: String(failing?.[0]),
        }),
      );
      await expect.poll(() => seen('#2#')).toEqual([]);
      expect(await rowsOf(`SELECT name FROM ${table} ORDER BY id`)).toEqual([['a'], ["it's"]]);
    });
  });

  describe('cancelling', () => {
    const endless = sql('SELECT count() FROM numbers(1000000000000)');

    it.each([
      ['a query', endless],
      ['a union', sql('SELECT 1 UNION ALL SELECT count() FROM numbers(1000000000000)')],
      ['a union of others', sql('(SELECT count() FROM numbers(1000000000000)) UNION DISTINCT (SELECT 1)')],
      ['a query with others', sql('WITH n AS (SELECT * FROM numbers(1000000000000)) SELECT count() FROM n')],
      ['a query that ends in a comment', sql('SELECT count() FROM numbers(1000000000000) -- all')],
    ])('stops %s when its signal aborts', async (what, statement) => {
      const client = new AbortController();
      const id = `QRYABORT ${what}`;
      const query = engine.query({
        id,
        statement,
        limits: { timeoutMs: 20_000 },
        signal: client.signal,
      });
      query.catch(() => undefined);
      await expect.poll(() => runningWith(id)).toBe(1);
      client.abort();
      await expect(query).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
      // The engine answers a moment before it strikes the query off its list.
      await expect.poll(() => runningWith(id)).toBe(0);
    });

    it('stops a query that is aborted at the very moment it begins', async () => {
      const client = new AbortController();
      const query = engine.query({
        id: 'QRYEARLY',
        statement: endless,
        limits: { timeoutMs: 20_000 },
        signal: client.signal,
      });
      client.abort();
      await expect(query).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    });

    it('stops a query by its id, and no other', async () => {
      const one = engine.query({ id: 'QRYONE', statement: endless, limits: { timeoutMs: 20_000 } });
      const two = engine.query({ id: 'QRYTWO', statement: endless, limits: { timeoutMs: 20_000 } });
      one.catch(() => undefined);
      two.catch(() => undefined);
      await expect.poll(async () => (await runningWith('QRYONE')) + (await runningWith('QRYTWO'))).toBe(2);
      await engine.cancel('QRYONE');
      await expect(one).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
      expect(await runningWith('QRYTWO')).toBe(1);
      await engine.cancel('QRYTWO');
      await expect(two).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    });
  });

  describe('errors', () => {
    it.each([
      ['SELEC 1', /Syntax error/],
      ['SELECT missing_column', /missing_column/],
      ['SELECT * FROM nowhere.nothing', /nowhere/],
      ["SELECT throwIf(1, 'stop')", /^stop$/],
      ["SELECT throwIf(number = 3, 'stop') FROM numbers(9)", /^stop$/],
      ['SELECT intDiv(1, number) FROM numbers(9)', /^Division by zero$/],
      ["SELECT toInt64('x')", /^Cannot parse string 'x' as Int64[^`]*$/],
    ])('of %s are QUERY_FAILED in readable words', async (text, message) => {
      const failure = await read(engine, text).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'QUERY_FAILED', message: expect.stringMatching(message) });
      // Nor in the words of the statement that was made of the user's.
      expect(String(failure)).not.toMatch(/DB::Exception|version \d|In scope|while executing/);
    });

    it.each([
      ['SELECT intDiv(1, 0)', 'Division by zero'],
      ['SELECT intDiv(number, number) FROM numbers(1)', 'Division by zero'],
      ["SELECT throwIf(number = 0, 'no: zero') FROM numbers(1)", 'no: zero'],
      ["SELECT replaceRegexpOne(toString(number), '(', '') FROM numbers(1)", /re2 pattern: missing \): \($/],
      [
        'SELECT number FROM numbers(1) GROUP BY number + 1',
        /number.* is not under aggregate function and not in GROUP BY keys$/,
      ],
    ])('of %s say what failed, and nothing of the statement as the engine has it', async (text, message) => {
      const failure = await read(engine, text).catch((error: WeirError) => error.message);
      expect(failure).toEqual(expect.stringMatching(message));
      expect(failure).not.toMatch(/executing|scope|log_comment/);
    });
  });

  describe('roles', () => {
    it.each([
      'INSERT INTO DB.roles VALUES (1)',
      'CREATE TABLE DB.other (id Int64) ENGINE = Memory',
      'CREATE TEMPORARY TABLE other (id Int64)',
      'DROP TABLE DB.roles',
      'ALTER TABLE DB.roles DELETE WHERE 1',
      'TRUNCATE TABLE DB.roles',
      'OPTIMIZE TABLE DB.roles',
      'CREATE DATABASE another',
      'SYSTEM SHUTDOWN',
      'CREATE USER somebody',
    ])('the reader may not %s', async (text) => {
      await engine.command(
        sql(`CREATE TABLE IF NOT EXISTS ${database}.roles (id Int64) ENGINE = MergeTree ORDER BY id`),
      );
      await expect(read(engine, text.replaceAll('DB', database))).rejects.toMatchObject({
        code: 'QUERY_FAILED',
      });
      expect(await rowsOf(`SELECT count() FROM ${database}.roles`)).toEqual([['0']]);
    });

    it.each([
      "file('/etc/hostname', 'LineAsString')",
      "url('http://127.0.0.1:1/', 'LineAsString')",
      "s3('http://127.0.0.1:1/bucket/key', 'LineAsString')",
      "remote('127.0.0.1:1', 'system', 'one')",
      "executable('cat', 'TSV', 'a String')",
      "mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "mongodb('127.0.0.1:1', 'd', 't', 'u', 'p', 'a String')",
      "redis('127.0.0.1:1', 'k', 'k String')",
      "sqlite('/tmp/none.db', 't')",
      "azureBlobStorage('x', 'y', 'z')",
      "odbc('DSN=x', 'd', 't')",
      "jdbc('x', 'd', 't')",
      "deltaLake('http://127.0.0.1:1/bucket/key')",
      "iceberg('http://127.0.0.1:1/bucket/key')",
      "hdfs('hdfs://127.0.0.1:1/x', 'TSV', 'a String')",
      '`/etc/hostname`',
      "cluster('default', system.one)",
      "input('a String')",
    ])('no role reads from the source %s', async (source) => {
      await expect(read(engine, `SELECT * FROM ${source}`)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
      const asWriter = engine.command(
        sql(`CREATE TABLE ${database}.stolen ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${source}`),
      );
      await expect(asWriter).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    });
  });

  it('answers a ping', async () => {
    await engine.ping();
  });

  it('changes and drops tables', async () => {
    const table = await createTable('changing');
    await engine.command(sql(`ALTER TABLE ${table} ADD COLUMN extra Nullable(String)`));
    await insert(table, [{ id: 1, extra: 'x' }]);
    expect(await rowsOf(`SELECT extra FROM ${table}`)).toEqual([['x']]);
    await engine.command(sql(`DROP TABLE ${table} SYNC`));
    await expect(rowsOf(`SELECT * FROM ${table}`)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  });
});

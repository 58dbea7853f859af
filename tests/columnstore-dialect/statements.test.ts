import { beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import { formatCell } from '../../server/src/sql/cell.js';
import { parseStatement, type SqlDialect } from '../../server/src/sql/compiler/parse-statement.js';
import { loadParsers, type SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { boundStatement, inlineStatement } from '../../server/src/sql/compiler/statement-sql.js';
import { filledEngine, resolveTable } from '../postgres-dialect/sides.js';
import { type EmbeddedEngine, read } from '../support/engines.js';

let parsers: SqlParsers;
let embedded: EmbeddedEngine;

beforeAll(async () => {
  parsers = await loadParsers();
  embedded = await filledEngine();
});

async function ask(text: string, dialect: SqlDialect | 'EITHER' = 'COLUMNSTORE') {
  const tree = parseStatement(parsers, text, dialect === 'EITHER' ? undefined : dialect, resolveTable);
  const { text: bound, parameters } = boundStatement(tree);
  const [ran, shown] = await Promise.all([
    read(embedded.engine, bound, parameters),
    read(embedded.engine, inlineStatement(tree)),
  ]);
  const cells = (result: typeof ran) =>
    result.rows.map((row) => row.map((cell, index) => formatCell(result.columns[index]?.type ?? '', cell)));
  expect(cells(shown)).toEqual(cells(ran));
  return { dialect: tree.dialect, names: tree.columns.map(({ name }) => name), rows: cells(ran) };
}

/** The statement as the engine itself reads it, with its own defaults for names. */
async function askBare(text: string) {
  const named = text.replace(/\b(orders|customers)\b/g, '`ENV0000000000000000000TEST0`.`DPO_$1`');
  const { rows, columns } = await read(embedded.engine, `${named} SETTINGS prefer_column_name_to_alias = 0`);
  return rows.map((row) => row.map((cell, index) => formatCell(columns[index]?.type ?? '', cell)));
}

describe('a statement means what it means to the engine itself', () => {
  test.each([
    'SELECT status, sum(qty) AS qty FROM orders WHERE id <> 7 GROUP BY status ORDER BY qty',
    'SELECT toStartOfDay(at) AS at, count() FROM orders GROUP BY at ORDER BY at',
    'SELECT toDate(at) AS at, min(at) FROM orders WHERE id < 3 GROUP BY at ORDER BY at',
    'SELECT qty * 2 AS qty, qty + 1 FROM orders WHERE id = 1',
    'SELECT id AS x, -id AS id FROM orders ORDER BY id LIMIT 3',
    'SELECT qty AS id FROM orders WHERE id = 1',
    'SELECT o.id AS id FROM orders o WHERE o.id < 3 ORDER BY id DESC',
    'SELECT max(qty) AS m FROM orders HAVING m > 3',
    "SELECT REGEXP_REPLACE(note, 'l', 'L') FROM orders ORDER BY id",
    'SELECT extract(minute FROM at) FROM orders ORDER BY id',
    'SELECT status, count() FROM orders GROUP BY ROLLUP(status) ORDER BY status',
    'SELECT status, count() FROM orders GROUP BY status WITH ROLLUP ORDER BY status',
    'SELECT status, active, count() FROM orders GROUP BY CUBE(status, active) ORDER BY status, active, count()',
    'SELECT status, sum(sum(qty)) OVER (ORDER BY status) FROM orders WHERE id <> 7 GROUP BY status ORDER BY status',
    'SELECT sum(id) OVER (ORDER BY id) AS s, id FROM orders ORDER BY id',
    'SELECT sum(id), avg(id), sum(customer) FROM orders WHERE id < 0',
    'SELECT rank() OVER (ORDER BY count() DESC, status) AS r, status FROM orders GROUP BY status ORDER BY r',
  ])('%s', async (text) => {
    expect((await ask(text)).rows).toEqual(await askBare(text));
  });
});

describe('a statement is right where the engine is not', () => {
  test('times before 1970 and after 2106 have starts', async () => {
    const { rows } = await ask(
      "SELECT toStartOfHour(toDateTime64('1950-01-01 10:20:30', 3, 'UTC')), toStartOfMonth(toDate32('1950-05-06')), toMonday(toDate32('2200-05-06'))",
    );
    expect(rows).toEqual([['1950-01-01 10:00:00', '1950-05-01', '2200-05-05']]);
  });

  test('a sum does not wrap around', async () => {
    const twice =
      '(SELECT toInt64(9223372036854775807) AS x UNION ALL SELECT toInt64(9223372036854775807) AS x)';
    await expect(ask(`SELECT sum(x) FROM ${twice}`)).rejects.toThrow('bigint out of range');
    expect((await ask(`SELECT avg(x) FROM ${twice}`)).rows).toEqual([['9223372036854776000']]);
  });

  test('the alias of an aggregate means its column where only records are', async () => {
    const { rows } = await ask("SELECT uniq(status) AS status, count() FROM orders WHERE status = 'paid'");
    expect(rows).toEqual([['1', '4']]);
  });
});

describe('the engine’s dialect has the engine’s semantics', () => {
  test.each<[string, (string | null)[][]]>([
    ['SELECT 7 / 2, intDiv(7, 2)', [['3.5', '3']]],
    ['SELECT count() FROM orders', [['10']]],
    ['SELECT id FROM orders WHERE qty > 10 ORDER BY id;', [['4'], ['7'], ['8']]],
    [
      'SELECT status, count() AS n FROM orders GROUP BY status ORDER BY n DESC, status LIMIT 2',
      [
        ['open', '4'],
        ['paid', '4'],
      ],
    ],
    [
      'SELECT status AS s, sumIf(qty, active) FROM orders WHERE id != 7 GROUP BY s HAVING count() > 1 ORDER BY s',
      [
        ['open', '59'],
        ['paid', '6'],
      ],
    ],
    ['SELECT qty * 2 AS twice, twice + 1 FROM orders WHERE id = 1', [['6', '7']]],
    [
      "SELECT payload.plan, payload.user.id FROM orders WHERE payload.plan = 'pro' ORDER BY id",
      [
        ['pro', '7'],
        ['pro', null],
        ['pro', null],
      ],
    ],
    [
      'SELECT o.id, c.name FROM orders AS o LEFT JOIN customers c ON c.id = o.customer WHERE o.id IN (1, 6) ORDER BY o.id',
      [
        ['1', 'Ana'],
        ['6', null],
      ],
    ],
    [
      'SELECT id, name FROM customers JOIN (SELECT customer AS id FROM orders WHERE qty = 42) AS x USING (id)',
      [['3', 'Chen']],
    ],
    [
      "WITH p AS (SELECT * FROM orders WHERE status = 'paid') SELECT count(), uniqExact(customer) FROM p",
      [['4', '2']],
    ],
    [
      "SELECT id FROM orders WHERE customer IN (SELECT id FROM customers WHERE country = 'no') ORDER BY id",
      [['3'], ['4']],
    ],
    [
      'SELECT status, count() AS n, grouping(status) AS total FROM orders GROUP BY GROUPING SETS ((status), ()) HAVING n > 1 ORDER BY total, status',
      [
        ['open', '4', '0'],
        ['paid', '4', '0'],
        ['', '10', '1'],
      ],
    ],
    [
      "SELECT status FROM orders WHERE status IN ('open', 'paid') GROUP BY GROUPING SETS ((status), ()) ORDER BY grouping(status), status",
      [['open'], ['paid'], ['']],
    ],
    ['SELECT status FROM orders WHERE id > 99 GROUP BY GROUPING SETS ((status), ())', [['']]],
    ['SELECT (SELECT max(id) FROM orders) AS m', [['10']]],
    ['SELECT 1 WHERE EXISTS (SELECT 1 FROM orders WHERE id = 3)', [['1']]],
    [
      `SELECT count(), sum(n) FROM (${Array.from({ length: 30 }, (_, index) => `SELECT ${index} AS n`).join(' UNION ALL ')})`,
      [['30', '435']],
    ],
    [
      'SELECT id, ntile(2) OVER (ORDER BY id) FROM orders WHERE id < 4 ORDER BY id',
      [
        ['1', '1'],
        ['2', '1'],
        ['3', '2'],
      ],
    ],
    [
      "SELECT JSONExtractKeys(nullIf(payload, payload)), JSONExtractArrayRaw(nullIf(payload, payload), 'a') FROM orders WHERE id = 1",
      [['[]', '[]']],
    ],
    ['(SELECT 1 UNION ALL SELECT 2) EXCEPT DISTINCT SELECT 1', [['2']]],
    [
      'SELECT number FROM numbers(9) EXCEPT DISTINCT SELECT 8 EXCEPT DISTINCT SELECT number FROM numbers(7)',
      [['7']],
    ],
    [
      'SELECT id FROM orders WHERE id < 3 UNION ALL SELECT id FROM customers WHERE id = 6',
      [['1'], ['2'], ['6']],
    ],
    [
      "SELECT id, row_number() OVER (PARTITION BY status ORDER BY id DESC) AS rn FROM orders WHERE status = 'void'",
      [['5', '1']],
    ],
    [
      'SELECT id, sum(qty) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders WHERE id < 4 ORDER BY id',
      [
        ['1', '3'],
        ['2', '-4'],
        ['3', '-7'],
      ],
    ],
    [
      'SELECT status, id FROM orders ORDER BY status, id LIMIT 1 BY status',
      [
        ['open', '3'],
        ['paid', '1'],
        ['refunded', '7'],
        ['void', '5'],
      ],
    ],
    ['SELECT number FROM numbers(3)', [['0'], ['1'], ['2']]],
    ['SELECT sum(number) FROM numbers(5, 3)', [['18']]],
    ['SELECT DISTINCT status FROM orders ORDER BY 1', [['open'], ['paid'], ['refunded'], ['void']]],
    ['SELECT quantile(0.5)(price), argMax(id, price) FROM orders WHERE id < 5', [['5.25', '4']]],
    [
      "SELECT toStartOfMonth(at) AS m, count() FROM orders WHERE at >= '2026-01-01' GROUP BY m ORDER BY m",
      [
        ['2026-01-01', '2'],
        ['2026-02-01', '1'],
        ['2026-03-01', '2'],
        ['2026-10-01', '1'],
      ],
    ],
    ["SELECT arrayMap(x -> x + 1, [1, 2]), if(1 > 2, 'a', 'b')", [['[2,3]', 'b']]],
    ["SELECT id FROM `orders` WHERE `userId` = 'U4'", [['7']]],
    ['SELECT id FROM DPO_orders LIMIT 1, 0', []],
    ['SELECT note FROM orders ORDER BY note DESC LIMIT 1', [['émile']]],
  ])('%s', async (text, rows) => {
    expect((await ask(text)).rows).toEqual(rows);
  });

  test('columns are called by their aliases, their names or their text', async () => {
    expect(
      (await ask('SELECT id, o.status, count() AS n, max(qty) + 1 FROM orders o GROUP BY id, status LIMIT 0'))
        .names,
    ).toEqual(['id', 'status', 'n', 'max(qty) + 1']);
  });
});

describe('without a dialect PostgreSQL’s comes first', () => {
  test('so that integers divide as there', async () => {
    expect(await ask('SELECT 7 / 2 AS x', 'EITHER')).toMatchObject({ dialect: 'POSTGRESQL', rows: [['3']] });
  });
  test('and what only the engine has works all the same', async () => {
    expect(await ask('SELECT uniqExact(status) FROM orders', 'EITHER')).toMatchObject({
      dialect: 'COLUMNSTORE',
      rows: [['4']],
    });
    expect(await ask('SELECT status FROM orders ORDER BY id LIMIT 1 BY status', 'EITHER')).toMatchObject({
      dialect: 'COLUMNSTORE',
    });
  });
});

describe('errors say what and where', () => {
  test.each([
    ['SELECT id FROM nowhere', /line 1, column 16.*no Data Pool "nowhere"/],
    ['SELECT nope FROM orders', /no column "nope"/],
    ['SELECT id FROM orders SETTINGS max_threads = 1', /SETTINGS are not allowed/],
    ['SELECT id FROM orders o JOIN customers c ON o.customer = c.id', /"id" is ambiguous/],
    ['SELECT file(1)', /The function file is not available/],
    ['SELECT id FROM orders UNION SELECT id FROM customers', /UNION DISTINCT/],
  ])('%s', (text, message) => {
    const parse = () => parseStatement(parsers, text, 'COLUMNSTORE', resolveTable);
    expect(parse).toThrow(WeirError);
    expect(parse).toThrow(message);
  });
});

describe('without a dialect the error is of the one that the statement is written in', () => {
  test.each([
    ['SELECT id FROM orders SAMPLE 0.1', /at "SAMPLE": SAMPLE is not supported. Use a condition/],
    ['SELECT id FROM orders SETTINGS max_threads = 1', /at "SETTINGS": SETTINGS are not allowed/],
    ['SELECT * FROM (SELECT id FROM orders FORMAT CSV)', /at "FORMAT": FORMAT is not allowed/],
    ["SELECT id FROM orders INTO OUTFILE 'x'", /at "INTO": INTO OUTFILE is not allowed/],
    ['SELECT nope FROM orders ARRAY JOIN [1, 2] AS x', /There is no column "nope"/],
    ['SELECT nope FROM orders LEFT ARRAY JOIN [1, 2] AS x', /There is no column "nope"/],
    ['SELECT id FROM orders SEMI FULL JOIN customers USING id', /at "SEMI": SEMI FULL JOIN is not supported/],
    ['SELECT * EXCEPT (nope) FROM orders', /\* has no column "nope"/],
    ['SELECT orders.* APPLY (toString) FROM orders', /at "APPLY": \* APPLY is not supported/],
    ['SELECT sumIf(qty, qty > 3), nope FROM orders', /at "nope": There is no column "nope"/],
    ['SELECT toHour(at), nope FROM orders', /There is no column "nope"/],
    ["SELECT JSONExtract(payload, 'n', 'Tuple(a Int8)') FROM orders", /This type is not supported/],
    ['SELECT arrayMap(x -> nope, [1]) FROM orders', /There is no column "nope"/],
    ['SELECT payload.plan, nope FROM orders', /There is no column "nope"/],
    ['SELECT CAST(qty AS Int64), nope FROM orders', /There is no column "nope"/],
    ["SELECT payload->>'plan', nope FROM orders", /There is no column "nope"/],
    ["SELECT to_char(at, 'YYYY') FROM orders WHERE nope = 1", /There is no column "nope"/],
    ['SELEKT 1', /at "SELEKT": Expected SELECT here/],
    ['SELECT id FROM orders; DROP TABLE orders', /at "DROP": Only one statement is allowed/],
  ])('%s', (text, message) => {
    expect(() => parseStatement(parsers, text, undefined, resolveTable)).toThrow(message);
  });

  test.each([
    [
      'SELECT sumIf(qty, qty > 3) FROM orders',
      /sumif is not available. It exists in the dialect COLUMNSTORE/,
    ],
    [
      'SELECT lagInFrame(qty) OVER () FROM orders',
      /laginframe is not available. It exists in the dialect COLUMNSTORE/,
    ],
    [
      'SELECT CAST(qty AS Int64) FROM orders',
      /The type int64 is not supported. It exists in the dialect COLUMNSTORE/,
    ],
    ['SELECT payload.plan FROM orders', /write payload->>'key', or use the dialect COLUMNSTORE/],
  ])('and PostgreSQL’s names the other where it has it: %s', (text, message) => {
    expect(() => parseStatement(parsers, text, 'POSTGRESQL', resolveTable)).toThrow(message);
  });
});

test('the totals of no groups are a row, too', async () => {
  const { rows } = await ask('SELECT status, count() FROM orders WHERE id < 0 GROUP BY status WITH TOTALS');
  expect(rows).toEqual([['', '0']]);
  expect((await ask('SELECT status, count() FROM orders GROUP BY status WITH TOTALS LIMIT 0')).rows).toEqual([
    ['', '10'],
  ]);
});

test.each(['SELECT 1;', 'SELECT 1; -- done', 'SELECT 1;; /* done */ ;'])(
  'a statement may end in a semicolon, whatever blanks or comments follow: %s',
  (text) => {
    for (const dialect of ['POSTGRESQL', 'COLUMNSTORE'] as const)
      expect(parseStatement(parsers, text, dialect, resolveTable).columns).toHaveLength(1);
    const two = () => parseStatement(parsers, `${text}\nSELECT 2`, 'COLUMNSTORE', resolveTable);
    expect(two).toThrow(/at "SELECT": Only one statement is allowed/);
  },
);

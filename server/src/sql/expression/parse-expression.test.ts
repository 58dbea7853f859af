import { beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../base/errors.js';
import type { Column, ColumnType } from '../../catalog/column.js';
import { BoundValues, InlineValues } from '../values.js';
import { parseFilter, parseMetricExpression } from './parse-expression.js';
import { loadParsers, type SqlParsers } from './parsers.js';
import { printExpr } from './print-expr.js';
import { columnsOf, readsClock } from './walk-expr.js';

const column = (name: string, type: ColumnType): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});

const columns = [
  column('price', 'DOUBLE'),
  column('qty', 'INT64'),
  column('name', 'STRING'),
  column('userId', 'STRING'),
  column('Twin', 'STRING'),
  column('twin', 'STRING'),
  column('user.plan', 'STRING'),
  column('active', 'BOOLEAN'),
  column('at', 'TIMESTAMP'),
  column('day', 'DATE'),
  column('payload', 'JSON'),
  column('state', 'COLUMNSTORE'),
];

let parsers: SqlParsers;
beforeAll(async () => {
  parsers = await loadParsers();
});

const filter = (text: string) => printExpr(parseFilter(parsers, text, columns), new InlineValues());
const metric = (text: string) => printExpr(parseMetricExpression(parsers, text, columns), new InlineValues());

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(WeirError);
    expect((error as WeirError).code).toBe('BAD_REQUEST');
    return (error as WeirError).message;
  }
  throw new Error('accepted');
}

describe('filterSql', () => {
  test.each([
    // Literals take the type of what they meet.
    ['price > 5', '(`price` > 5)'],
    ["price > '5.50'", '(`price` > 5.50)'],
    ['qty = -9223372036854775808', '(`qty` = (-9223372036854775808))'],
    ['qty = 1_000 or qty = 0xff', '((`qty` = 1000) OR (`qty` = 255))'],
    ["active = 't'", '(`active` = true)'],
    ['active = 1', '(`active` = 1)'],
    ["at >= '2026-01-31'", "(`at` >= CAST('2026-01-31 00:00:00.000', 'DateTime64(3, \\'UTC\\')'))"],
    [
      "at < '2026-01-31T10:00:00.123456+02:00'",
      "(`at` < CAST('2026-01-31 08:00:00.123456', 'DateTime64(6, \\'UTC\\')'))",
    ],
    ["day = '2024-02-29'", "(`day` = CAST('2024-02-29', 'Date32'))"],
    ["DATE '2024-02-29' = day", "(CAST('2024-02-29', 'Date32') = `day`)"],
    ["name = 'it''s'", "(`name` = 'it\\'s')"],
    ["name = 'it\\'s'", "(`name` = 'it\\'s')"],
    ["name = E'a\\nb'", "(`name` = 'a\\nb')"],
    ["name = 'back\\slash'", "(`name` = 'back\\\\slash')"],
    // Operators.
    ['active AND NOT price <> 1 OR qty < 2', '((`active` AND (NOT (`price` <> 1))) OR (`qty` < 2))'],
    ["name || '!' = 'a!'", "(concat(`name`, '!') = 'a!')"],
    ['qty + 2 * 3 - qty % 2 = 4', '(((`qty` + (2 * 3)) - (`qty` % 2)) = 4)'],
    ['qty / 2 > 1', '((`qty` / 2) > 1)'],
    ['qty DIV 2 > 1', '(intDiv(`qty`, 2) > 1)'],
    ['qty ^ 2 > 1', '(pow(`qty`, 2) > 1)'],
    ['-price < 0', '((- `price`) < 0)'],
    ['price BETWEEN 1 AND 2 AND active', '((`price` BETWEEN 1 AND 2) AND `active`)'],
    ['price NOT BETWEEN 1 AND 2', '(`price` NOT BETWEEN 1 AND 2)'],
    ["name LIKE 'a%' OR name NOT ILIKE '_b'", "((`name` LIKE 'a%') OR (`name` NOT ILIKE '_b'))"],
    ["name ~ '^a' AND name !~* 'b$'", "(match(`name`, '^a') AND (NOT match(`name`, '(?i)b$')))"],
    ['name IS NULL OR price IS NOT NULL', '((`name` IS NULL) OR (`price` IS NOT NULL))'],
    ['active IS NOT TRUE', '(NOT (`active` <=> true))'],
    ['price IS DISTINCT FROM 1', '(NOT (`price` <=> 1))'],
    ['price IS NOT DISTINCT FROM NULL', '((`price` <=> NULL))'],
    ["name IN ('a', 'b')", "(`name` IN ('a', 'b'))"],
    ['qty NOT IN (1, 2)', '(`qty` NOT IN (1, 2))'],
    ["name = ANY(ARRAY['a'])", "(`name` IN ('a'))"],
    ['qty IN [1, 2]', '(`qty` IN (1, 2))'],
    [
      'CASE WHEN price > 1 THEN active ELSE false END',
      '(CASE WHEN (`price` > 1) THEN `active` ELSE false END)',
    ],
    ["CASE name WHEN 'a' THEN 1 END = 1", "((CASE `name` WHEN 'a' THEN 1 END) = 1)"],
    ['price > 1 ? active : false', 'if((`price` > 1), `active`, false)'],
    ['price > 1 -- why', '(`price` > 1)'],
    // Casts, by the spelling of either dialect.
    ["name::int = 5 AND CAST(price AS text) = '1'", null],
    ['qty::int8 = 1', "(CAST(`qty`, 'Nullable(Int64)') = 1)"],
    ['qty::Int8 = 1', "(CAST(`qty`, 'Nullable(Int8)') = 1)"],
    ['name::Nullable(Float64) = 1', "(CAST(`name`, 'Nullable(Float64)') = 1)"],
    ['price::numeric(10, 2) = 1', "(CAST(`price`, 'Nullable(Decimal(10, 2))') = 1)"],
    // Time.
    ["at > now() - INTERVAL '1 day 2 hours'", '(`at` > ((now() - toIntervalDay(1)) - toIntervalHour(2)))'],
    ['at > today() - INTERVAL 7 DAY', '(`at` > (today() - toIntervalDay(7)))'],
    [
      "EXTRACT(hour FROM at) = 3 AND date_part('dow', at) = 0",
      '((toHour(`at`) = 3) AND ((toDayOfWeek(`at`) % 7) = 0))',
    ],
    ["toHour(at, 'Europe/Madrid') = 3", "(toHour(`at`, 'Europe/Madrid') = 3)"],
    ["date_trunc('MONTH', at) = day", "(dateTrunc('month', `at`) = `day`)"],
    ["dateDiff('days', day, at) > 1", "(dateDiff('day', `day`, `at`) > 1)"],
    // Functions.
    ["lower(name) = 'a' AND LENGTH(name) > 3", "((lowerUTF8(`name`) = 'a') AND (lengthUTF8(`name`) > 3))"],
    ["coalesce(name, 'x') = 'x'", "(coalesce(`name`, 'x') = 'x')"],
    ["arrayExists(x -> x = name, ['a', 'b'])", "arrayExists((`x`) -> (`x` = `name`), ['a', 'b'])"],
    ["splitByChar('-', name)[1] = 'a'", "(arrayElement(splitByChar('-', `name`), 1) = 'a')"],
    ['cityHash64(name, qty) % 2 = 0', '((cityHash64(`name`, `qty`) % 2) = 0)'],
    ['state = 1 AND state', '((`state` = 1) AND `state`)'],
  ])('%s', (text, sql) => {
    if (sql !== null) expect(filter(text)).toBe(sql);
    else filter(text);
  });

  test('values are bound, each with its type, and numbers keep every digit', () => {
    const values = new BoundValues();
    const text =
      "name = 'x' AND qty IN (1, 18446744073709551615, -170141183460469231731) AND price > 1.10 AND at = '2026-01-01'";
    expect(printExpr(parseFilter(parsers, text, columns), values)).toBe(
      "((`name` = {p0:String}) AND (`qty` IN ({p1:Int32}, {p2:UInt64}, {p3:Int256})) AND (`price` > {p4:Float64}) AND (`at` = {p5:DateTime64(3, 'UTC')}))",
    );
    expect(values.params).toEqual({
      p0: 'x',
      p1: '1',
      p2: '18446744073709551615',
      p3: '-170141183460469231731',
      p4: '1.10',
      p5: '2026-01-01 00:00:00.000',
    });
  });

  test('a NULL or a column in a list is written as OR, so that the answer is unknown and no table is meant', () => {
    expect(filter("name IN ('a', NULL)")).toBe("((`name` IN ('a')) OR NULL)");
    expect(filter("name NOT IN ('a', userId)")).toBe("(NOT ((`name` = `userId`) OR (`name` IN ('a'))))");
  });
});

describe('column names', () => {
  test('unquoted: exact spelling first, then the only one that differs in case', () => {
    expect(filter("userId = 'a' AND USERID = 'b'")).toBe("((`userId` = 'a') AND (`userId` = 'b'))");
    expect(filter('twin = Twin')).toBe('(`twin` = `Twin`)');
    expect(refusal(() => filter("TWIN = 'a'"))).toContain('could be "Twin" or "twin"');
  });

  test('quoted: exactly itself', () => {
    expect(filter('"userId" = `userId`')).toBe('(`userId` = `userId`)');
    expect(refusal(() => filter(`"userid" = 'a'`))).toContain('There is no column "userid"');
  });

  test('a column whose name has a dot wins over a path', () => {
    expect(filter("user.plan = 'pro'")).toBe("(`user.plan` = 'pro')");
  });

  test('the columns of an expression are known, JSON paths included', () => {
    const expr = parseFilter(parsers, "price > 1 AND lower(payload.a) = 'x' OR USERID IN ('a')", columns);
    expect([...columnsOf(expr)].sort()).toEqual(['payload', 'price', 'userId']);
    expect(readsClock(expr)).toBe(false);
    expect(readsClock(parseFilter(parsers, 'at > now()', columns))).toBe(true);
  });
});

describe('JSON paths take the type of what they meet', () => {
  test.each([
    ["payload.user.id = 'a'", "(JSONExtract(`payload`, 'user', 'id', 'Nullable(String)') = 'a')"],
    ['payload.user.Age > 5', "(JSONExtract(`payload`, 'user', 'Age', 'Nullable(Float64)') > 5)"],
    ['payload.ok AND NOT payload.bad', null],
    ['payload.ok', "accurateCastOrNull(JSONExtract(`payload`, 'ok', 'Nullable(String)'), 'Bool')"],
    ["payload.items.0.sku = 'x'", "(JSONExtract(`payload`, 'items', 1, 'sku', 'Nullable(String)') = 'x')"],
    ["payload.items[0].sku = 'x'", "(JSONExtract(`payload`, 'items', 1, 'sku', 'Nullable(String)') = 'x')"],
    [
      "payload->'items'->0->>'sku' = 'x'",
      "(JSONExtract(`payload`, 'items', 1, 'sku', 'Nullable(String)') = 'x')",
    ],
    [`payload."0"."a.b" = 'x'`, "(JSONExtract(`payload`, '0', 'a.b', 'Nullable(String)') = 'x')"],
    ["payload.at > '2026-01-01' AND payload.at > at", null],
    [
      'payload.at > at',
      "(parseDateTime64BestEffortOrNull(JSONExtract(`payload`, 'at', 'Nullable(String)'), 3, 'UTC') > `at`)",
    ],
    [
      'payload.id = 9007199254740993',
      "(accurateCastOrNull(JSONExtract(`payload`, 'id', 'Nullable(String)'), 'Int64') = 9007199254740993)",
    ],
    ['payload.id IN (1, 2)', "(JSONExtract(`payload`, 'id', 'Nullable(Float64)') IN (1, 2))"],
    ['coalesce(payload.n, 0) > 5', "(coalesce(JSONExtract(`payload`, 'n', 'Nullable(Float64)'), 0) > 5)"],
    ['payload.a IS NULL', "(JSONExtract(`payload`, 'a', 'Nullable(String)') IS NULL)"],
    [
      "has(payload.tags, 'x')",
      "has(JSONExtract(ifNull(`payload`, ''), 'tags', 'Array(Nullable(String))'), 'x')",
    ],
    [
      'payload.n::float8 > 1',
      "(CAST(JSONExtract(`payload`, 'n', 'Nullable(Float64)'), 'Nullable(Float64)') > 1)",
    ],
    ["payload LIKE '%x%'", "(`payload` LIKE '%x%')"],
    ["JSONExtractInt(payload, 'a') = 1", "(JSONExtractInt(`payload`, 'a') = 1)"],
  ])('%s', (text, sql) => {
    if (sql !== null) expect(filter(text)).toBe(sql);
    else filter(text);
  });
});

describe('Metric expressions', () => {
  test.each([
    ['SUM(price) / COUNT()', '(sum(`price`) / count())'],
    ['count(*)', 'count()'],
    ['COUNT_DISTINCT(userId)', 'uniqExact(`userId`)'],
    ['COUNT(DISTINCT userId)', 'uniqExact(`userId`)'],
    ['COUNT(DISTINCT userId) FILTER (WHERE active)', 'uniqExactIf(`userId`, `active`)'],
    ['sum(DISTINCT qty)', 'sumDistinct(`qty`)'],
    ['avg(payload.price)', "avg(JSONExtract(`payload`, 'price', 'Nullable(Float64)'))"],
    ['quantile(0.9)(price)', 'quantile(0.9)(`price`)'],
    ['quantilesExact(0.5, 0.9)(price)', 'quantilesExact(0.5, 0.9)(`price`)'],
    ['median(price) - min(qty)', '(median(`price`) - min(`qty`))'],
    [
      'sumIf(price, active) / nullIf(countIf(active), 0)',
      '(sumIf(`price`, `active`) / nullIf(countIf(`active`), 0))',
    ],
    ['topK(10)(name)', 'topK(10)(`name`)'],
    ['argMax(name, at)', 'argMax(`name`, `at`)'],
    ['stddev_pop(price)', 'stddevPop(`price`)'],
    [
      'round(sum(CASE WHEN active THEN price END), 2)',
      'round(sum((CASE WHEN `active` THEN `price` END)), 2)',
    ],
    ['any(name)', 'any(`name`)'],
  ])('%s', (text, sql) => {
    expect(metric(text)).toBe(sql);
  });
});

describe('refusals say what, where and what to do', () => {
  test.each([
    ["price >\n 'abc'", 'filterSql, line 2, column 2, at "\'abc\'": "abc" is not a number.'],
    [
      'name = 5',
      'Cannot compare text (the column name) with a number. Cast one of them, or quote the value.',
    ],
    ['nope = 1', 'at "nope": There is no column "nope". Columns: price, qty,'],
    ['price.x = 1', 'The column price is DOUBLE, not JSON'],
    ['name', 'A filter is a condition, true or false, but this is text.'],
    ['1 + 1', 'A filter is a condition, true or false, but this is a number.'],
    ['name AND active', 'AND needs a boolean, but this is text (the column name).'],
    ['sum(price) > 1', 'The aggregate function sum is not allowed in a filter'],
    ["day = '2026-02-30'", '"2026-02-30" is not a date.'],
    ["name = 'é😀' AND nope = 1", 'line 1, column 18, at "nope"'],
    ["name = 'é😀' AND (", 'line 1, column 19, at the end'],
    ['price > 1 AS x', 'Aliases are not allowed'],
    ['price > (SELECT 1)', 'Subqueries are not allowed'],
    ['price > $1', 'Parameters such as $1 are not allowed'],
    ['price > {x:Int8}', 'Query parameters are not allowed'],
    ['price > 1; SELECT 1', 'Only one expression is allowed, without a semicolon.'],
    ['hostName() = name', 'The function hostName is not available.'],
    ['log(price) > 1', 'Write ln(x)'],
    ['lower(price) = name', 'lower needs text, but this is a number (the column price).'],
    ['substring(name) = name', 'substring takes 2 to 3 arguments, not 1.'],
    ["toHour(at, 'Mars') = 1", "needs a time zone such as 'Europe/Madrid' here"],
    ['at - at > 1', "dateDiff('second', a, b)"],
    ["at AT TIME ZONE 'UTC' = at", 'Give the zone to a function'],
    ['name::bytea = name', 'The type bytea is not supported in a cast.'],
    ['pg_catalog.lower(name) = name', 'The function pg_catalog.lower is not supported.'],
    ['price = 1e999', 'This number is out of range.'],
    ['', 'filterSql is empty.'],
  ])('%s', (text, message) => {
    expect(refusal(() => filter(text))).toContain(message);
  });

  test.each([
    ['price', 'The column price stands outside of an aggregate function.'],
    ['sum(price) + qty', 'column 14, at "qty": The column qty stands outside'],
    ['1', 'A Metric needs an aggregate function'],
    ['sum(name)', 'sum needs a number, but this is text (the column name).'],
    ['sum(sum(price))', 'An aggregate function inside another is not allowed.'],
    ['sum(*)', '`*` is only allowed in COUNT(*).'],
    ['sum(price) OVER ()', 'OVER (a window function) is not supported'],
    ['groupArray(name)', 'groupArray takes two pairs of brackets'],
    ['groupArray(1000000)(name)', 'needs a count from 1 to 1000 here'],
    ['quantile(2)(price)', 'needs a number between 0 and 1 here'],
  ])('%s', (text, message) => {
    expect(refusal(() => metric(text))).toContain(message);
  });
});

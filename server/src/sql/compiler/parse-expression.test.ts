import { beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../base/errors.js';
import type { Column, ColumnType } from '../../catalog/column.js';
import { printValue } from '../term/print-query.js';
import { columnsOf, readsClock } from '../term/walk-term.js';
import { BoundValues, InlineValues } from '../values.js';
import { parseFilter, parseMetricExpression } from './parse-expression.js';
import { loadParsers, type SqlParsers } from './parsers.js';

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

const filter = (text: string) => printValue(parseFilter(parsers, text, columns), new InlineValues());
const metric = (text: string) =>
  printValue(parseMetricExpression(parsers, text, columns).term, new InlineValues());

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
    // A literal takes the type of the other operand.
    ['price > 5', '(`price` > 5)'],
    ["price > '5.50'", '(`price` > 5.50)'],
    ['qty = -9223372036854775808', '(`qty` = (-9223372036854775808))'],
    ['qty = 1_000 or qty = 0xff', '((`qty` = 1000) OR (`qty` = 255))'],
    ["active = 't'", '(`active` = true)'],
    ['active = 1', '(`active` = 1)'],
    ["at >= '2026-01-31'", "(`at` >= CAST('2026-01-31 00:00:00.000', 'DateTime64(6, \\'UTC\\')'))"],
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
    [
      'qty + 2 * 3 - qty % 2 = 4',
      "(accurateCastOrNull((toInt128(accurateCastOrNull((toInt128(`qty`) + toInt128(CAST((toInt64(2) * toInt64(3)), 'Int64'))), 'Int64')) - toInt128(CAST((toInt128(`qty`) % toInt128(2)), 'Nullable(Int64)'))), 'Int64') = 4)",
    ],
    ['qty / 2 > 1', "(CAST((CAST(`qty`, 'Nullable(Float64)') / 2), 'Nullable(Float64)') > 1)"],
    ['qty DIV 2 > 1', '(intDiv(`qty`, 2) > 1)'],
    [
      'qty ^ 2 > 1',
      "(if(ifNull((NOT isFinite(pow(CAST(`qty`, 'Nullable(Float64)'), 2))), false), NULL, pow(CAST(`qty`, 'Nullable(Float64)'), 2)) > 1)",
    ],
    ['-price < 0', '(negate(`price`) < 0)'],
    ['price BETWEEN 1 AND 2 AND active', '(((`price` >= 1) AND (`price` <= 2)) AND `active`)'],
    ['price NOT BETWEEN 1 AND 2', '(NOT ((`price` >= 1) AND (`price` <= 2)))'],
    ["name LIKE 'a%' OR name NOT ILIKE '_b'", "((`name` LIKE 'a%') OR (NOT (`name` ILIKE '_b')))"],
    ["name ~ '^a' AND name !~* 'b$'", "(match(`name`, '^a') AND (NOT match(`name`, '(?i)b$')))"],
    ['name IS NULL OR price IS NOT NULL', '((`name` IS NULL) OR (`price` IS NOT NULL))'],
    ['active IS NOT TRUE', '(NOT ifNull((`active` = true), false))'],
    ['price IS DISTINCT FROM 1', '(NOT (`price` <=> 1))'],
    ['price IS NOT DISTINCT FROM NULL', "(`price` <=> CAST(NULL, 'Nullable(Float64)'))"],
    ["name IN ('a', 'b')", "(`name` IN ('a', 'b'))"],
    ['qty NOT IN (1, 2)', '(NOT (`qty` IN (1, 2)))'],
    [
      "name = ANY(ARRAY['a'])",
      "CAST(multiIf(has(arrayMap((`v1`) -> (`name` = `v1`), CAST(['a'], 'Array(Nullable(String))')), true), true, has(arrayMap((`v1`) -> (`name` = `v1`), CAST(['a'], 'Array(Nullable(String))')), NULL), NULL, false), 'Nullable(Bool)')",
    ],
    ['qty IN [1, 2]', '(`qty` IN (1, 2))'],
    [
      'CASE WHEN price > 1 THEN active ELSE false END',
      "CAST(multiIf(ifNull((`price` > 1), false), `active`, false), 'Nullable(Bool)')",
    ],
    [
      "CASE name WHEN 'a' THEN 1 END = 1",
      "(CAST(multiIf(ifNull((`name` = 'a'), false), 1, CAST(NULL, 'Nullable(Int32)')), 'Nullable(Int32)') = 1)",
    ],
    ['price > 1 ? active : false', 'if((`price` > 1), `active`, false)'],
    ['price > 1 -- why', '(`price` > 1)'],
    // Casts, by the spelling of either dialect.
    ["name::int = 5 AND CAST(price AS text) = '1'", null],
    ['qty::int8 = 1', '(`qty` = 1)'],
    ['qty::Int8 = 1', '(`qty` = 1)'],
    ['name::Nullable(Float64) = 1', "(CAST(`name`, 'Nullable(Float64)') = 1)"],
    [
      'price::numeric(10, 2) = 1',
      "(if(ifNull((abs(CAST(round(CAST(printf('%.15g', `price`), 'Nullable(Decimal(76, 20))'), 2), 'Nullable(Decimal(76, 2))')) >= CAST('100000000', 'Decimal(76, 0)')), false), NULL, CAST(round(CAST(printf('%.15g', `price`), 'Nullable(Decimal(76, 20))'), 2), 'Nullable(Decimal(76, 2))')) = CAST(1, 'Decimal(76, 2)'))",
    ],
    // Time.
    [
      "at > now() - INTERVAL '1 day 2 hours'",
      "(`at` > addMicroseconds(addDays(CAST(now64(6, 'UTC'), 'DateTime64(6, \\'UTC\\')'), (-1)), toInt64(-7200000000)))",
    ],
    ['at > today() - INTERVAL 7 DAY', '(`at` > (today() - toIntervalDay(7)))'],
    [
      "EXTRACT(hour FROM at) = 3 AND date_part('dow', at) = 0",
      "((toHour(CAST(`at`, 'Nullable(DateTime64(6, \\'UTC\\'))')) = 3) AND (CAST((toDayOfWeek(CAST(`at`, 'Nullable(DateTime64(6, \\'UTC\\'))')) % 7), 'Nullable(Float64)') = 0))",
    ],
    ["toHour(at, 'Europe/Madrid') = 3", "(toHour(`at`, 'Europe/Madrid') = 3)"],
    [
      "date_trunc('MONTH', at) = day",
      "(CAST(addDays(fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST(`at`, 'Nullable(DateTime64(6, \\'UTC\\'))')) - positiveModulo(toUnixTimestamp64Micro(CAST(`at`, 'Nullable(DateTime64(6, \\'UTC\\'))')), toInt64(86400000000))), 'UTC'), (1 - toDayOfMonth(CAST(`at`, 'Nullable(DateTime64(6, \\'UTC\\'))')))), 'Nullable(DateTime64(6, \\'UTC\\'))') = CAST(`day`, 'Nullable(DateTime64(6, \\'UTC\\'))'))",
    ],
    ["dateDiff('days', day, at) > 1", "(dateDiff('day', `day`, `at`) > 1)"],
    // Functions.
    [
      "lower(name) = 'a' AND LENGTH(name) > 3",
      "((lowerUTF8(replaceAll(replaceAll(`name`, 'İ', 'i'), 'Σ', 'σ')) = 'a') AND (CAST(lengthUTF8(`name`), 'Nullable(Int32)') > 3))",
    ],
    ["coalesce(name, 'x') = 'x'", "(CAST(coalesce(`name`, 'x'), 'String') = 'x')"],
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
      "name = 'x' AND qty IN (1, 9223372036854775807) AND qty < 18446744073709551615 AND price > 1.10 AND at = '2026-01-01'";
    expect(printValue(parseFilter(parsers, text, columns), values)).toBe(
      "((`name` = {p0:String}) AND (`qty` IN ({p1:Int64}, {p2:Int64})) AND (CAST(`qty`, 'Nullable(Decimal(76, 0))') < CAST({p3:String}, 'Decimal(76, 0)')) AND (`price` > {p4:Float64}) AND (`at` = {p5:DateTime64(6, 'UTC')}))",
    );
    expect(values.params).toEqual({
      p0: 'x',
      p1: '1',
      p2: '9223372036854775807',
      p3: '18446744073709551615',
      p4: '1.10',
      p5: '2026-01-01 00:00:00.000',
    });
  });

  test('a NULL or a column in an IN list is written as OR, so that NULL stays unknown and no name reads as a table', () => {
    expect(filter("name IN ('a', NULL)")).toBe(
      "((`name` = 'a') OR (`name` = CAST(NULL, 'Nullable(String)')))",
    );
    expect(filter("name NOT IN ('a', userId)")).toBe("(NOT ((`name` = 'a') OR (`name` = `userId`)))");
  });
});

describe('column names', () => {
  test('unquoted: exact spelling first, then the only one that differs in case', () => {
    expect(filter("userId = 'a' AND USERID = 'b'")).toBe("((`userId` = 'a') AND (`userId` = 'b'))");
    expect(filter('twin = Twin')).toBe('(`twin` = `Twin`)');
    expect(refusal(() => filter("TWIN = 'a'"))).toContain('could be "Twin" or "twin"');
  });

  test('quoted: the exact name', () => {
    expect(filter('"userId" = `userId`')).toBe('(`userId` = `userId`)');
    expect(refusal(() => filter(`"userid" = 'a'`))).toContain('There is no column "userid"');
  });

  test('a column whose name has a dot wins over a path', () => {
    expect(filter("user.plan = 'pro'")).toBe("(`user.plan` = 'pro')");
  });

  test('columnsOf lists the columns of an expression, including those of JSON paths', () => {
    const expr = parseFilter(parsers, "price > 1 AND lower(payload.a) = 'x' OR USERID IN ('a')", columns);
    expect([...columnsOf(expr)].sort()).toEqual(['payload', 'price', 'userId']);
    expect(readsClock(expr)).toBe(false);
    expect(readsClock(parseFilter(parsers, 'at > now()', columns))).toBe(true);
  });
});

describe('JSON paths take the type that their context needs', () => {
  test.each([
    ["payload.user.id = 'a'", "(JSONExtract(`payload`, 'user', 'id', 'Nullable(String)') = 'a')"],
    ['payload.user.Age > 5', "(JSONExtract(`payload`, 'user', 'Age', 'Nullable(Float64)') > 5)"],
    ['payload.ok AND NOT payload.bad', null],
    ['payload.ok', "accurateCastOrNull(JSONExtract(`payload`, 'ok', 'Nullable(String)'), 'Bool')"],
    ["payload.items.0.sku = 'x'", "(JSONExtract(`payload`, 'items', 1, 'sku', 'Nullable(String)') = 'x')"],
    ["payload.items[0].sku = 'x'", "(JSONExtract(`payload`, 'items', 1, 'sku', 'Nullable(String)') = 'x')"],
    [
      "payload->'items'->0->>'sku' = 'x'",
      "(JSONExtract(multiIf((CAST(JSONType(arrayElement([ifNull(`payload`, '')], 1), 'items'), 'String') = 'Array'), nullIf(JSONExtractRaw(arrayElement([`payload`], 1), 'items', 1), ''), ((nullIf(JSONExtractRaw(arrayElement([`payload`], 1), 'items'), '') IS NOT NULL) AND (NOT (CAST(JSONType(arrayElement([ifNull(`payload`, '')], 1), 'items'), 'String') = 'Object')) AND (1 IN (1, (-1)))), nullIf(JSONExtractRaw(arrayElement([`payload`], 1), 'items'), ''), NULL), 'sku', 'Nullable(String)') = 'x')",
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
    ["JSONExtractInt(payload, 'a') = 1", "(JSONExtractInt(arrayElement([`payload`], 1), 'a') = 1)"],
  ])('%s', (text, sql) => {
    if (sql !== null) expect(filter(text)).toBe(sql);
    else filter(text);
  });
});

describe('Metric expressions', () => {
  test.each([
    ['SUM(price) / COUNT()', '(sumKahanOrNull(`price`) / count())'],
    ['count(*)', "CAST(count(), 'Int64')"],
    ['COUNT_DISTINCT(userId)', 'uniqExact(`userId`)'],
    ['COUNT(DISTINCT userId)', "CAST(uniqExact(CAST(`userId`, 'Nullable(String)')), 'Int64')"],
    [
      'COUNT(DISTINCT userId) FILTER (WHERE active)',
      "CAST(uniqExact(if(ifNull(`active`, false), CAST(`userId`, 'Nullable(String)'), NULL)), 'Int64')",
    ],
    ['sum(DISTINCT qty)', "sumDistinct(CAST(`qty`, 'Nullable(Int128)'))"],
    ['avg(payload.price)', "avg(JSONExtract(`payload`, 'price', 'Nullable(Float64)'))"],
    ['quantile(0.9)(price)', 'quantile(0.9)(`price`)'],
    ['quantilesExact(0.5, 0.9)(price)', 'quantilesExact(0.5, 0.9)(`price`)'],
    ['median(price) - min(qty)', '(median(`price`) - minOrNull(`qty`))'],
    [
      'sumIf(price, active) / nullIf(countIf(active), 0)',
      '(sumKahanOrNullIf(`price`, `active`) / nullIf(countIf(`active`), 0))',
    ],
    ['topK(10)(name)', 'topK(10)(`name`)'],
    ['argMax(name, at)', 'argMaxOrNull(`name`, `at`)'],
    [
      'stddev_pop(price)',
      "if((count(CAST(`price`, 'Nullable(Float64)')) < 1), NULL, CAST(stddevPopStable(CAST(`price`, 'Nullable(Float64)')), 'Nullable(Float64)'))",
    ],
    [
      'round(sum(CASE WHEN active THEN price END), 2)',
      "round(CAST(sumKahan(CAST(CAST(multiIf(ifNull(`active`, false), `price`, CAST(NULL, 'Nullable(Float64)')), 'Nullable(Float64)'), 'Nullable(Float64)')), 'Nullable(Float64)'), 2)",
    ],
    ['any(name)', 'anyOrNull(`name`)'],
  ])('%s', (text, sql) => {
    expect(metric(text)).toBe(sql);
  });
});

describe('errors say what is wrong, where, and what to do', () => {
  test.each([
    [
      "price >\n 'abc'",
      'filterSql, line 2, column 2, at "\'abc\'": "abc" is not valid for the type double precision.',
    ],
    ['name = 5', 'The operator = has both text and integer. Cast one of them.'],
    ['nope = 1', 'at "nope": There is no column "nope". Columns: price, qty,'],
    ['price.x = 1', 'There is no column "price.x". Columns: price, qty'],
    ['name', 'A filter must be true or false, but this is text.'],
    ['1 + 1', 'A filter must be true or false, but this is bigint.'],
    ['name AND active', 'AND needs boolean, but this is text (the column name).'],
    ['sum(price) > 1', 'The aggregate function sum is not allowed in a filter'],
    ["day = '2026-02-30'", '"2026-02-30" is not valid for the type date.'],
    ["name = 'é😀' AND nope = 1", 'line 1, column 18, at "nope"'],
    ["name = 'é😀' AND (", 'line 1, column 19, at the end'],
    ['price > 1 AS x', 'Aliases are not allowed'],
    ['price > (SELECT 1)', 'Subqueries are not allowed'],
    ['price > $1', 'Parameters such as $1 are not allowed'],
    ['price > {x:Int8}', 'Query parameters are not allowed'],
    ['price > 1; SELECT 1', 'Only one expression is allowed, without a semicolon.'],
    ['hostName() = name', 'The function hostname is not available.'],
    ['lower(price) = name', 'lower needs text, but this is double precision (the column price).'],
    ['substring(name) = name', 'substring takes 2 to 3 arguments, not 1.'],
    ["toHour(at, 'Mars') = 1", "needs a time zone such as 'Europe/Madrid' here"],
    ['at - at > 1', 'The operator > has both interval and integer.'],
    ['name::xml = name', 'The type xml is not supported.'],
    ['name::bytea = name', 'The operator = has both bytea and text.'],
    ['pg_catalog.lower(name) = name', 'The function pg_catalog.lower is not supported.'],
    ['price = 1e999', 'This number is out of range.'],
    ['', 'filterSql is empty.'],
  ])('%s', (text, message) => {
    expect(refusal(() => filter(text))).toContain(message);
  });

  test.each([
    ['price', 'The column price is not inside an aggregate function.'],
    ['sum(price) + qty', 'column 14, at "qty": The column qty is not inside'],
    ['1', 'A Metric needs an aggregate function'],
    ['sum(name)', 'sum is not defined for text.'],
    ['sum(sum(price))', 'Aggregate functions cannot be nested.'],
    ['sum(*)', '`*` is only allowed in COUNT(*).'],
    ['sum(price) OVER ()', 'Window functions are not allowed in a Metric.'],
    ['groupArray(name)', 'groupArray needs two pairs of brackets'],
    ['groupArray(1000000)(name)', 'needs a count from 1 to 1000 here'],
    ['quantile(2)(price)', 'needs a number between 0 and 1 here'],
  ])('%s', (text, message) => {
    expect(refusal(() => metric(text))).toContain(message);
  });
});

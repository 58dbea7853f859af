/** Statements that are refused, with a part of the message, and what people can write instead. */
export const refusedStatements: Readonly<Record<string, readonly [hint: string, alternative: string]>> = {
  'SELECT id FROM events SETTINGS max_threads = 1': ['Leave them out', 'SELECT id FROM events'],
  'SELECT id FROM events FORMAT JSON': ['Leave it out; for files, use an export', 'SELECT id FROM events'],
  "SELECT id FROM events INTO OUTFILE 'x.csv'": ['use an export', 'SELECT id FROM events'],
  'SELECT count() FROM events SAMPLE 0.1': [
    'cityHash64(id) % 10 = 0',
    'SELECT count() FROM events WHERE cityHash64(id) % 10 = 0',
  ],
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r': [
    'only in the dialect POSTGRESQL',
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r',
  ],
  'SELECT id FROM events NATURAL JOIN users': [
    'write USING',
    'SELECT id FROM events AS e JOIN users AS u USING (user_id)',
  ],
  'SELECT id FROM events ASOF RIGHT JOIN rates USING (currency, at)': [
    'ASOF INNER JOIN, ASOF LEFT JOIN',
    'SELECT id FROM events ASOF LEFT JOIN rates USING (currency, at)',
  ],
  'SELECT id FROM events UNION SELECT user_id FROM users': [
    'Write UNION DISTINCT',
    'SELECT id FROM events UNION DISTINCT SELECT user_id FROM users',
  ],
  'SELECT id FROM events INTERSECT ALL SELECT user_id FROM users': [
    'Write INTERSECT DISTINCT',
    'SELECT id FROM events INTERSECT DISTINCT SELECT user_id FROM users',
  ],
  'SELECT * APPLY (toString) FROM users': ['Name the columns', 'SELECT toString(user_id) FROM users'],
  'SELECT * EXCLUDE (at) FROM users': ['Write * EXCEPT', 'SELECT * EXCEPT (at) FROM users'],
  'SELECT TOP 3 id FROM events': ['Use LIMIT', 'SELECT id FROM events LIMIT 3'],
  'SELECT count() FROM (SELECT event, count() FROM events GROUP BY event WITH TOTALS)': [
    'Use WITH ROLLUP here',
    'SELECT count() FROM (SELECT event, count() FROM events GROUP BY event WITH ROLLUP)',
  ],
  'SELECT qty AS n FROM events ORDER BY n WITH FILL FROM 0 TO 1000000': [
    'WITH FILL adds more than 100000 rows',
    'SELECT qty AS n FROM events ORDER BY n WITH FILL FROM 0 TO 1000',
  ],
  'SELECT qty AS n, id AS i FROM events ORDER BY n WITH FILL INTERPOLATE (i AS i + 1)': [
    'INTERPOLATE (a, b)',
    'SELECT qty AS n, id AS i FROM events ORDER BY n WITH FILL INTERPOLATE (i)',
  ],
  'SELECT range(1000000)': ['range returns more than 100000 values', 'SELECT range(1000)'],
  'SELECT uniqState(user_id) AS u FROM events': [
    'Use finalizeAggregation(u)',
    'SELECT finalizeAggregation(u) FROM (SELECT uniqState(user_id) AS u FROM events)',
  ],
  'SELECT CAST(s AS String) FROM (SELECT sumState(qty) AS s FROM events)': [
    'A cast cannot use the state of an aggregate',
    'SELECT CAST(finalizeAggregation(s) AS String) FROM (SELECT sumState(qty) AS s FROM events)',
  ],
  'SELECT [s] FROM (SELECT sumState(qty) AS s FROM events)': [
    'An array cannot use the state of an aggregate',
    'SELECT [finalizeAggregation(s)] FROM (SELECT sumState(qty) AS s FROM events)',
  ],
  "SELECT s || 'x' FROM (SELECT sumState(qty) AS s FROM events)": [
    'The operator || cannot use the state of an aggregate',
    "SELECT concat(finalizeAggregation(s), 'x') FROM (SELECT sumState(qty) AS s FROM events)",
  ],
  'SELECT hex(s) FROM (SELECT sumState(qty) AS s FROM events)': [
    'Use the suffix Merge, or finalizeAggregation',
    'SELECT sumMerge(s) FROM (SELECT sumState(qty) AS s FROM events)',
  ],
  "SELECT windowFunnel(60)(at, event = 'view') FROM events": [
    'Write toDateTime(at)',
    "SELECT windowFunnel(60)(toDateTime(at), event = 'view') FROM events",
  ],
  "SELECT sequenceMatch('(?1)(?x)')(toDateTime(at), qty = 1, qty = 2) FROM events": [
    "a pattern such as '(?1)(?t<=3600).*(?2)'",
    "SELECT sequenceMatch('(?1)(?t<=3600).*(?2)')(toDateTime(at), qty = 1, qty = 2) FROM events",
  ],
  'SELECT bar(qty, 0, 10, 5) FROM events': [
    "substringUTF8('██████████', 1, toUInt8(10 * x / most))",
    "SELECT substringUTF8('██████████', 1, toUInt8(10 * qty / 7)) FROM events",
  ],
  'SELECT toTypeName(qty) FROM events': ['describeSqlV1', 'SELECT qty FROM events'],
  'SELECT neighbor(qty, -1) FROM events': [
    'lagInFrame(x) OVER (ORDER BY …)',
    'SELECT lagInFrame(qty) OVER (ORDER BY id) FROM events',
  ],
  'SELECT runningDifference(qty) FROM events': [
    'x - lagInFrame(x) OVER (ORDER BY …)',
    'SELECT qty - lagInFrame(qty) OVER (ORDER BY id) FROM events',
  ],
  'SELECT rowNumberInAllBlocks() FROM events': [
    'row_number() OVER (ORDER BY …)',
    'SELECT row_number() OVER (ORDER BY id) FROM events',
  ],
  'SELECT groupArrayMovingSum(3)(qty) FROM events': [
    'sum(x) OVER (ORDER BY … ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)',
    'SELECT sum(qty) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM events',
  ],
  "SELECT dictGet('users', 'name', user_id) FROM events": [
    'Join the Data Pool',
    'SELECT u.name FROM events e JOIN users u ON u.user_id = e.user_id',
  ],
  'SELECT rand() % 10 FROM events': ['Write cityHash64(id)', 'SELECT cityHash64(id) % 10 FROM events'],
  'SELECT arrayFold((acc, x) -> acc + x, [1, 2], 0)': [
    'arraySum(x -> …, array)',
    'SELECT arraySum(x -> x, [1, 2])',
  ],
  "SELECT arrayWithConstant(3, 'a')": [
    'arrayMap(i -> x, range(n))',
    'SELECT arrayMap(i -> event, range(3)) FROM events',
  ],
  "SELECT multiMatchAny(event, ['a', 'b']) FROM events": [
    "match(x, 'a|b')",
    "SELECT match(event, 'a|b') FROM events",
  ],
  'SELECT untuple((id, qty)) FROM events': [
    'tupleElement(x, 1)',
    'SELECT tupleElement((id, qty), 1) FROM events',
  ],
  'SELECT groupBitmap(user_id) FROM events': ['uniqExact(x)', 'SELECT uniqExact(user_id) FROM events'],
  'SELECT * FROM numbers_mt(10)': ['numbers(n)', 'SELECT * FROM numbers(10)'],
  'SELECT count() FROM events WHERE user_id IN users': [
    'Expected a list in brackets after IN',
    'SELECT count() FROM events WHERE user_id IN (SELECT user_id FROM users)',
  ],
  'SELECT arrayMap(x -> arrayMap(y -> y + 1, range(x)), [1, 2])': [
    'A lambda inside a lambda is not supported',
    'SELECT arrayMap(x -> arraySum(range(x)), [1, 2])',
  ],
  'SELECT id FROM events e WHERE EXISTS (SELECT 1 FROM users u WHERE u.user_id = e.user_id)': [
    'here, use IN or a join',
    'SELECT id FROM events e WHERE user_id IN (SELECT user_id FROM users)',
  ],
};

/**
 * Statements that attack the engine, its messages or the thread that answers everybody. Each has to be answered, or
 * refused, within the query time-out, and must hold nobody else up. They read no Data Pool, except by `events`, which
 * the test that runs them has to create.
 */
export interface HostileStatement {
  readonly query: string;
  readonly dialect: 'POSTGRESQL' | 'COLUMNSTORE';
}

const postgresql = (query: string): HostileStatement => ({ query, dialect: 'POSTGRESQL' });
const columnstore = (query: string): HostileStatement => ({ query, dialect: 'COLUMNSTORE' });

const spaces = ' '.repeat(25_000);
const nested = (open: string, inner: string, close: string, times: number) =>
  `${open.repeat(times)}${inner}${close.repeat(times)}`;
const series = (name: string) => `generate_series(1, 100000) AS ${name}`;

export const hostileStatements: Readonly<Record<string, HostileStatement>> = {
  'a message with a long run of spaces': columnstore(`SELECT toInt64('x${spaces}y')`),
  'a message with a long run of brackets': columnstore(`SELECT toInt64('${'('.repeat(25_000)}')`),
  'a message full of versions': columnstore(`SELECT toInt64('${'(AA)(version '.repeat(2_000)}')`),
  'a message full of printed statements': columnstore(
    `SELECT toInt64('${': in scope SELECT '.repeat(1_500)}')`,
  ),
  'a long message in a cast': postgresql(`SELECT CAST('x${spaces}y' AS integer)`),
  'a long message of a division': columnstore(`SELECT intDiv(1, 0), '${spaces}'`),

  'nested repetitions': columnstore("SELECT match('aaaa', '(a{1,1000}){1,1000}')"),
  'deeply nested repetitions': columnstore("SELECT match('aaaa', '(((a{1,10}){1,10}){1,10}){1,10}')"),
  'repetitions in a row': columnstore(`SELECT match('aaaa', '${'[ab]{1,1000}'.repeat(70)}')`),
  'optional repetitions in a row': columnstore(`SELECT match('aaaa', '${'(?:[ab]?){1000}'.repeat(60)}')`),
  'letters of all scripts, repeated': columnstore("SELECT match('aaaa', '\\\\pL{1,1000}')"),
  'many alternatives': columnstore(`SELECT match('aaaa', '${Array(3_000).fill('a*b').join('|')}')`),
  'a class that is never closed': columnstore(`SELECT match('aaaa', '${'['.repeat(10_000)}')`),
  'repetitions in extractAll': columnstore(`SELECT extractAll('aaaa', '${'[ab]{1,1000}'.repeat(70)}')`),
  'repetitions in replaceRegexpAll': columnstore(
    `SELECT replaceRegexpAll('aaaa', '${'[ab]{1,1000}'.repeat(70)}', 'x')`,
  ),
  'repetitions after REGEXP': columnstore("SELECT 'aaaa' REGEXP '(a{1,1000}){1,1000}'"),
  'repetitions after ~': postgresql("SELECT 'aaaa' ~ '(a{1,999}){1,999}'"),
  'repetitions after SIMILAR TO': postgresql("SELECT 'aaaa' SIMILAR TO '(a{1,999}){1,999}'"),
  'repetitions in regexp_replace': postgresql(
    `SELECT regexp_replace('aaaa', '${'a{1,999}'.repeat(90)}', 'x', 'g')`,
  ),
  'repeated optional groups in regexp_replace': postgresql(
    "SELECT regexp_replace('aaaa', '(((a?){999}){999}){999}', 'x', 'g')",
  ),
  'a pattern with many places to begin': postgresql(
    `SELECT count(*) FROM generate_series(1, 100000) AS n WHERE repeat('ab', 50) ~ '[ab]*a[ab]{200}[cd]'`,
  ),
  'a replacement that matches nearly nothing, often': columnstore(
    `SELECT sum(length(replaceRegexpAll(concat(repeat('ab', 500), toString(number)), '(a|b|ab)*?c?', '\\\\0\\\\0'))) FROM numbers(100000)`,
  ),
  'LIKE with thousands of wildcards': postgresql(`SELECT repeat('a', 1000) LIKE '${'%a'.repeat(5_000)}b'`),

  'a cross join without an end': postgresql(
    `SELECT sum(a * b * c) FROM ${series('a')} CROSS JOIN ${series('b')} CROSS JOIN ${series('c')}`,
  ),
  'a sort of a cross join': postgresql(
    `SELECT a, b FROM ${series('a')} CROSS JOIN ${series('b')} ORDER BY a * b LIMIT 10`,
  ),
  'more groups than memory': postgresql(
    `SELECT a * 100000 + b AS k, count(*) FROM ${series('a')} CROSS JOIN ${series('b')} GROUP BY 1 LIMIT 1`,
  ),
  'a result that is too large': postgresql(`SELECT repeat('x', 1000), n FROM ${series('n')}`),
  'long texts, multiplied': postgresql(`SELECT length(repeat(repeat('x', 1000), 1000)) FROM ${series('n')}`),
  'a recursion': postgresql(
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
  ),
  'a recursion that doubles its rows': postgresql(
    `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r, (VALUES (1), (2)) v(x)) SELECT max(n) FROM r`,
  ),
  'recursions inside one another': postgresql(
    `WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a WHERE n < 900),
      b AS (SELECT 1 AS n UNION ALL SELECT b.n + 1 FROM b JOIN a ON a.n = b.n WHERE b.n < 900) SELECT max(n) FROM b`,
  ),

  'nested brackets': columnstore(`SELECT ${nested('(', '1', ')', 10_000)}`),
  'nested brackets in PostgreSQL': postgresql(`SELECT ${nested('(', '1', ')', 10_000)}`),
  'nested calls': columnstore(`SELECT ${nested('abs(', '1', ')', 3_000)}`),
  'nested subqueries': postgresql(
    `SELECT * FROM ${nested('(SELECT * FROM ', '(SELECT 1) AS x', ') AS x', 500)}`,
  ),
  'nested CASE': postgresql(`SELECT ${nested('CASE WHEN true THEN ', '1', ' END', 1_000)}`),
  'nested arrays': columnstore(`SELECT ${nested('[', '1', ']', 3_000)}`),
  'a long chain of operators': postgresql(`SELECT ${Array(8_000).fill('1').join('+')}`),
  'a long list': postgresql(`SELECT 1 IN (${Array(10_000).fill('1').join(',')})`),
  'many columns': postgresql(`SELECT ${Array(8_000).fill('1').join(',')}`),
  'many unions': postgresql(Array(1_500).fill('SELECT 1').join(' UNION ALL ')),
  'comments that never end': columnstore(`SELECT 1 ${'/*'.repeat(10_000)}`),
  'quotes that never end': columnstore(`SELECT '${"\\'".repeat(10_000)}`),
  'a long run of blanks before an error': columnstore(`SELECT 1${spaces} oops (`),
};

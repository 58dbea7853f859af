import type { Column } from '../../server/src/catalog/column.js';
import type { SqlDialect } from '../../server/src/sql/compiler/parse-statement.js';
import { expressionLimits } from '../../server/src/sql/text/expression-limits.js';
import { statementLimits } from '../../server/src/sql/text/statement-limits.js';

/** A text that was made to cost more than it should: by its length, its depth, or what it multiplies to. */
export interface HostileText {
  readonly name: string;
  readonly kind: 'filter' | 'expression' | 'statement';
  readonly dialect: SqlDialect | undefined;
  readonly text: string;
}

/** The Data Pool that they are about. */
export const hostileTable = 'orders';

const column = (name: string, type: Column['type']): Column => ({
  name,
  type,
  nullable: true,
  jsonProperty: name,
});

export const hostileColumns: readonly Column[] = [
  column('a', 'INT32'),
  column('b', 'INT32'),
  column('s', 'STRING'),
  column('t', 'TIMESTAMP'),
  column('j', 'JSON'),
];

/** As often as fits. */
const fill = (unit: string, length: number) => unit.repeat(Math.max(0, Math.floor(length / unit.length)));
const nest = (open: string, inner: string, close: string, length: number) => {
  const levels = Math.floor((length - inner.length) / (open.length + close.length));
  return open.repeat(levels) + inner + close.repeat(levels);
};
const levels = (open: string, inner: string, close: string, count: number) =>
  open.repeat(count) + inner + close.repeat(count);
const listed = (length: number, item: (index: number) => string) => {
  const items: string[] = [];
  for (let left = length; left > 0; left -= (items.at(-1)?.length ?? 0) + 1) items.push(item(items.length));
  return items.slice(0, -1).join(',');
};

/** Conditions of at most so many characters. */
const conditions: Readonly<Record<string, (length: number) => string>> = {
  'comments inside one another': (length) => `${nest('/*', '', '*/', length - 5)} a=1`,
  'comments that are never closed': (length) => fill('/*', length),
  'comments side by side': (length) => `${fill('/**/', length - 5)} a=1`,
  'comments of one line': (length) => `${fill('--\n', length - 5)}a=1`,
  'a comment of stars': (length) => `/*${fill('*', length - 10)}/ a=1`,
  'signs without blanks': (length) => `a = ${fill('+-', length - 10)} 1`,
  'signs with blanks': (length) => `a = ${fill('- + ', length - 10)} 1`,
  'one long operator': (length) => `a ${fill('+*<>=~!@#%^&|?', length - 10)} 1`,
  'plus and at signs': (length) => `a ${fill('@-', length - 10)} 1`,
  brackets: (length) => nest('(', 'a=1', ')', length),
  'open brackets': (length) => fill('(', length),
  'square brackets': (length) => nest('[', '1', ']', length),
  'arrays inside one another': (length) => `${nest('array[', '1', ']', length - 10)} is null`,
  'subscripts inside one another': (length) => `${nest('a[', '1', ']', length - 10)} is null`,
  'calls inside one another': (length) => `${nest('abs(', 'a', ')', length - 5)}=1`,
  'a chain of sums': (length) => `a = 1${fill('+1', length - 10)}`,
  'a chain of products of sums': (length) => `a = 1${fill('+1*2', length - 10)}`,
  'chains as first operands': (length) => `a = ${nest('(', '1', '+1+1+1+1)', length - 10)}`,
  NOT: (length) => `${fill('not ', length - 10)}a=1`,
  'IS NULL': (length) => `a${fill(' is null', length - 1)}`,
  ORs: (length) => `${fill('a=1 or ', length - 10)}a=1`,
  'ANDs and ORs': (length) => `${fill('a=1 or b=2 and ', length - 10)}a=1`,
  'concatenated texts': (length) => `${fill("'a'||", length - 10)}s = ''`,
  casts: (length) => `a${fill('::int', length - 10)}=1`,
  'CASE inside CASE': (length) => `${nest('case when a=1 then ', '1', ' end', length - 5)}=1`,
  'CASE of many branches': (length) => `case ${fill('when a=1 then 1 ', length - 20)}end=1`,
  'a list of numbers': (length) => `a in (${fill('1,', length - 10)}1)`,
  'a list of texts': (length) => `s in (${fill("'a',", length - 12)}'')`,
  'a list of 2,000': () => `a in (${'1,'.repeat(1_999)}1)`,
  'steps of a name': (length) => `a${fill('.b', length - 10)} is null`,
  'steps of a document': (length) => `j${fill('.b', length - 10)} is null`,
  'long names side by side': (length) => `${fill(`j${'.b'.repeat(900)} = 1 or `, length - 10)}a=1`,
  arrows: (length) => `j${fill("->'b'", length - 10)} is null`,
  'an open quote': (length) => `s = '${fill('x', length - 10)}`,
  'doubled quotes': (length) => `s = '${fill("''", length - 10)}'`,
  'an open dollar quote': (length) => `s = $a$${fill('$a', length - 10)}`,
  'dollar quotes': (length) => `s = ${fill('$$', length - 10)}`,
  'escapes of Unicode': (length) => `s = U&'${fill('\\0061', length - 12)}'`,
  escapes: (length) => `s = E'${fill('\\n', length - 12)}'`,
  'texts that go on': (length) => `s = ${fill("'a'\n", length - 10)}`,
  'lines between texts': (length) => `s = 'a'${fill('\n', length - 10)}x`,
  blanks: (length) => `a =${fill(' ', length - 10)}1`,
  'letters of several bytes': (length) => `${fill("s='é😀' or ", length - 10)}a=1`,
  'a comment of several bytes': (length) =>
    `/*${fill('😀', length / 2)}*/${fill('a=1 or ', length / 2 - 12)}a=1`,
  'an error after several bytes': (length) => `${fill("s='é😀' or ", length - 10)}a=1 )`,
  digits: (length) => `a = ${fill('9', length - 10)}`,
  parameters: (length) => `${fill('a=$1 or ', length - 10)}a=1`,
  'wide calls': (length) => `coalesce(${fill('a,', length - 20)}a)=1`,
  lambdas: (length) => `${nest('arrayMap(x -> ', '[1]', ', [1])', length - 10)} = [1]`,
  'what could be lambdas': (length) => `${fill('(x,', length - 10)}a`,
  ternaries: (length) => `${fill('a=1?b=1:', length - 10)}a=1`,
  BETWEEN: (length) => `${fill('a between 1 and 2 and ', length - 10)}a=1`,
  'types inside types': (length) => `a::${nest('Array(', 'Int32', ')', length - 10)} = 1`,
  'array types': (length) => `a::int${fill('[]', length - 20)} is null`,
  'time zones': (length) => `t${fill(" at time zone 'Europe/Berlin'", length - 20)} is null`,
  'documents in documents': (length) => `'${nest('[', '', ']', length - 25)}'::jsonb is null`,
  semicolons: (length) => `a=1${fill(';', length - 10)}`,
};

/** Statements of at most so many characters. */
const statements: Readonly<Record<string, (length: number) => string>> = {
  columns: (length) => `select ${fill('a,', length - 30)}a from orders`,
  'columns with names': (length) => `select ${listed(length - 30, (index) => `a as c${index}`)} from orders`,
  'a thousand columns': () => `select ${listed(7_000, (index) => `a+${index % 10}`)} from orders`,
  stars: (length) => `select ${fill('*,', length - 30)}* from orders`,
  'stars of joined tables': () => `select ${'*,'.repeat(300)}1 from orders x, orders y, orders z`,
  'stars of stars': () => levels('select *,* from (', 'select 1 as x', ') t', 10),
  sums: (length) => `select ${listed(length - 40, (index) => `sum(a+${index})`)} from orders`,
  'GROUP BY': (length) =>
    `select count(*) from orders group by ${listed(length - 60, (index) => `a+${index}`)}`,
  'ORDER BY': (length) => `select a from orders order by ${fill('a,', length - 60)}a`,
  HAVING: (length) => `select 1 from orders having ${fill('sum(a)=1 or ', length - 60)}true`,
  VALUES: (length) => `values ${fill('(1),', length - 20)}(1)`,
  'wide VALUES': (length) => `values (${fill('1,', length - 20)}1)`,
  UNION: (length) => `${fill('select 1 union all ', length - 20)}select 1`,
  EXCEPT: (length) => `${fill('select 1 except ', length - 20)}select 1`,
  'UNION in brackets': (length) => nest('(select 1 union all ', 'select 1', ')', length),
  'wide UNION': (length) =>
    `${fill(`select ${'a,'.repeat(500)}a from orders union all `, length - 1_100)}select 1`,
  subqueries: (length) => nest('select * from (', 'select 1 as x', ') t', length),
  'subqueries as values': (length) => `select ${nest('(select ', '1', ')', length - 20)}`,
  EXISTS: (length) => `select 1 where ${nest('exists (select 1 where ', 'true', ')', length - 20)}`,
  joins: (length) => `select 1 from orders${fill(' cross join orders', length - 20)}`,
  'joins by commas': (length) => `select 1 from orders${fill(',orders', length - 20)}`,
  'joins in brackets': (length) =>
    `select 1 from ${nest('(orders join ', 'orders', ' using (a))', length - 20)}`,
  'joins of 19 tables': () =>
    `select * from orders t0${Array.from({ length: 18 }, (_, index) => ` natural full join orders t${index + 1}`).join('')}`,
  'WITH, each used twice': () =>
    `with c0 as (select 1 as x)${Array.from({ length: 30 }, (_, index) => `,c${index + 1} as (select x from c${index} union all select x from c${index})`).join('')} select 1 from c30`,
  'WITH, each a value twice': () =>
    `with c0 as (select 1 as x)${Array.from({ length: 10 }, (_, index) => `,c${index + 1} as (select (select x from c${index}) + (select x from c${index}) as x)`).join('')} select 1 from c10`,
  'a long WITH used eight times': (length) =>
    `with c0 as (select a as x from orders where ${fill('a=1 or ', length - 300)}true)${Array.from({ length: 3 }, (_, index) => `,c${index + 1} as (select x from c${index} union all select x from c${index})`).join('')} select 1 from c3`,
  'values that double': () => levels('select x+x+x+x as x from (', 'select 1 as x', ') t', 10),
  'aliases that double': () =>
    `select a as a0${Array.from({ length: 30 }, (_, index) => `,a${index}+a${index} as a${index + 1}`).join('')} from orders`,
  windows: (length) => `select ${fill('sum(a) over (partition by a order by b),', length - 60)}a from orders`,
  'grouping sets': (length) =>
    `select a from orders group by grouping sets (${fill('(a),', length - 80)}(a))`,
  CUBE: (length) => `select a from orders group by cube (${fill('a,', length - 80)}a)`,
  'CUBE of a long query': (length) =>
    `select a from (select * from orders where ${fill('a=1 or ', length - 200)}true) x group by cube (a,b,s,t)`,
  'CASE in columns': (length) =>
    `select ${fill('case when a=1 then 1 else 2 end,', length - 60)}1 from orders`,
  percentiles: (length) =>
    `select ${fill('percentile_cont(0.5) within group (order by a),', length - 60)}1 from orders`,
  'times in zones': (length) =>
    `select ${fill("date_trunc('day', t at time zone 'Europe/Berlin'),", length - 60)}1 from orders`,
  'times in zones in 999 columns': () =>
    `select ${Array(999).fill("date_trunc('day', t at time zone 'Europe/Berlin')").join()} from orders`,
  'correlated subqueries': (length) =>
    `select ${fill('(select max(a) from orders p where p.a = o.a),', length - 60)}1 from orders o`,
  'IN of subqueries': (length) =>
    `select 1 from orders where ${fill('a in (select 1) and ', length - 60)}true`,
  '95 rounds': () => `select ${levels('round(', 'a::numeric', ', 2)', 95)} from orders`,
  '95 quotients': () => `select ${levels('(', 'a::numeric', '/b)', 95)} from orders`,
  '95 remainders': () => `select ${levels('(', 'a', '%b)', 95)} from orders`,
  '95 zones': () => `select ${levels('(', 't', " at time zone 'Europe/Berlin')", 95)} from orders`,
  '95 intervals': () => `select ${levels('(', 't', " + interval '1 month 2 days')", 95)} from orders`,
  '95 comparisons': () => `select ${levels('(', 'a=1', ' is distinct from (b=1))', 95)} from orders`,
  '95 branches': () => `select ${levels('case when a=1 then b else ', 'a', ' end', 95)} from orders`,
  '95 texts': () => `select ${levels('split_part(', 's', ", ',', 1)", 95)} from orders`,
  'ARRAY JOINs': (length) => `select 1 from orders${fill(' array join [1] as x', length - 20)}`,
  'one ARRAY JOIN of many arrays': (length) =>
    `select 1 from orders array join ${listed(length - 40, (index) => `[1] as x${index}`)}`,
  'values of WITH that double': () =>
    `with a as a0${Array.from({ length: 30 }, (_, index) => `,a${index}+a${index} as a${index + 1}`).join('')} select a30 from orders`,
  'values of WITH that name each other': () => 'with b1+b1 as a1, a1+a1 as b1 select a1 from orders',
  'suffixes of an aggregate': (length) => `select sum${fill('ArrayOrNull', length - 30)}(a) from orders`,
  'states of states': (length) =>
    `select ${nest('uniqMergeState(', 'uniqState(a)', ')', length - 30)} from orders`,
  'tuples inside one another': (length) => `select ${nest('(1,', '1', ')', length - 10)}`,
  'lambdas of many parameters': (length) =>
    `select arrayMap((${listed(length / 2 - 40, (index) => `x${index}`)}) -> 1, ${fill('[1],', length / 2)}[1])`,
  'keys with WITH FILL': (length) =>
    `select a from orders order by ${fill('a with fill from 1 to 2,', length - 60)}a`,
  'named windows': (length) => `select 1 from orders window ${fill('w as (),', length - 60)}w as ()`,
  '* EXCEPT': (length) => `select * except (${listed(length - 60, (index) => `x${index}`)}) from orders`,
  '* REPLACE': (length) => `select * replace (${fill('1 as a,', length - 60)}1 as a) from orders`,
  'maps and their keys': (length) => `select ${nest('map(1,', '1', ')[1]', length - 30)}`,
  'types inside one another': (length) => `select cast(1 as ${nest('Array(', 'Int8', ')', length - 30)})`,
  'a pattern of events': (length) =>
    `select sequenceMatch('${fill('(?1)', length - 80)}')(toDateTime(t), a=1, b=1) from orders`,
  'many statements': (length) => fill('select 1;', length),
  'a long name': (length) => `select 1 as ${fill('x', length - 30)}`,
};

const filterLength = expressionLimits.textLengthMax;
const statementLength = statementLimits.textLengthMax;

export const hostileTexts: readonly HostileText[] = [
  ...Object.entries(conditions).flatMap(([name, text]): HostileText[] => [
    { name, kind: 'filter', dialect: undefined, text: text(filterLength) },
    {
      name,
      kind: 'expression',
      dialect: undefined,
      text: `sum(case when ${text(filterLength - 40)} then 1 end)`,
    },
    ...(['POSTGRESQL', 'COLUMNSTORE', undefined] as const).map(
      (dialect): HostileText => ({
        name: `WHERE: ${name}`,
        kind: 'statement',
        dialect,
        text: `select 1 from orders where ${text(statementLength - 30)}`,
      }),
    ),
  ]),
  ...Object.entries(statements).flatMap(([name, text]) =>
    (['POSTGRESQL', 'COLUMNSTORE', undefined] as const).map(
      (dialect): HostileText => ({ name, kind: 'statement', dialect, text: text(statementLength) }),
    ),
  ),
];

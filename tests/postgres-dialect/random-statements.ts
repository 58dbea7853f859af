import type { Choices } from '../fuzz/choices.js';

/**
 * Random SELECTs over the sample tables, as a typed grammar: nearly all of them run on PostgreSQL. Every result is
 * ordered by all its columns, so that rows can be compared one by one.
 */
type Type = 'int' | 'numeric' | 'float' | 'text' | 'bool' | 'date' | 'time';

interface Column {
  readonly name: string;
  readonly type: Type;
}

interface Source {
  readonly text: string;
  readonly columns: readonly Column[];
  /** Its columns of JSON documents. */
  readonly documents: readonly string[];
}

const orders: readonly Column[] = [
  { name: 'id', type: 'int' },
  { name: 'customer', type: 'int' },
  { name: 'qty', type: 'int' },
  { name: 'small', type: 'int' },
  { name: 'price', type: 'float' },
  { name: 'status', type: 'text' },
  { name: 'note', type: 'text' },
  { name: '"userId"', type: 'text' },
  { name: 'active', type: 'bool' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'time' },
];
const customers: readonly Column[] = [
  { name: 'id', type: 'int' },
  { name: 'name', type: 'text' },
  { name: 'country', type: 'text' },
  { name: 'referrer', type: 'int' },
];
const payments: readonly Column[] = [
  { name: 'id', type: 'int' },
  { name: 'amount', type: 'numeric' },
  { name: 'kind', type: 'text' },
  { name: 'at', type: 'time' },
];

const types = ['int', 'text', 'bool', 'float', 'date', 'time', 'numeric'] as const;
const literals: Readonly<Record<Type, readonly string[]>> = {
  int: ['1', '0', '2', '-1', '7', '10'],
  numeric: ['1.5', '0.25', '-2.50', '10.0'],
  float: ['0.5::float8', '2::float8', '-1.25::float8'],
  text: ["'a'", "'paid'", "''", "'A b'", "'é'"],
  bool: ['true', 'false', 'null::boolean'],
  date: ["date '2026-01-31'", "date '1969-07-20'", "date '2024-02-29'"],
  time: ["timestamp '2026-01-31 10:15:30.25'", "timestamp '1969-12-31 23:59:59'"],
};
/** Conditions that hold for all rows or for none, beside the one that joins. */
const constantConditions = [
  'null::bool',
  '1 = 1',
  'false',
  '5 = any(array[1, null])',
  '5 = any(array[1, 5])',
  'nullif(1, 1) = 1',
];
const comparisons = ['=', '<>', '<', '<=', '>', '>='];
const units = ['day', 'month', 'year', 'hour', 'week', 'quarter', 'minute'];
const fields = ['year', 'month', 'day', 'dow', 'doy', 'week', 'quarter'];
const intervals = [
  "interval '1 day'",
  "interval '1 month'",
  "interval '90 minutes'",
  "interval '-1 year 3 days'",
];
const names: Readonly<Record<Type, string>> = {
  int: 'bigint',
  numeric: 'numeric(12, 2)',
  float: 'float8',
  text: 'text',
  bool: 'boolean',
  date: 'date',
  time: 'timestamp',
};

export function randomStatement(choices: Choices): string {
  return new Statement(choices).text();
}

class Statement {
  readonly #c: Choices;
  #aliases = 0;
  /** A subquery in a key is not the same one in the SELECT list. */
  #hasSubqueries = true;

  constructor(choices: Choices) {
    this.#c = choices;
  }

  text(): string {
    const c = this.#c;
    const kinds = c.many(1, 4, () => c.pick(types));
    const first = this.#select(kinds, 3);
    const operation = c.chance(15) ? c.pick(['union', 'union all', 'intersect', 'except']) : null;
    const second = () => (c.chance(20) ? this.#nulls(kinds) : this.#select(kinds, 1));
    const whole = operation === null ? first : `${first} ${operation} ${second()}`;
    const order = kinds.map((_, index) => `${index + 1}${c.pick(['', ' desc', ' nulls first'])}`).join(', ');
    return `${whole} order by ${order}${c.chance(20) ? ` limit ${1 + c.below(6)}` : ''}`;
  }

  /** An arm with bare NULLs, which take their types from the other one. */
  #nulls(kinds: readonly Type[]): string {
    const c = this.#c;
    return `select ${kinds.map((type) => (c.chance(60) ? 'null' : this.#typed(c.pick(literals[type]), type))).join(', ')}`;
  }

  #alias(): string {
    this.#aliases += 1;
    return `x${this.#aliases}`;
  }

  #select(kinds: readonly Type[], depth: number): string {
    const source = this.#source(depth);
    return this.#c.weighted([
      [4, () => this.#plain(kinds, source, depth)],
      [4, () => this.#grouped(kinds, source, depth)],
      [2, () => this.#windowed(kinds, source, depth)],
    ]);
  }

  #plain(kinds: readonly Type[], source: Source, depth: number): string {
    const items = kinds.map((type) => this.#value(type, source, depth));
    return `select ${this.#c.chance(15) ? 'distinct ' : ''}${items.join(', ')} from ${source.text}${this.#where(source)}`;
  }

  #grouped(kinds: readonly Type[], source: Source, depth: number): string {
    const c = this.#c;
    const keys: string[] = [];
    const items = kinds.map((type) => {
      if (!c.chance(55)) return this.#typed(this.#aggregate(type, source), type);
      this.#hasSubqueries = false;
      const isConstant = type === 'text' && c.chance(15);
      const key = isConstant ? this.#typed("'a'", type) : this.#value(type, source, depth - 1);
      this.#hasSubqueries = true;
      keys.push(key);
      return key;
    });
    const having = c.chance(25) ? ` having count(*) ${c.pick(comparisons)} ${c.below(4)}` : '';
    const list = keys.join(', ');
    // PostgreSQL 15 never shows NULL for a key that it can compute in advance, such as `active and false`.
    const hasSets = keys.every((key) => /^\(x\d+\.["\w]+\)::/.test(key)) && c.chance(40);
    const sets = hasSets ? `${c.pick(['rollup', 'cube'])} (${list})` : list;
    const groupBy = keys.length === 0 ? '' : ` group by ${sets}`;
    return `select ${items.join(', ')} from ${source.text}${this.#where(source)}${groupBy}${having}`;
  }

  #windowed(kinds: readonly Type[], source: Source, depth: number): string {
    const c = this.#c;
    const items = kinds.map((type) => {
      if (!c.chance(50)) return this.#value(type, source, depth - 1);
      const partition = c.chance(60) ? `partition by ${this.#column(c.pick(['text', 'int']), source)} ` : '';
      const function_ =
        type === 'int' && c.chance(40)
          ? c.pick(['row_number()', 'rank()', 'dense_rank()'])
          : this.#aggregate(type, source);
      const order = source.columns.map(({ name }) => name).join(', ');
      return this.#typed(`${function_} over (${partition}order by ${order})`, type);
    });
    return `select ${items.join(', ')} from ${source.text}${this.#where(source)}`;
  }

  #where(source: Source): string {
    return this.#c.chance(50) ? ` where ${this.#value('bool', source, 2)}` : '';
  }

  #source(depth: number): Source {
    const named = (table: string, columns: readonly Column[]): Source => {
      const alias = this.#alias();
      return {
        text: `${table} ${alias}`,
        columns: columns.map(({ name, type }) => ({ name: `${alias}.${name}`, type })),
        documents: columns === orders ? [`${alias}.payload`] : [],
      };
    };
    return this.#c.weighted<Source>([
      [5, () => named(this.#c.pick(['orders', 'public.orders']), orders)],
      [2, () => named('customers', customers)],
      [2, () => named('payments', payments)],
      [3, () => this.#joined(named('orders', orders), named('customers', customers))],
      [1, () => this.#joined(named('orders', orders), named('payments', payments))],
      [depth > 0 ? 2 : 0, () => this.#subquery(depth)],
    ]);
  }

  #joined(left: Source, right: Source): Source {
    const join = this.#c.pick(['join', 'left join', 'right join', 'full join']);
    const [first, second] = [left.columns[1]?.name, right.columns[0]?.name];
    const c = this.#c;
    const same = `${first} = ${second}`;
    const isPlain = join === 'full join' || c.chance(70);
    const on = isPlain
      ? same
      : c.pick([
          `${first} < ${second}`,
          `(${same} or ${first} is null)`,
          `${first} >= ${second} and ${first} < 3`,
        ]);
    const more = c.chance(20) ? ` and ${c.pick(constantConditions)}` : '';
    return {
      text: `${left.text} ${join} ${right.text} on ${on}${more}`,
      columns: [...left.columns, ...right.columns],
      documents: [...left.documents, ...right.documents],
    };
  }

  #subquery(depth: number): Source {
    const kinds = this.#c.many(2, 4, () => this.#c.pick(types));
    const alias = this.#alias();
    const columns = kinds.map((type, index) => ({ name: `k${index}`, type }));
    const inner = this.#select(kinds, depth - 1);
    return {
      text: `(${inner}) as ${alias}(${columns.map(({ name }) => name).join(', ')})`,
      columns: columns.map(({ name, type }) => ({ name: `${alias}.${name}`, type })),
      documents: [],
    };
  }

  /** A column of this type, or a literal where the source has none. */
  #column(type: Type, { columns }: Source): string {
    const found = columns.filter((column) => column.type === type);
    return found.length === 0 ? this.#c.pick(literals[type]) : this.#c.pick(found).name;
  }

  /** Casts make the types of UNION arms and of nested queries certain. */
  #typed(value: string, type: Type): string {
    return `(${value})::${names[type]}`;
  }

  #aggregate(type: Type, source: Source): string {
    const c = this.#c;
    const filter = c.chance(15) ? ` filter (where ${this.#value('bool', source, 1)})` : '';
    const distinct = c.chance(15) && filter === '' ? 'distinct ' : '';
    const of = (kind: Type) => this.#column(kind, source);
    switch (type) {
      case 'int':
        if (c.chance(10)) return `(max(${of('int')}) filter (where false) - 900001)::smallint`;
        if (c.chance(10))
          return `extract(epoch from ${c.pick(['avg', 'sum', 'max'])}(${of('time')} - ${of('time')}))::bigint`;
        return `${c.pick([`count(${of(c.pick(types))})`, 'count(*)', `sum(${distinct}${of('int')})`, `max(${of('int')})`])}${filter}`;
      case 'float':
        return `${c.pick(['sum', 'avg', 'min', 'max'])}(${of('float')})${filter}`;
      case 'numeric':
        return `${c.pick([`avg(${of('int')})`, `avg(${of('numeric')})`, `sum(${distinct}${of('numeric')})`, `${c.pick(['min', 'max'])}(${of('numeric')})`])}${filter}`;
      case 'bool':
        return `${c.pick(['bool_or', 'bool_and'])}(${of('bool')})${filter}`;
      default:
        return `${c.pick(['min', 'max'])}(${of(type)})${filter}`;
    }
  }

  #value(type: Type, source: Source, depth: number): string {
    const c = this.#c;
    if (depth <= 0 || c.chance(35))
      return this.#typed(c.chance(80) ? this.#column(type, source) : c.pick(literals[type]), type);
    const of = (kind: Type) => this.#value(kind, source, depth - 1);
    const general = () =>
      c.pick([
        () => `case when ${of('bool')} then ${of(type)} else ${of(type)} end`,
        () => `coalesce(${of(type)}, ${of(type)})`,
        () => `nullif(${of(type)}, ${of(type)})`,
        ...(type === 'bool'
          ? []
          : [() => `${c.pick(['greatest', 'least'])}(${of(type)}, ${of(type)}, ${of(type)})`]),
      ])();
    const isOuter =
      this.#hasSubqueries && (type === 'int' || type === 'text' || type === 'bool') && c.chance(8);
    if (isOuter) return this.#typed(this.#subqueryOf(type, source), type);
    const isDocument = (type === 'text' || type === 'bool') && source.documents.length > 0 && c.chance(10);
    if (isDocument) return this.#typed(this.#inDocument(type, c.pick(source.documents)), type);
    return this.#typed(c.chance(25) ? general() : this.#own(type, of), type);
  }

  /** A subquery that reads columns of the outer query. */
  #subqueryOf(type: 'int' | 'text' | 'bool', source: Source): string {
    const c = this.#c;
    const alias = this.#alias();
    const outer = () => this.#column('int', source);
    const [table, key] = c.pick([
      ['customers', 'id'],
      ['customers', 'referrer'],
      ['orders', 'customer'],
      ['orders', 'small'],
    ] as const);
    const group = table === 'customers' ? 'country' : 'status';
    const matching = `from ${table} ${alias} where ${alias}.${key} ${c.pick(['=', '=', '=', '<', '>='])} ${outer()}`;
    const more = c.chance(30) ? ` and ${alias}.id ${c.pick(comparisons)} ${outer()}` : '';
    if (type === 'text')
      return `(select ${alias}.name from customers ${alias} where ${alias}.id = ${outer()})`;
    if (type === 'int')
      return `(select ${c.pick([`count(*)`, `max(${alias}.id)`, `sum(${alias}.id)`, `count(distinct ${alias}.${group})`])} ${matching}${more})`;
    const having = c.pick([
      '',
      ` group by ${alias}.${group}`,
      ` group by ${alias}.${group} having count(*) ${c.pick(comparisons)} ${1 + c.below(2)}`,
      ` having count(*) ${c.pick(comparisons)} ${c.below(3)}`,
      ' limit 0',
    ]);
    return c.pick([
      () => `${c.pick(['', 'not '])}exists (select 1 ${matching}${more}${having})`,
      () => `${outer()} ${c.pick(['', 'not '])}in (select ${alias}.${key} ${matching})`,
      () =>
        `(${outer()}, ${outer()}) ${c.pick(['', 'not '])}in (select ${alias}.id, ${alias}.${key} from ${table} ${alias})`,
    ])();
  }

  #inDocument(type: 'text' | 'bool', document: string): string {
    const c = this.#c;
    if (type === 'bool')
      return `${document} @> ${c.pick([`'{"plan": "pro"}'`, `'{"tags": ["b"]}'`, `'{}'`, `'{"n": 5}'`])}`;
    return c.pick([
      `${document} ->> 'plan'`,
      `${document} #>> array['user', 'name']`,
      `(${document} -> 'n')::text`,
      `(${document} -> 'plan')::text`,
    ]);
  }

  /** An expression that only this type has. */
  #own(type: Type, of: (kind: Type) => string): string {
    const c = this.#c;
    const arithmetic = (kind: Type) =>
      c.chance(25)
        ? `${of(kind)} / nullif(${of(kind)}, 0)`
        : `${of(kind)} ${c.pick(['+', '-', '*'])} ${of(kind)}`;
    switch (type) {
      case 'int':
        return c.pick([
          () => arithmetic('int'),
          () => `${of('int')} % nullif(${of('int')}, 0)`,
          () => `length(${of('text')})`,
          () => `extract(${c.pick(fields)} from ${of(c.pick(['time', 'date']))})::bigint`,
          () => `${of('date')} - ${of('date')}`,
          () => `abs(${of('int')})`,
          () => `(${of('int')} % 100)::smallint`,
          () => `case when ${of('int')} is null then (null::int - 900001)::smallint end`,
          () => `(${of('int')} & 255)`,
          () => `ascii(${of('text')})`,
          () => `position(${of('text')} in ${of('text')})`,
        ])();
      case 'float':
        return c.pick([
          () => `${of('int')}::float8`,
          () => `round(${of('float')})`,
          () => arithmetic('float'),
        ])();
      case 'numeric':
        return c.pick([
          () => `${of('int')} * 0.25`,
          () => `round(${of('numeric')}, 1)`,
          () => `${of('numeric')} ${c.pick(['+', '-'])} ${of('numeric')}`,
          () => `${of('numeric')} * ${c.pick(literals.numeric)}`,
          () => `${of('numeric')} / nullif(${of('numeric')}, 0)`,
          () => `${c.pick(['abs', 'floor', 'trunc', 'round'])}(${of('numeric')})`,
          () => `${of('numeric')} % nullif(${of('numeric')}, 0)`,
        ])();
      case 'text':
        return c.pick([
          () => `${of('text')} || ${of('text')}`,
          () => `${c.pick(['upper', 'lower', 'btrim', 'reverse'])}(${of('text')})`,
          () => `substring(${of('text')}, ${c.below(4)}, ${c.below(5)})`,
          () => `${c.pick(['left', 'right'])}(${of('text')}, ${c.below(5) - 2})`,
          () => `replace(${of('text')}, 'a', ${of('text')})`,
          () => `split_part(${of('text')}, ',', ${1 + c.below(3)})`,
          () => `${of('int')}::text`,
          () => `to_char(${of('time')}, ${c.pick(["'YYYY-MM-DD'", "'HH24:MI'", "'Mon DD'"])})`,
          () =>
            `to_char(${of(c.pick(['int', 'float', 'numeric']))}, ${c.pick(["'9,999'", "'FM999,990.00'", "'S099.9'"])})`,
          () => `concat(${of('text')}, ${of('int')}, ${of('bool')})`,
        ])();
      case 'date':
        return c.pick([
          () => `${of('time')}::date`,
          () => `${of('date')} ${c.pick(['+', '-'])} ${c.below(400)}`,
        ])();
      case 'time':
        return c.pick([
          () => `date_trunc('${c.pick(units)}', ${of('time')})`,
          () => `${of('time')} ${c.pick(['+', '-'])} ${c.pick(intervals)}`,
          () => `${of('date')}::timestamp`,
        ])();
      case 'bool':
        return this.#condition(of);
    }
  }

  #condition(of: (kind: Type) => string): string {
    const c = this.#c;
    const kind = c.pick(types);
    return c.pick([
      () => `${of(kind)} ${c.pick(comparisons)} ${of(kind)}`,
      () => `${of('bool')} ${c.pick(['and', 'or'])} ${of('bool')}`,
      () => `not ${of('bool')}`,
      () => `${of(kind)} is ${c.pick(['', 'not '])}null`,
      () => `${of(kind)} is ${c.pick(['', 'not '])}distinct from ${of(kind)}`,
      () => `${of(kind)} ${c.pick(['', 'not '])}in (${of(kind)}, ${of(kind)})`,
      () => `${of('int')} ${c.pick(['', 'not '])}between ${of('int')} and ${of('int')}`,
      () => `${of('text')} ${c.pick(['like', 'ilike', 'not like'])} ${c.pick(["'%a%'", "'_a%'", "'%D'"])}`,
      () => `${of('int')} ${c.pick(['', 'not '])}in (select ${c.pick(['id', 'referrer'])} from customers)`,
      () => `(${of('int')}, ${of('text')}) = (${of('int')}, ${of('text')})`,
    ])();
  }
}

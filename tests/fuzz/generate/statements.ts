import type { Choices } from '../choices.js';
import { ledgerColumns } from '../world/ledger.js';
import { type Dialect, Expressions, type NamedColumn, type Type } from './expressions.js';

/** SELECT statements over the Data Pools, as a grammar of each dialect; mostly ones that run. */
export interface Names {
  /** The Data Pools that the caller may read, the one with policies first. */
  readonly readable: readonly string[];
  /** What must not be found or read: other Data Pools, tables of the engine, files. */
  readonly forbidden: readonly string[];
}

const typeOf: Readonly<Record<string, Type>> = {
  STRING: 'string',
  BOOLEAN: 'boolean',
  FLOAT: 'number',
  DOUBLE: 'number',
  DECIMAL: 'number',
  INT8: 'integer',
  INT16: 'integer',
  INT32: 'integer',
  INT64: 'integer',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  JSON: 'json',
};

export const ledgerNamed: readonly NamedColumn[] = ledgerColumns.map(({ name, type }) => ({
  name,
  type: typeOf[type] ?? 'string',
}));
const openNamed: readonly NamedColumn[] = ['id', 'at', 'name', 'qty', 'big', 'doc'].map(
  (name) => ledgerNamed.find((column) => column.name === name) ?? { name, type: 'string' },
);

interface Source {
  readonly text: string;
  readonly columns: readonly NamedColumn[];
}

interface Select {
  readonly text: string;
  readonly columns: readonly NamedColumn[];
}

/** Types that can be compared, grouped and sorted in both dialects. */
const plainTypes = ['string', 'integer', 'number', 'boolean', 'timestamp', 'date'] as const;

export class Statements {
  readonly #choices: Choices;
  readonly #dialect: Dialect;
  readonly #names: Names;
  #aliases = 0;

  constructor(choices: Choices, dialect: Dialect, names: Names) {
    this.#choices = choices;
    this.#dialect = dialect;
    this.#names = names;
  }

  statement(): string {
    const c = this.#choices;
    const depth = 1 + c.below(3);
    const named = c.chance(20) ? c.many(1, 2, () => this.#commonQuery(depth)) : [];
    const withClause = named.length > 0 ? `WITH ${named.map(({ text }) => text).join(', ')} ` : '';
    const sources = named.map(({ name, columns }) => ({ text: name, columns }));
    const first = this.#select(depth, sources);
    if (!c.chance(12)) return `${withClause}${first.text}${this.#limit()}`;
    const operation = c.pick(['UNION ALL', 'UNION', 'INTERSECT', 'EXCEPT']);
    const spelled =
      this.#dialect === 'COLUMNSTORE' && operation !== 'UNION ALL' ? `${operation} DISTINCT` : operation;
    const wanted = first.columns.map(({ type }) => type);
    const isOfNulls = c.chance(20) && wanted.length > 0;
    const second = isOfNulls
      ? `SELECT ${wanted.map(() => 'NULL').join(', ')}`
      : this.#select(depth, sources, wanted).text;
    return `${withClause}${first.text} ${spelled} ${second}`;
  }

  #commonQuery(depth: number) {
    const name = this.#alias('w');
    const { text, columns } = this.#select(depth - 1, []);
    return { name, columns, text: `${name} AS (${text})` };
  }

  #alias(prefix: string): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  #select(depth: number, named: readonly Source[], wanted?: readonly Type[]): Select {
    const c = this.#choices;
    const from = this.#from(depth, named);
    const expressions = new Expressions(c, this.#dialect, from.columns);
    const condition = () => (c.chance(12) ? this.#correlated(from) : null) ?? expressions.of('boolean', 2);
    const where = c.chance(55) ? ` WHERE ${condition()}` : '';
    if (wanted === undefined && c.chance(8)) {
      return { text: `SELECT * FROM ${from.text}${where}`, columns: [] };
    }
    return c.weighted([
      [5, () => this.#plain(expressions, from.text, where, depth, wanted)],
      [5, () => this.#grouped(expressions, from, where, depth, wanted)],
      [2, () => this.#windowed(expressions, from, where, wanted)],
    ]);
  }

  /** A subquery that reads a column of the outer query. Null where that is not possible. */
  #correlated(from: Source): string | null {
    const c = this.#choices;
    const outer = from.columns.filter(({ type }) => type === 'integer').map(({ name }) => name);
    const [main = ''] = this.#names.readable;
    if (this.#dialect !== 'POSTGRESQL' || outer.length === 0) return null;
    const alias = this.#alias('q');
    const column = () =>
      `${alias}.${c.pick(ledgerNamed.filter(({ type }) => type === 'integer' || type === 'string')).name}`;
    const key = `${alias}.${c.pick(ledgerNamed.filter(({ type }) => type === 'integer')).name}`;
    const rows = `FROM ${main} AS ${alias} WHERE ${key} ${c.pick(['=', '=', '<'])} ${c.pick(outer)}`;
    return c.pick([
      () => `${c.pick(['', 'NOT '])}EXISTS (SELECT 1 ${rows})`,
      () =>
        `${c.pick(['', 'NOT '])}EXISTS (SELECT 1 ${rows} GROUP BY ${column()} HAVING count(*) > ${c.pick(['1', '0', '5'])})`,
      () => `${c.pick(outer)} ${c.pick(['IN', 'NOT IN'])} (SELECT ${key} ${rows})`,
      () => `(SELECT ${c.pick(['count(*)', `max(${key})`])} ${rows}) > 1`,
    ])();
  }

  #plain(
    expressions: Expressions,
    from: string,
    where: string,
    depth: number,
    wanted?: readonly Type[],
  ): Select {
    const c = this.#choices;
    const kinds = wanted ?? c.many(1, 4, () => c.pick(plainTypes));
    const items = kinds.map((type) => ({ type, name: this.#alias('k'), value: expressions.of(type, depth) }));
    const distinct = c.chance(12) ? 'DISTINCT ' : '';
    const text = `SELECT ${distinct}${this.#items(items)} FROM ${from}${where}${this.#order(items)}`;
    return { text, columns: items.map(({ name, type }) => ({ name, type })) };
  }

  #grouped(
    expressions: Expressions,
    from: Source,
    where: string,
    depth: number,
    wanted?: readonly Type[],
  ): Select {
    const c = this.#choices;
    const keys = wanted
      ? []
      : c.many(0, 3, () => {
          const type = c.pick(plainTypes);
          const column = from.columns.find((one) => one.type === type);
          const isConstant = this.#dialect === 'POSTGRESQL' && type === 'string' && c.chance(10);
          if (isConstant) return { type, name: this.#alias('g'), value: "'a'::text" };
          return { type, name: this.#alias('g'), value: column?.name ?? expressions.of(type, 1) };
        });
    const kinds = wanted ?? c.many(1, 3, () => c.pick(['integer', 'number', 'string', 'timestamp'] as const));
    const items = kinds.map((type) => ({
      type,
      name: this.#alias('s'),
      value: expressions.aggregate(type, depth),
    }));
    const list = keys.map(({ value }) => value).join(', ');
    const by = keys.length === 0 ? '' : ` GROUP BY ${this.#grouping(list)}`;
    const having =
      keys.length > 0 && c.chance(12)
        ? ` HAVING ${expressions.aggregate('integer', 1)} > ${c.pick(['0', '1', '5'])}`
        : '';
    const all = [...keys, ...items];
    const text = `SELECT ${this.#items(all)} FROM ${from.text}${where}${by}${having}${this.#order(keys)}`;
    return { text, columns: all.map(({ name, type }) => ({ name, type })) };
  }

  #grouping(list: string): string {
    const c = this.#choices;
    if (!c.chance(25)) return list;
    if (this.#dialect === 'COLUMNSTORE') return `GROUPING SETS ((${list}), ())`;
    return c.pick([`ROLLUP (${list})`, `CUBE (${list})`, `GROUPING SETS ((${list}), ())`]);
  }

  #windowed(expressions: Expressions, from: Source, where: string, wanted?: readonly Type[]): Select {
    const c = this.#choices;
    const column = () => c.pick(from.columns.filter(({ type }) => type !== 'json' && type !== 'array')).name;
    const types = wanted ?? ['integer' as const];
    const items = types.map((type) => {
      const call =
        type === 'integer'
          ? c.pick(['row_number()', 'rank()', 'dense_rank()', 'ntile(3)', `count(${column()})`])
          : expressions.aggregate(type, 1);
      const partition = c.chance(50) ? `PARTITION BY ${column()} ` : '';
      const frame = c.chance(20) ? ' ROWS BETWEEN 1 PRECEDING AND CURRENT ROW' : '';
      const value = `${call} OVER (${partition}ORDER BY ${column()}${frame})`;
      return { type, name: this.#alias('o'), value };
    });
    const shown = wanted
      ? []
      : [{ type: 'string' as const, name: this.#alias('k'), value: expressions.of('string', 1) }];
    const all = [...shown, ...items];
    return {
      text: `SELECT ${this.#items(all)} FROM ${from.text}${where}`,
      columns: all.map(({ name, type }) => ({ name, type })),
    };
  }

  #items(items: readonly { readonly name: string; readonly value: string }[]): string {
    return items.map(({ name, value }) => `${value} AS ${name}`).join(', ');
  }

  #order(items: readonly { readonly name: string; readonly type: Type }[]): string {
    const c = this.#choices;
    const sortable = items.filter(({ type }) => type !== 'json');
    if (sortable.length === 0 || !c.chance(35)) return '';
    return ` ORDER BY ${sortable.map(({ name }) => `${name}${c.pick(['', ' DESC', ' NULLS FIRST'])}`).join(', ')}`;
  }

  #limit(): string {
    const c = this.#choices;
    return c.chance(15)
      ? ` LIMIT ${c.pick(['1', '5', '100', '0', '1000000'])}${c.chance(30) ? ' OFFSET 2' : ''}`
      : '';
  }

  #from(depth: number, named: readonly Source[]): Source {
    const c = this.#choices;
    const first = this.#source(depth, named);
    if (!c.chance(22)) return first;
    const second = this.#source(depth, named);
    const both = [...first.columns, ...second.columns];
    const kind = c.pick(['JOIN', 'LEFT JOIN', 'FULL JOIN', 'RIGHT JOIN', 'CROSS JOIN']);
    if (kind === 'CROSS JOIN') return { text: `${first.text} CROSS JOIN ${second.text}`, columns: both };
    const pair = first.columns.flatMap((left) =>
      second.columns
        .filter((right) => right.type === left.type && left.type !== 'json')
        .map((right) => [left.name, right.name] as const),
    );
    const on = pair.length === 0 ? '1 = 1' : c.pick(pair).join(' = ');
    const constant =
      this.#dialect === 'POSTGRESQL' ? c.pick(['null::bool', '1 = any(array[2, null])']) : '1 = 2';
    const more = c.chance(10) ? ` AND ${constant}` : '';
    return { text: `${first.text} ${kind} ${second.text} ON ${on}${more}`, columns: both };
  }

  #source(depth: number, named: readonly Source[]): Source {
    const c = this.#choices;
    const alias = this.#alias('t');
    const qualified = (columns: readonly NamedColumn[]) =>
      columns.map(({ name, type }) => ({ name: `${alias}.${name}`, type }));
    const table = (name: string, columns: readonly NamedColumn[]): Source => ({
      text: `${name} AS ${alias}`,
      columns: qualified(columns),
    });
    const [main = '', ...others] = this.#names.readable;
    return c.weighted<Source>([
      [10, () => table(main, ledgerNamed)],
      [others.length > 0 ? 2 : 0, () => table(c.pick(others), openNamed)],
      [
        named.length > 0 ? 4 : 0,
        () => {
          const one = c.pick(named);
          return table(one.text, one.columns.length > 0 ? one.columns : [{ name: '_none', type: 'integer' }]);
        },
      ],
      [
        depth > 1 ? 3 : 0,
        () => {
          const { text, columns } = this.#select(depth - 1, named, ['string', 'integer']);
          return table(`(${text})`, columns);
        },
      ],
      [1, () => this.#series(alias)],
      [1, () => table(c.pick(this.#names.forbidden), openNamed)],
    ]);
  }

  #series(alias: string): Source {
    const c = this.#choices;
    const count = c.pick(['3', '10', '1000', '100000']);
    const [text, name] =
      this.#dialect === 'POSTGRESQL'
        ? [`generate_series(1, ${count}) AS ${alias}(n)`, 'n']
        : [`numbers(${count}) AS ${alias}`, 'number'];
    return { text, columns: [{ name: `${alias}.${name}`, type: 'integer' }] };
  }
}

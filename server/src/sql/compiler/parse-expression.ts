import type { Column } from '../../catalog/column.js';
import { readEngine } from '../columnstore/parse/parser.js';
import type { EngineValue } from '../columnstore/resolve/engine-value.js';
import { readAs, requireType } from '../columnstore/resolve/fit.js';
import { Resolver } from '../columnstore/resolve/resolver.js';
import type { ResolveOptions } from '../columnstore/resolve/resolving.js';
import { isOpen, nameOfType, type ValueType } from '../functions/value-type.js';
import { postgresFilter, postgresMetric, postgresValue, resolveOne } from '../postgres/one-expression.js';
import { cast } from '../term/build-term.js';
import { asFilter, type FilterTerm, type MetricValue } from '../term/checked-term.js';
import type { Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import { type PlaceholderValues, withPlaceholderNames } from '../text/placeholders.js';
import { checkedSource, refuse, type Source } from '../text/source.js';
import { unlessOfEngine, usesEngineOnly } from './engine-only.js';
import { firstDialect } from './first-dialect.js';
import type { SqlParsers } from './parsers.js';

/** Compiles a `filterSql`: one boolean expression over the columns. */
export function parseFilter(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  name = 'filterSql',
): FilterTerm {
  return readFilter(parsers, checkedSource(name, text), { columns, aggregates: 'forbidden' });
}

/** Compiles an access policy's `filterSql`, in which `${{ name }}` is a placeholder for a value. */
export function parsePolicyFilter(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  placeholders: PlaceholderValues,
): FilterTerm {
  const source = withPlaceholderNames(checkedSource('filterSql', text));
  return readFilter(parsers, source, { columns, aggregates: 'forbidden', placeholders });
}

function readFilter(parsers: SqlParsers, source: Source, options: ResolveOptions): FilterTerm {
  return inEitherDialect(parsers, source, options, {
    postgres: (found) => asFilter(postgresFilter(found)),
    columnstore: ({ term, type, path }) => {
      if (path !== undefined) return asFilter(readAs(path, 'boolean').term);
      if (type === 'boolean' || isOpen(type)) return asFilter(term);
      throw refuse(source, 0, `A filter must be true or false, but this is ${nameOfType(type)}.`);
    },
  });
}

/** Compiles an expression over one record to a value of the wanted type, such as a column's new value. */
export function parseValue(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  wanted: ValueType,
  name: string,
): Term {
  const source = checkedSource(name, text);
  const refusing = { refuse: (at: number, problem: string) => refuse(source, at, problem) };
  return inEitherDialect(
    parsers,
    source,
    { columns, aggregates: 'forbidden' },
    {
      postgres: (found) => postgresValue(found, wanted),
      columnstore: (value) => requireType(refusing, value, wanted, 0, 'The column').term,
    },
  );
}

/** Compiles a custom Metric's expression: one value made of aggregate functions. */
export function parseMetricExpression(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  name = 'expression',
): MetricValue {
  const source = checkedSource(name, text);
  return inEitherDialect(
    parsers,
    source,
    { columns, aggregates: 'required' },
    {
      postgres: postgresMetric,
      columnstore: ({ term, type }) => {
        if (!someTerm(term, ({ kind }) => kind === 'aggregate'))
          throw refuse(source, 0, 'A Metric needs an aggregate function, such as SUM(price) or COUNT().');
        // The engine's comparisons return 1 and 0.
        return { term: type === 'boolean' ? cast(term, 'Nullable(Bool)') : term, type };
      },
    },
  );
}

/** Turns a resolved expression of either dialect into the wanted result, or rejects it. */
interface Purpose<T> {
  postgres(found: ReturnType<typeof resolveOne>): T;
  columnstore(value: EngineValue): T;
}

function inEitherDialect<T>(
  parsers: SqlParsers,
  source: Source,
  options: ResolveOptions,
  purpose: Purpose<T>,
): T {
  // Both dialects mean nearly the same in an expression, so whatever one of them supports is taken.
  return firstDialect(
    [
      (passed) => {
        const tree = parsers.postgres.parse(source);
        passed();
        return unlessOfEngine(
          () => usesEngineOnly(tree),
          () => purpose.postgres(resolveOne(source, tree, options)),
        );
      },
      (passed) => {
        const syntax = readEngine(source);
        passed();
        return purpose.columnstore(new Resolver(source, options).resolve(syntax));
      },
    ],
    false,
  );
}

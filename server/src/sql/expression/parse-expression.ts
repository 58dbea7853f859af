import type { Column } from '../../catalog/column.js';
import { firstDialect } from '../first-dialect.js';
import { type AggregateExpr, asAggregate, asFilter, type FilterExpr } from './checked-expr.js';
import { readEngine } from './engine/parser.js';
import type { Expr } from './expr.js';
import type { SqlParsers } from './parsers.js';
import { type PlaceholderValues, withPlaceholderNames } from './placeholders.js';
import { convertPostgres } from './postgres/expression.js';
import { requireType } from './resolve/fit.js';
import { Resolver } from './resolve/resolver.js';
import type { ResolveOptions } from './resolve/resolving.js';
import { checkedSource, refuse, type Source } from './source.js';
import type { Syntax } from './syntax.js';
import { nameOfType, type ValueType } from './value-type.js';
import { childrenOf } from './walk-expr.js';

/** Reads a `filterSql`: one boolean expression over the columns. */
export function parseFilter(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  name = 'filterSql',
): FilterExpr {
  return readFilter(parsers, checkedSource(name, text), { columns, aggregates: 'forbidden' });
}

/** Reads an access policy's `filterSql`, in which `${{ name }}` stands for a value. */
export function parsePolicyFilter(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  placeholders: PlaceholderValues,
): FilterExpr {
  const source = withPlaceholderNames(checkedSource('filterSql', text));
  return readFilter(parsers, source, { columns, aggregates: 'forbidden', placeholders });
}

function readFilter(parsers: SqlParsers, source: Source, options: ResolveOptions): FilterExpr {
  const expr = inEitherDialect(parsers, source, options);
  if (expr.kind === 'jsonPath' && expr.type === 'json') return asFilter({ ...expr, type: 'boolean' });
  if (expr.type === 'boolean' || expr.type === 'null' || expr.type === 'unknown') return asFilter(expr);
  throw refuse(source, 0, `A filter is a condition, true or false, but this is ${nameOfType(expr.type)}.`);
}

/** Reads an expression over one record that gives a value of a type, such as what a column is set to. */
export function parseValue(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  wanted: ValueType,
  name: string,
): Expr {
  const source = checkedSource(name, text);
  const expr = inEitherDialect(parsers, source, { columns, aggregates: 'forbidden' });
  return requireType({ refuse: (at, problem) => refuse(source, at, problem) }, expr, wanted, 0, 'The column');
}

/** Reads a custom Metric's expression: one value made of aggregate functions. */
export function parseMetricExpression(
  parsers: SqlParsers,
  text: string,
  columns: readonly Column[],
  name = 'expression',
): AggregateExpr {
  const source = checkedSource(name, text);
  const expr = inEitherDialect(parsers, source, { columns, aggregates: 'required' });
  if (hasAggregate(expr)) return asAggregate(expr);
  throw refuse(source, 0, 'A Metric needs an aggregate function, such as SUM(price) or COUNT().');
}

function hasAggregate(expr: Expr): boolean {
  return expr.kind === 'aggregate' || childrenOf(expr).some(hasAggregate);
}

function inEitherDialect(parsers: SqlParsers, source: Source, options: ResolveOptions): Expr {
  const resolve = (syntax: Syntax) => new Resolver(source, options).resolve(syntax);
  return firstDialect([
    (passed) => {
      const tree = parsers.postgres.parse(source);
      passed();
      const syntax = convertPostgres(source, tree);
      passed();
      return resolve(syntax);
    },
    (passed) => {
      const syntax = readEngine(source);
      passed();
      passed();
      return resolve(syntax);
    },
  ]);
}

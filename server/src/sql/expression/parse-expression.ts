import { WeirError } from '../../base/errors.js';
import type { Column } from '../../catalog/column.js';
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

interface Attempt {
  readonly expr: Expr | null;
  readonly error: WeirError | null;
  /** How far it got. */
  readonly stage: 'unread' | 'read' | 'converted';
}

/** Reads the text by one grammar, and gives the step that turns what was read into our syntax. */
type Read = () => () => Syntax;

/** PostgreSQL's syntax first, then the engine's; if neither will do, the error of the one that got further. */
function inEitherDialect(parsers: SqlParsers, source: Source, options: ResolveOptions): Expr {
  const postgres = attempt(source, options, () => {
    const tree = parsers.postgres.parse(source);
    return () => convertPostgres(source, tree);
  });
  if (postgres.expr !== null) return postgres.expr;
  const engine = attempt(source, options, () => {
    const syntax = readEngine(source);
    return () => syntax;
  });
  if (engine.expr !== null) return engine.expr;
  throw gotFurther(engine, postgres) ? engine.error : postgres.error;
}

function attempt(source: Source, options: ResolveOptions, read: Read): Attempt {
  let stage: Attempt['stage'] = 'unread';
  try {
    const convert = read();
    stage = 'read';
    const syntax = convert();
    stage = 'converted';
    return { expr: new Resolver(source, options).resolve(syntax), error: null, stage };
  } catch (error) {
    if (error instanceof WeirError) return { expr: null, error, stage };
    throw error;
  }
}

const stages = ['unread', 'read', 'converted'];

function gotFurther(one: Attempt, other: Attempt): boolean {
  if (one.stage !== other.stage) return stages.indexOf(one.stage) > stages.indexOf(other.stage);
  // At the same place, the engine's reader says what it expected, PostgreSQL's only that it is an error.
  return one.stage === 'unread' && offsetOf(one) >= offsetOf(other);
}

function offsetOf({ error }: Attempt): number {
  const offset = error?.details?.['offset'];
  return typeof offset === 'number' ? offset : 0;
}

import type { A_Expr, Node, SelectStmt } from 'libpg-query';
import { Counting } from '../text/counting.js';
import { refuse, type Source } from '../text/source.js';
import type { Context, ExpressionRules, ResolvedQuery } from './context.js';
import { resolveExpression } from './expression.js';
import { resolveOperator } from './operator.js';
import { firstLocation } from './place.js';
import { resolveQuery } from './query.js';
import type { NameScope } from './scope.js';
import type { Typed } from './typed.js';

/**
 * Resolves PostgreSQL's parse tree to terms. The handled node kinds are the allow-list: any other node is refused by
 * name.
 */
export class PostgresResolver implements Context {
  readonly #counting: Counting;

  #outermost: SelectStmt | undefined;

  constructor(
    readonly source: Source,
    readonly offsetOf: (location: number | undefined) => number,
    readonly resolveTable: Context['resolveTable'],
    readonly expression: ExpressionRules | null = null,
  ) {
    this.#counting = new Counting(source, expression === null ? 'statement' : 'expression');
  }

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  refuseOther(at: number, problem: string) {
    return refuse(this.source, at, problem, 'COLUMNSTORE');
  }

  refuseNode(location: number | undefined, problem: string) {
    return refuse(this.source, this.offsetOf(location), problem);
  }

  refuseIn(node: unknown, problem: string) {
    return this.refuseNode(firstLocation(node), problem);
  }

  onlyFields<T extends object>(node: T, what: string, known: readonly (keyof T)[], location?: number): void {
    const extra = Object.keys(node).find(
      (field) => !known.includes(field as keyof T) && field !== 'location',
    );
    if (extra !== undefined) {
      throw this.refuseNode(
        location ?? firstLocation(node),
        `${what} with ${fieldNames[extra] ?? extra} is not supported.`,
      );
    }
  }

  expr(node: Node | undefined, scope: NameScope): Typed {
    if (node === undefined) throw this.refuse(0, 'An operand is missing.');
    return this.#counting.part(
      () => this.offsetOf(firstLocation(node)),
      () =>
        'A_Expr' in node
          ? resolveOperator(this, node.A_Expr as A_Expr, scope)
          : resolveExpression(this, node, scope),
    );
  }

  query(statement: SelectStmt, scope: NameScope | null, location?: number): ResolvedQuery {
    const at = () => this.offsetOf(location ?? firstLocation(statement));
    this.#outermost ??= statement;
    if (this.expression !== null) throw this.refuse(at(), 'Subqueries are not allowed in an expression.');
    return this.#counting.nested(at, () => resolveQuery(this, statement, scope));
  }

  isOutermost(statement: SelectStmt): boolean {
    return statement === this.#outermost;
  }

  fresh(prefix: 't' | 'v'): string {
    return this.#counting.fresh(prefix);
  }

  countColumns(node: unknown, count: number): void {
    this.#counting.joined(() => this.offsetOf(firstLocation(node)), count);
  }

  countTable(node: unknown): void {
    this.#counting.table(() => this.offsetOf(firstLocation(node)));
  }
}

const fieldNames: Readonly<Record<string, string>> = {
  agg_order: 'ORDER BY inside the brackets',
  agg_within_group: 'WITHIN GROUP',
  agg_distinct: 'DISTINCT',
  agg_filter: 'FILTER',
  agg_star: '*',
  func_variadic: 'VARIADIC',
  over: 'OVER',
  intoClause: 'INTO',
  lockingClause: 'FOR UPDATE or FOR SHARE',
  ignore_nulls: 'IGNORE NULLS',
  arrayBounds: '[] (an array type)',
  catalogname: 'a catalog',
  schemaname: 'a schema',
  coldeflist: 'a list of column types',
  is_rowsfrom: 'ROWS FROM',
  ordinality: 'WITH ORDINALITY',
  groupDistinct: 'DISTINCT',
  sortClause: 'ORDER BY',
  limitCount: 'LIMIT',
  limitOffset: 'OFFSET',
  withClause: 'another WITH',
  search_clause: 'SEARCH',
  cycle_clause: 'CYCLE',
  join_using_alias: 'an alias after USING',
};

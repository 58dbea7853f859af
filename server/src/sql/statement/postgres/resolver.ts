import type { A_Expr, Node, SelectStmt } from 'libpg-query';
import { refuse, type Source } from '../../expression/source.js';
import { statementLimits } from '../limits.js';
import type { TableSource } from '../term.js';
import { writtenParts } from '../term-size.js';
import type { Context, ResolvedQuery } from './context.js';
import { resolveExpression } from './expression.js';
import { resolveOperator } from './operator.js';
import { firstLocation } from './place.js';
import { resolveQuery } from './query.js';
import type { NameScope } from './scope.js';
import type { Typed } from './typed.js';

/**
 * Reads PostgreSQL's tree into Weir's. A node that no file here handles is refused by name: what is
 * converted is the allow-list.
 */
export class PostgresResolver implements Context {
  #nodes = 0;
  #depth = 0;
  #queries = 0;
  #queriesInAll = 0;
  #tables = 0;
  #names = 0;

  constructor(
    readonly source: Source,
    readonly offsetOf: (location: number | undefined) => number,
    readonly resolveTable: (name: string) => TableSource | undefined,
  ) {}

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
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#depth > statementLimits.treeDepthMax) {
      throw this.refuseIn(
        node,
        `More than ${statementLimits.treeDepthMax} levels of operators. Simplify it.`,
      );
    }
    if (this.#nodes > statementLimits.nodesMax) {
      throw this.refuseIn(node, `More than ${statementLimits.nodesMax} parts in one statement. Simplify it.`);
    }
    const result =
      'A_Expr' in node
        ? resolveOperator(this, node.A_Expr as A_Expr, scope)
        : resolveExpression(this, node, scope);
    if (writtenParts(result.term) > statementLimits.writtenPartsMax) {
      throw this.refuseIn(
        node,
        `The expression becomes more than ${statementLimits.writtenPartsMax} parts when it is written out. Simplify it.`,
      );
    }
    this.#depth -= 1;
    return result;
  }

  query(statement: SelectStmt, scope: NameScope | null, location?: number): ResolvedQuery {
    this.#queries += 1;
    this.#queriesInAll += 1;
    if (this.#queriesInAll > statementLimits.queriesMax) {
      throw this.refuseNode(
        location ?? firstLocation(statement),
        `More than ${statementLimits.queriesMax} queries in one statement. Simplify it.`,
      );
    }
    if (this.#queries > statementLimits.queryDepthMax) {
      throw this.refuseNode(
        location ?? firstLocation(statement),
        `More than ${statementLimits.queryDepthMax} queries inside one another. Simplify it.`,
      );
    }
    const depth = this.#depth;
    this.#depth = 0;
    const result = resolveQuery(this, statement, scope);
    this.#depth = depth;
    this.#queries -= 1;
    return result;
  }

  fresh(prefix: 't' | 'v'): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  countTable(node: unknown): void {
    this.#tables += 1;
    if (this.#tables > statementLimits.tableReferencesMax) {
      throw this.refuseIn(
        node,
        `More than ${statementLimits.tableReferencesMax} tables in one statement, counting each use of a WITH query.`,
      );
    }
  }
}

const fieldNames: Readonly<Record<string, string>> = {
  agg_order: 'ORDER BY inside its brackets',
  agg_within_group: 'WITHIN GROUP',
  agg_distinct: 'DISTINCT',
  agg_filter: 'FILTER',
  agg_star: '*',
  func_variadic: 'VARIADIC',
  over: 'OVER',
  intoClause: 'INTO',
  lockingClause: 'FOR UPDATE or its like',
  ignore_nulls: 'IGNORE NULLS',
  arrayBounds: '[] (an array type)',
  catalogname: 'a catalog',
  schemaname: 'a schema',
  coldeflist: 'a list of column types',
  is_rowsfrom: 'ROWS FROM',
  ordinality: 'WITH ORDINALITY',
  groupDistinct: 'DISTINCT',
  search_clause: 'SEARCH',
  cycle_clause: 'CYCLE',
  join_using_alias: 'an alias of USING',
};

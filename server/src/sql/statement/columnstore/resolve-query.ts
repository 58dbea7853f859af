import { refuse, type Source } from '../../expression/source.js';
import type { QuerySyntax, SelectSyntax } from '../../expression/syntax.js';
import { plainSelect } from '../build-term.js';
import { statementLimits } from '../limits.js';
import type { Query, TableSource, Term } from '../term.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { resolveEngineSelect } from './resolve-select.js';
import type { CommonQuery } from './scope.js';

/** Gives a statement of the engine's dialect its meaning: every table, column and function found, or refused. */
export class ColumnstoreResolver implements EngineContext {
  #names = 0;
  #tables = 0;
  #depth = 0;

  constructor(
    readonly source: Source,
    readonly resolveTable: (name: string) => TableSource | undefined,
  ) {}

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  fresh(): string {
    this.#names += 1;
    return `t${this.#names}`;
  }

  countTable(at: number): void {
    this.#tables += 1;
    if (this.#tables > statementLimits.tableReferencesMax) {
      throw this.refuse(
        at,
        `More than ${statementLimits.tableReferencesMax} tables in one statement, counting each use of a WITH query.`,
      );
    }
  }

  query(syntax: QuerySyntax, around: ReadonlyMap<string, CommonQuery>): EngineColumns {
    this.#depth += 1;
    if (this.#depth > statementLimits.queryDepthMax) {
      throw this.refuse(
        syntax.at,
        `More than ${statementLimits.queryDepthMax} queries inside one another. Simplify it.`,
      );
    }
    const commons = new Map(around);
    for (const { name, query } of syntax.with) commons.set(name, { query, commons: new Map(commons) });
    if (commons.size > statementLimits.commonTableExpressionsMax) {
      throw this.refuse(
        syntax.at,
        `WITH names more than ${statementLimits.commonTableExpressionsMax} queries.`,
      );
    }
    const result = syntax.kind === 'set' ? this.#set(syntax, commons) : this.#select(syntax, commons);
    this.#depth -= 1;
    return result;
  }

  #select(syntax: SelectSyntax, commons: ReadonlyMap<string, CommonQuery>): EngineColumns {
    return resolveEngineSelect(this, syntax, commons);
  }

  #set(
    syntax: Extract<QuerySyntax, { kind: 'set' }>,
    commons: ReadonlyMap<string, CommonQuery>,
  ): EngineColumns {
    const arms = syntax.arms.map((arm) => this.query(arm, commons));
    const [first] = arms;
    if (first === undefined || arms.some((arm) => arm.columns.length !== first.columns.length)) {
      throw this.refuse(syntax.at, 'Each SELECT of a set operation needs as many columns as the others.');
    }
    const columns = first.columns.map((column, index) => ({
      ...column,
      type: arms.every((arm) => arm.columns[index]?.type === column.type)
        ? column.type
        : ('COLUMNSTORE' as const),
    }));
    const query: Query = { kind: 'set', op: syntax.op, arms: arms.map((arm) => arm.query) };
    // A set operation inside another, or with a WITH, stands as a source of its own.
    const alias = this.fresh();
    const items = columns.map(
      ({ name }, index): Term => ({ kind: 'column', table: alias, name: `_${index}`, label: name, at: 0 }),
    );
    return { query: plainSelect({ items, from: { kind: 'query', query, alias } }), columns };
  }
}

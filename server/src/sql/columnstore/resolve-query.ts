import { plainSelect } from '../term/build-term.js';
import type { Query, Term } from '../term/term.js';
import { Counting } from '../text/counting.js';
import { refuse, type Source } from '../text/source.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { resolveEngineSelect } from './resolve-select.js';
import type { CommonQuery } from './scope.js';
import type { QuerySyntax } from './syntax.js';

/** Resolves every table, column and function of a statement in the engine's dialect. */
export class ColumnstoreResolver implements EngineContext {
  readonly counting: Counting;

  constructor(
    readonly source: Source,
    readonly resolveTable: EngineContext['resolveTable'],
  ) {
    this.counting = new Counting(source, 'statement');
  }

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  query(syntax: QuerySyntax, around: ReadonlyMap<string, CommonQuery>): EngineColumns {
    return this.counting.nested(
      () => syntax.at,
      () => this.#query(syntax, around),
    );
  }

  #query(syntax: QuerySyntax, around: ReadonlyMap<string, CommonQuery>): EngineColumns {
    const commons = new Map(around);
    for (const { name, query } of syntax.with) commons.set(name, { query, commons: new Map(commons) });
    if (commons.size > statementLimits.commonTableExpressionsMax) {
      throw this.refuse(
        syntax.at,
        `WITH can have at most ${statementLimits.commonTableExpressionsMax} queries.`,
      );
    }
    return syntax.kind === 'set' ? this.#set(syntax, commons) : resolveEngineSelect(this, syntax, commons);
  }

  #set(
    syntax: Extract<QuerySyntax, { kind: 'set' }>,
    commons: ReadonlyMap<string, CommonQuery>,
  ): EngineColumns {
    const arms = syntax.arms.map((arm) => this.query(arm, commons));
    const [first] = arms;
    if (first === undefined || arms.some((arm) => arm.columns.length !== first.columns.length)) {
      throw this.refuse(syntax.at, 'All queries of a set operation must have the same number of columns.');
    }
    const columns = first.columns.map((column, index) => ({
      ...column,
      type: arms.every((arm) => arm.columns[index]?.type === column.type)
        ? column.type
        : ('COLUMNSTORE' as const),
    }));
    const query: Query = { kind: 'set', op: syntax.op, arms: arms.map((arm) => arm.query) };
    // A set operation inside another, or with a WITH, becomes a subquery in FROM.
    const alias = this.counting.fresh('t');
    const items = columns.map(
      ({ name }, index): Term => ({ kind: 'column', table: alias, name: `_${index}`, label: name, at: 0 }),
    );
    return { query: plainSelect({ items, from: { kind: 'query', query, alias } }), columns };
  }
}

import { plainSelect } from '../term/build-term.js';
import type { Query, Term } from '../term/term.js';
import { Counting } from '../text/counting.js';
import { refuse, type Source } from '../text/source.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { resolveEngineSelect } from './resolve-select.js';
import type { Surroundings } from './scope.js';
import type { QuerySyntax } from './syntax.js';

/** Resolves every table, column and function of a statement in the engine's dialect. */
export class ColumnstoreResolver implements EngineContext {
  readonly counting: Counting;
  outermost: QuerySyntax | null = null;

  constructor(
    readonly source: Source,
    readonly resolveTable: EngineContext['resolveTable'],
  ) {
    this.counting = new Counting(source, 'statement');
  }

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  /** Resolves the outermost query, whose rows are the result. */
  statement(syntax: QuerySyntax): EngineColumns {
    this.outermost = syntax;
    const { query, columns } = this.query(syntax, { queries: new Map(), values: new Map(), outer: [] });
    const state = columns.find(({ isState }) => isState);
    if (state === undefined) return { query, columns };
    throw this.refuse(
      syntax.at,
      `The column ${state.name} is the state of an aggregate, which only the engine can read. Use finalizeAggregation(${state.name}), or leave out the suffix State.`,
    );
  }

  query(syntax: QuerySyntax, around: Surroundings): EngineColumns {
    return this.counting.nested(
      () => syntax.at,
      () => this.#query(syntax, around),
    );
  }

  #query(syntax: QuerySyntax, around: Surroundings): EngineColumns {
    const queries = new Map(around.queries);
    const values = new Map(around.values);
    for (const { name, value } of syntax.named) values.set(name, value);
    for (const { name, query } of syntax.with)
      queries.set(name, { query, around: { queries: new Map(queries), values, outer: [] } });
    const { commonTableExpressionsMax } = statementLimits;
    if (queries.size > commonTableExpressionsMax || values.size > commonTableExpressionsMax) {
      throw this.refuse(
        syntax.at,
        `WITH can have at most ${commonTableExpressionsMax} queries and as many values.`,
      );
    }
    const inner: Surroundings = { queries, values, outer: around.outer };
    return syntax.kind === 'set' ? this.#set(syntax, inner) : resolveEngineSelect(this, syntax, inner);
  }

  #set(syntax: Extract<QuerySyntax, { kind: 'set' }>, around: Surroundings): EngineColumns {
    const arms = syntax.arms.map((arm) => this.query(arm, around));
    const [first] = arms;
    if (first === undefined || arms.some((arm) => arm.columns.length !== first.columns.length)) {
      throw this.refuse(syntax.at, 'All queries of a set operation must have the same number of columns.');
    }
    const columns = first.columns.map((column, index) => ({
      ...column,
      type: arms.every((arm) => arm.columns[index]?.type === column.type)
        ? column.type
        : ('COLUMNSTORE' as const),
      isState: arms.some((arm) => arm.columns[index]?.isState === true),
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

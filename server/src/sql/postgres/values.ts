import type { SelectStmt } from 'libpg-query';
import { call, cast, int, plainSelect } from '../term/build-term.js';
import { columnName, type Term } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { unify } from './coerce.js';
import type { Context, ResolvedQuery } from './context.js';
import { ordered } from './ordered.js';
import type { NameScope } from './scope.js';
import { engineType } from './types.js';

/** Resolves VALUES to an array of tuples, which the engine unfolds into rows in the same order. */
export function resolveValues(context: Context, statement: SelectStmt, scope: NameScope): ResolvedQuery {
  const lists = (statement.valuesLists ?? []).map((node) => {
    if (!('List' in node)) throw context.refuse(0, 'This VALUES is not supported.');
    return (node.List.items ?? []).map((item) => context.expr(item, { ...scope, clause: 'VALUES' }));
  });
  if (lists.length > statementLimits.valuesRowsMax) {
    throw context.refuseIn(
      statement.valuesLists?.[statementLimits.valuesRowsMax],
      `VALUES has more than ${statementLimits.valuesRowsMax} rows.`,
    );
  }
  const width = lists[0]?.length ?? 0;
  if (lists.some((list) => list.length !== width)) {
    const odd = lists.findIndex((list) => list.length !== width);
    throw context.refuseIn(
      statement.valuesLists?.[odd],
      'All rows of VALUES need as many values as the first.',
    );
  }
  if (scope.found.correlated)
    throw context.refuseIn(statement.valuesLists, 'VALUES cannot read columns of an outer query.');
  const columns = Array.from({ length: width }, (_, index) =>
    unify(
      context,
      lists.map((list) => list[index] as (typeof list)[number]),
      `Column ${index + 1} of VALUES`,
    ),
  );
  const typed = columns.map((values) => ({
    type: values[0]?.type ?? { name: 'text' as const },
    nullable: values.some((value) => value.nullable),
  }));
  const rows = lists.map((_, row) =>
    call(
      'tuple',
      ...columns.map((values, index) => {
        const of = typed[index] as (typeof typed)[number];
        return cast(values[row]?.term as Term, engineType(of.type, of.nullable));
      }),
    ),
  );
  const alias = context.fresh('t');
  const inner = plainSelect({ items: [call('arrayJoin', call('array', ...rows))] });
  const row: Term = { kind: 'column', table: alias, name: columnName(0), label: 'row', at: 0 };
  const query = plainSelect({
    items: columns.map((_, index) => call('tupleElement', row, int(index + 1))),
    from: { kind: 'query', query: inner, alias },
  });
  return ordered(context, statement, {
    query,
    columns: typed.map((of, index) => ({ name: `column${index + 1}`, ...of, emptyIsNull: false })),
    correlated: false,
    single: false,
  });
}

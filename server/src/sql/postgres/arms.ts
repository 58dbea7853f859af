import type { SelectStmt } from 'libpg-query';
import { cast, plainSelect } from '../term/build-term.js';
import { columnName, type Query, type Term } from '../term/term.js';
import { commonType, implicitly } from './coerce.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { oneZero } from './one-zero.js';
import { firstLocation } from './place.js';
import type { Typed } from './typed.js';
import { engineType, unknownType } from './types.js';

/** The columns that all arms of a set operation have together. */
export function unifiedColumns(
  context: Context,
  arms: readonly ResolvedQuery[],
  last: SelectStmt,
): ResolvedColumn[] {
  const at = context.offsetOf(firstLocation(last));
  const [first, ...others] = arms;
  const columns = first?.columns ?? [];
  if (others.some((arm) => arm.columns.length !== columns.length)) {
    throw context.refuse(at, 'All queries of a set operation must have the same number of columns.');
  }
  return columns.map((column, index) => {
    const values = arms.map((arm) =>
      typedColumn(arm.columns[index] ?? column, { kind: 'constant', text: 'NULL' }, at),
    );
    const type = commonType(context, values, `Column ${index + 1} of the set operation`);
    return {
      name: column.name,
      type,
      nullable: values.some((value) => value.nullable),
      isNull: arms.every((arm) => arm.columns[index]?.isNull === true),
      emptyIsNull: arms.some((arm) => arm.columns[index]?.emptyIsNull === true),
    };
  });
}

function typedColumn({ type, nullable, isNull }: ResolvedColumn, term: Term, at: number): Typed {
  return { term, type: isNull === true ? unknownType : type, nullable, at };
}

/** Casts the columns of an arm to these types. */
export function asColumns(
  context: Context,
  arm: ResolvedQuery,
  columns: readonly ResolvedColumn[],
  isAll: boolean,
): Query {
  const alias = context.fresh('t');
  const items = columns.map((column, index) => {
    const from = arm.columns[index] ?? column;
    const term: Term = { kind: 'column', table: alias, name: columnName(index), label: from.name, at: 0 };
    // The engine requires exactly the same type in all arms.
    const target = engineType(column.type, column.nullable);
    if (from.isNull === true && column.type.name === 'array')
      throw context.refuse(0, 'A set operation of arrays and NULL is not supported.');
    if (from.isNull === true) return cast(term, target);
    const value = implicitly(context, typedColumn(from, term, 0), column.type, 'A set operation');
    return cast(isAll ? value.term : oneZero({ ...column, term: value.term }), target);
  });
  return plainSelect({ items, from: { kind: 'query', query: arm.query, alias } });
}

import type { ColumnType } from '../../catalog/column.js';
import { call, cast, nothing, plainSelect, text } from '../term/build-term.js';
import { columnName, type Query, type Term } from '../term/term.js';
import { toText } from './coerce.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import type { Typed } from './typed.js';
import { engineType, isFloat, isTimestamp, type PgType } from './types.js';

export interface Finished {
  readonly query: Query;
  readonly columns: readonly FinishedColumn[];
}

interface FinishedColumn {
  readonly name: string;
  /** Set where the engine's type is not enough. */
  readonly type: ColumnType | null;
  /** Whether the engine's type has more decimals than the value: PostgreSQL would show as many as each value needs. */
  readonly isOpen: boolean;
}

/** Finishes the outermost query: arrays that are NULL if they are empty become JSON text. */
export function finishPostgres(context: Context, resolved: ResolvedQuery): Finished {
  const columns = resolved.columns.map(({ name, type }) => ({
    name,
    type: typeOf(type),
    isOpen: isOpen(type.name === 'array' ? type.of : type),
  }));
  if (!resolved.columns.some((column) => column.emptyIsNull)) return { query: resolved.query, columns };
  const alias = context.fresh('t');
  const items = resolved.columns.map((column, index): Term => {
    const term: Term = { kind: 'column', table: alias, name: columnName(index), label: column.name, at: 0 };
    return column.emptyIsNull && column.type.name === 'array' ? arrayOrNull(context, term, column) : term;
  });
  return { query: plainSelect({ items, from: { kind: 'query', query: resolved.query, alias } }), columns };
}

const isOpen = (type: PgType) => type.name === 'numeric' && !type.shown;

function typeOf(type: PgType): ColumnType | null {
  if (type.name === 'json') return 'JSON';
  if (isOpen(type)) return 'DOUBLE';
  return type.name === 'array' ? 'COLUMNSTORE' : null;
}

/** array_agg over no rows is NULL. The engine's arrays cannot be NULL, but their JSON text can. */
function arrayOrNull(context: Context, term: Term, { type }: ResolvedColumn): Term {
  if (type.name !== 'array') return term;
  const variable = context.fresh('v');
  const item: Term = { kind: 'variable', name: variable };
  const value = { term: item, type: type.of, nullable: true, at: 0 };
  const isBare = ['bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric'].includes(type.of.name);
  const plain = elementText(context, value);
  const shown = isBare ? plain : call('toJSONString', plain);
  const body = call('if', call('isNull', item), text('null'), cast(shown, 'Nullable(String)'));
  const parts = call('arrayMap', { kind: 'lambda', parameters: [variable], body }, term);
  const joined = call(
    'concat',
    text('['),
    call('arrayStringConcat', cast(parts, 'Array(String)'), text(',')),
    text(']'),
  );
  return call('if', call('empty', term), nothing, joined);
}

/** An array element, as it would be written in a cell. */
function elementText(context: Context, value: Typed): Term {
  const { type, term } = value;
  if (isOpen(type) || isFloat(type)) return call('toString', term);
  if (!isTimestamp(type)) return toText(context, value);
  const full = call('toString', cast(term, engineType(type, true)));
  const whole = call('replaceRegexpOne', full, text('\\.000000$'), text(''));
  return call('replaceRegexpOne', whole, text('(\\.\\d{3})000$'), text('\\1'));
}

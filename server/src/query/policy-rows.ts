import type { Column } from '../catalog/column.js';
import { type AccessPolicy, allColumns, type DataPool } from '../catalog/definitions.js';
import { columnStoreType } from '../sql/column-store-type.js';
import { requestIdColumn, tableName } from '../sql/data-pool-ddl.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { type RecordIdKey, shownRecordId } from '../sql/shown-record-id.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { finalOf } from '../sql/table-size.js';
import { anyFilter, type FilterTerm } from '../sql/term/checked-term.js';
import { printValue } from '../sql/term/print-query.js';
import { stringLiteral, type Values } from '../sql/values.js';

/** An access policy with its values filled in. */
export interface BoundPolicy {
  readonly columns: AccessPolicy['columns'];
  /** Null shows every row. */
  readonly filter: FilterTerm | null;
}

/** A column, and the rows in which it may be read; null for every shown row. */
export interface VisibleColumn {
  readonly column: Column;
  readonly shownWhere: FilterTerm | null;
}

/** The union of several policies: a row is shown if any policy shows it, a column in the rows of policies that list it. */
export interface VisiblePart {
  readonly columns: readonly VisibleColumn[];
  /** Null for every row. */
  readonly rows: FilterTerm | null;
}

export function visiblePart({ columns }: DataPool, policies: readonly BoundPolicy[]): VisiblePart {
  // Columns listed by the same policies share one condition.
  const conditions = new Map<string, FilterTerm | null>();
  return {
    rows: anyFilter(policies.map(({ filter }) => filter)),
    columns: columns.flatMap((column) => {
      const listing = policies.filter((policy) => lists(policy, column));
      if (listing.length === 0) return [];
      if (listing.length === policies.length) return [{ column, shownWhere: null }];
      const key = listing.map((policy) => policies.indexOf(policy)).join();
      const shownWhere = conditions.get(key) ?? anyFilter(listing.map(({ filter }) => filter));
      conditions.set(key, shownWhere);
      return [{ column, shownWhere }];
    }),
  };
}

const lists = ({ columns }: BoundPolicy, { name }: Column) =>
  columns.includes(allColumns) || columns.includes(name);

/** Where it is hidden in some rows, a column holds null there, whatever it was declared as. */
export function shownColumn({ column, shownWhere }: VisibleColumn): Column {
  return shownWhere === null ? column : { ...column, nullable: true };
}

/**
 * Prints the visible part as a subquery. The innermost SELECT filters the rows. It contains only the table's own columns, so
 * that no alias can shadow a column that a policy filters on. Columns that only some rows show are NULL in the others, one
 * level further out.
 *
 * The engine keeps a value under every NULL, and functions such as `assumeNotNull` read it. With a constant NULL in the
 * other branch, `if` would keep the hidden value there; a materialized NULL makes it copy the type's default instead.
 */
export function printVisiblePart(
  dataPool: DataPool,
  { columns, rows }: VisiblePart,
  key: RecordIdKey,
  values: Values,
): Sql {
  const masks = [...new Set(columns.map(({ shownWhere }) => shownWhere).filter((mask) => mask !== null))];
  const id = quoteIdentifier(requestIdColumn);
  const read = columns.map(({ column }) => withoutDictionary(column));
  const flags = masks.map((mask, index) => sql`${printValue(mask, values)} AS ${flagOf(index)}`);
  const where = rows === null ? '' : sql` WHERE ${printValue(rows, values)}`;
  const inner = sql`SELECT ${joinSql([...read, sql`${shownRecordId(key, values)} AS ${id}`, ...flags])} FROM ${tableName(dataPool)}${finalOf(dataPool)}${where}`;
  if (masks.length === 0) return sql`(${inner})`;
  const shown = columns.map(({ column, shownWhere }) => {
    const name = quoteIdentifier(column.name);
    if (shownWhere === null) return name;
    const type = stringLiteral(columnStoreType({ ...column, nullable: true }));
    const empty = sql`materialize(CAST(NULL, ${type}))`;
    return sql`if(${flagOf(masks.indexOf(shownWhere))}, ${name}, ${empty}) AS ${name}`;
  });
  return sql`(SELECT ${joinSql([...shown, id])} FROM (${inner}))`;
}

/**
 * A rebuild may give texts a dictionary. The engine evaluates functions of such a column over the whole dictionary of a part, so
 * a function that fails would tell of hidden values. Whether there is a dictionary is not asked: a rebuild may be exchanging the
 * tables. A cast to the type that the column already has costs nothing, and the engine's indexes see through it.
 */
function withoutDictionary(column: Column): Sql {
  const name = quoteIdentifier(column.name);
  if (column.type !== 'STRING') return name;
  return sql`CAST(${name}, ${stringLiteral(columnStoreType(column))}) AS ${name}`;
}

const flagOf = (index: number) => quoteIdentifier(`_weir_p${index}`);

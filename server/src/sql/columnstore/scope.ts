import type { ColumnType, DeclaredType } from '../../catalog/column.js';
import { typeOfColumn, type ValueType } from '../functions/value-type.js';
import type { ColumnTerm } from '../term/term.js';
import { columnsLike } from '../text/columns-by-name.js';
import type { NamePart } from '../text/name-part.js';
import type { Refusing } from '../text/source.js';
import type { QuerySyntax, Syntax } from './syntax.js';

/** A source of rows, for name lookup. */
export interface EngineTable {
  readonly name: string;
  /** The alias that Weir gave it; null for a single source without an alias. */
  readonly alias: string | null;
  readonly columns: readonly EngineColumn[];
  /** Columns that USING merged into those of the other side. */
  readonly hidden: ReadonlySet<string>;
}

export interface EngineColumn extends DeclaredType {
  readonly name: string;
  /** The engine's name of the column, if it differs. */
  readonly engineName?: string;
  /** Whether `*` omits it. */
  readonly unlisted?: boolean;
  /** Whether it is an element of ARRAY JOIN, which no table has. */
  readonly joined?: boolean;
  /** Whether its values are states of aggregates, which only the engine can read. */
  readonly isState?: boolean;
}

/** What WITH of a query and of those around it names. */
export interface Surroundings {
  readonly queries: ReadonlyMap<string, CommonQuery>;
  readonly values: ReadonlyMap<string, Syntax>;
  /** The sources of the query that this one is a value in. None of its columns can be read here. */
  readonly outer: readonly EngineTable[];
}

export interface CommonQuery {
  readonly query: QuerySyntax;
  /** What was named before it. */
  readonly around: Surroundings;
}

const typesOfValues: Readonly<Record<ValueType, ColumnType>> = {
  boolean: 'BOOLEAN',
  integer: 'INT64',
  number: 'DOUBLE',
  decimal: 'DECIMAL',
  string: 'STRING',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  json: 'JSON',
  interval: 'COLUMNSTORE',
  array: 'COLUMNSTORE',
  state: 'COLUMNSTORE',
  null: 'COLUMNSTORE',
  unknown: 'COLUMNSTORE',
};

/** The column as the engine calls it. */
export function columnTerm(table: Pick<EngineTable, 'alias'>, column: EngineColumn, at: number): ColumnTerm {
  const { name, type, engineName = name, joined } = column;
  const isStoredTime =
    column.engineName === undefined && joined !== true && (type === 'DATE' || type === 'TIMESTAMP');
  const source = joined === true ? null : table.alias;
  return { kind: 'column', table: source, name: engineName, label: name, at, isStoredTime };
}

export const columnTypeOf = (type: ValueType): ColumnType => typesOfValues[type];

export const typeIn = ({ type, isState }: EngineColumn): ValueType =>
  isState === true ? 'state' : typeOfColumn(type);

export interface FoundColumn {
  readonly column: EngineColumn;
  readonly table: string | null;
  /** The remaining parts, which are a path into the column. */
  readonly rest: readonly NamePart[];
}

/** Finds `table.column` or `column`, whose name may contain dots. The rest of the name is a path into it. */
export function findColumn(
  refusing: Refusing,
  tables: readonly EngineTable[],
  parts: readonly NamePart[],
  at: number,
): FoundColumn | null {
  for (let length = parts.length; length > 0; length -= 1) {
    const found = tables.flatMap((table) => among(table, parts.slice(0, length)));
    const [only, other] = preferExact(found, parts.slice(0, length));
    if (only !== undefined && other !== undefined) {
      const hint =
        only.column.name === other.column.name
          ? "Say which table's."
          : `It could be "${only.column.name}" or "${other.column.name}": quote the one you mean.`;
      const name = JSON.stringify(parts.map(({ text }) => text).join('.'));
      throw refusing.refuse(at, `The column ${name} is ambiguous. ${hint}`);
    }
    if (only !== undefined)
      return { column: only.column, table: only.table.alias, rest: parts.slice(length) };
  }
  return null;
}

interface Candidate {
  readonly table: EngineTable;
  readonly column: EngineColumn;
}

function among(table: EngineTable, parts: readonly NamePart[]): Candidate[] {
  const [first, ...rest] = parts;
  const plain = named(table, parts).filter(({ name }) => !table.hidden.has(name));
  const qualified =
    first !== undefined && rest.length > 0 && matches([first], table.name) ? named(table, rest) : [];
  return [...plain, ...qualified].map((column) => ({ table, column }));
}

function named({ columns }: EngineTable, parts: readonly NamePart[]): readonly EngineColumn[] {
  const written = parts.map(({ text }) => text).join('.');
  return columnsLike(columns, written).filter(({ name }) => matches(parts, name));
}

function matches(parts: readonly NamePart[], name: string): boolean {
  const written = parts.map(({ text }) => text).join('.');
  if (written === name) return true;
  return !parts.some(({ quoted }) => quoted) && written.toLowerCase() === name.toLowerCase();
}

function preferExact(found: readonly Candidate[], parts: readonly NamePart[]): readonly Candidate[] {
  const last = parts.map(({ text }) => text).join('.');
  const exact = found.filter(({ column }) => last === column.name || last.endsWith(`.${column.name}`));
  return exact.length > 0 ? exact : found;
}

import type { Column, DeclaredType } from '../catalog/column.js';
import { headerOf } from '../catalog/column-rules.js';
import { decimalSize } from '../catalog/decimal-size.js';
import { coerceBoolean } from './coerce-boolean.js';
import { decimalCoercion } from './coerce-decimal.js';
import { floatCoercion } from './coerce-float.js';
import { integerCoercion } from './coerce-integer.js';
import { coerceJson, coerceString } from './coerce-text.js';
import { dateCoercion, timestampCoercion } from './coerce-time.js';
import type { Coercion } from './coercion.js';
import { compilePaths, type PathNode } from './path-plan.js';

/** How a Data Pool's events become rows: compiled once from its columns, then run for every event. */
export interface RowPlan {
  readonly paths: PathNode;
  /** The columns that events fill, in the order of the cells of a decoded event. */
  readonly columns: readonly PlannedColumn[];
  /** The columns that headers of the request fill, equal in all its rows. */
  readonly headerColumns: readonly HeaderColumn[];
  /** The column with the unique ID, if an event or a header fills it. */
  readonly uniqueId: UniqueIdColumn | undefined;
  /** Approximate bytes of a row's columns. */
  readonly expectedBytes: number;
}

export interface UniqueIdColumn {
  readonly type: Column['type'];
  /** Its place in `columns`; -1 when a header fills it. */
  readonly at: number;
  readonly header: HeaderColumn | undefined;
}

/** Approximate bytes of a value: a quoted timestamp is the longest of the common ones. */
const expectedCellBytes = 24;

export interface PlannedColumn {
  readonly name: string;
  readonly nullable: boolean;
  readonly coerce: Coercion;
  /** `,"name":` */
  readonly label: Buffer;
}

export interface HeaderColumn extends PlannedColumn {
  /** In lower case. */
  readonly header: string;
}

/** The columns that the service fills itself are not part of a plan: every row has them. */
export function compileRowPlan(columns: readonly Column[], uniqueId: string | null = null): RowPlan {
  const paths: string[] = [];
  const planned: PlannedColumn[] = [];
  const headerColumns: HeaderColumn[] = [];
  for (const { name, nullable, jsonProperty, ...declared } of columns) {
    if (jsonProperty === null) continue;
    const label = Buffer.from(`,${JSON.stringify(name)}:`);
    const column = { name, nullable, coerce: coercionFor(declared), label };
    const header = headerOf(jsonProperty);
    if (header !== undefined) {
      // Not a path, so that no key of an event can be taken for a header.
      headerColumns.push({ ...column, header });
    } else {
      paths.push(jsonProperty);
      planned.push(column);
    }
  }
  return {
    paths: compilePaths(paths),
    columns: planned,
    headerColumns,
    uniqueId: uniqueIdColumn(columns, uniqueId, planned, headerColumns),
    expectedBytes: [...planned, ...headerColumns].reduce(
      (sum, { label }) => sum + label.length + expectedCellBytes,
      0,
    ),
  };
}

function uniqueIdColumn(
  columns: readonly Column[],
  uniqueId: string | null,
  planned: readonly PlannedColumn[],
  headerColumns: readonly HeaderColumn[],
): UniqueIdColumn | undefined {
  const type = columns.find(({ name }) => name === uniqueId)?.type;
  const at = planned.findIndex(({ name }) => name === uniqueId);
  const header = headerColumns.find(({ name }) => name === uniqueId);
  return type !== undefined && (at >= 0 || header) ? { type, at, header } : undefined;
}

function coercionFor(declared: DeclaredType): Coercion {
  const { type } = declared;
  switch (type) {
    case 'BOOLEAN':
      return coerceBoolean;
    case 'STRING':
      return coerceString;
    case 'FLOAT':
      return floatCoercion(type, 32);
    case 'DOUBLE':
      return floatCoercion(type, 64);
    case 'DECIMAL':
      return decimalCoercion(decimalSize(declared));
    case 'INT8':
      return integerCoercion(type, 8);
    case 'INT16':
      return integerCoercion(type, 16);
    case 'INT32':
      return integerCoercion(type, 32);
    case 'INT64':
      return integerCoercion(type, 64);
    case 'DATE':
      return dateCoercion();
    case 'TIMESTAMP':
      return timestampCoercion();
    case 'JSON':
      return coerceJson;
    case 'COLUMNSTORE':
      throw new Error('A column that events fill cannot have the type COLUMNSTORE');
  }
}

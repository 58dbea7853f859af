import { type PageArguments, pageDirection } from '../base/page-direction.js';
import type { EngineCell } from '../engine/engine.js';
import {
  type KeyValue,
  opposite,
  type Position,
  pastPosition,
  type SortKey,
  type Travel,
} from '../sql/keyset.js';
import type { Sql } from '../sql/sql-text.js';
import type { Values } from '../sql/values.js';
import type { Cursors } from './cursors.js';

/**
 * Pages of rows in a total order. The row at the cursor is read again together with the page. If it still exists, there are
 * rows on that side, and no follow-up query is needed to know that.
 */
export type PageInput = PageArguments;

const pageRows = { default: 10, min: 1, max: 1_000 };

/** The direction and size of a page, its start (`near`) and its end (`far`). */
export interface Paging {
  readonly travel: Travel;
  readonly size: number;
  readonly near: Position | null;
  readonly far: Position | null;
}

export function checkPageSize(input: PageInput): void {
  pageDirection(input, pageRows);
}

export function pagingOf(input: PageInput, cursors: Cursors): Paging {
  const { backward, size } = pageDirection(input, pageRows);
  const after = cursors.read('after', input.after);
  const before = cursors.read('before', input.before);
  return backward
    ? { travel: 'backward', size, near: before, far: after }
    : { travel: 'forward', size, near: after, far: before };
}

/** One extra row tells whether there are more; another is the row at the cursor. */
export function rowsToRead({ size, near }: Paging): number {
  return size + 1 + (near === null ? 0 : 1);
}

/** The conditions for rows on the page or at its cursors. */
export function pageConditions(
  { travel, near, far }: Paging,
  keys: readonly SortKey[],
  values: Values,
): Sql[] {
  const conditions: Sql[] = [];
  if (near) conditions.push(pastPosition(keys, { position: near, travel, inclusive: true }, values));
  if (far) {
    conditions.push(pastPosition(keys, { position: far, travel: opposite(travel), inclusive: true }, values));
  }
  return conditions;
}

export type EngineRow = readonly EngineCell[];

export interface RowPage {
  readonly rows: readonly EngineRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export interface RowsRead {
  readonly paging: Paging;
  /** In paging direction. */
  readonly rows: readonly EngineRow[];
  readonly positionOf: (row: EngineRow) => Position;
  /** Whether the first value of a position is that of a Metric. Then the others identify the row. */
  readonly startsWithMetric?: boolean;
  /** Whether there may be more rows although fewer than requested were read, because some disappeared meanwhile. */
  readonly mayFallShort?: boolean;
  /** Whether a row exists past a position. Called only when the rows do not show it. */
  readonly exists: (position: Position, travel: Travel) => Promise<boolean>;
}

export async function pageOf(read: RowsRead): Promise<RowPage> {
  const { paging, rows, positionOf, startsWithMetric = false, mayFallShort, exists } = read;
  const { travel, size, near, far } = paging;
  const isAt = (row: EngineRow, position: Position | null) =>
    position !== null && isSameRow(positionOf(row), position, startsWithMetric);
  const pastNear = rows.filter((row) => !isAt(row, near));
  const nearIsThere = pastNear.length < rows.length;
  const between = pastNear.filter((row) => !isAt(row, far));
  const farIsThere = between.length < pastNear.length;
  // The position to continue from, if the rows do not show whether there are more.
  const last = far ?? (mayFallShort ? lastPosition(between, near, positionOf) : null);
  const ahead = between.length > size || farIsThere || (last !== null && (await exists(last, travel)));
  const behind = near !== null && (nearIsThere || (await exists(near, opposite(travel))));
  const page = between.slice(0, size);
  return travel === 'forward'
    ? { rows: page, hasNextPage: ahead, hasPreviousPage: behind }
    : { rows: page.reverse(), hasNextPage: behind, hasPreviousPage: ahead };
}

function lastPosition(
  rows: readonly EngineRow[],
  near: Position | null,
  positionOf: RowsRead['positionOf'],
): Position | null {
  const last = rows.at(-1);
  return last === undefined ? near : positionOf(last);
}

function isSameRow(a: Position, b: Position, startsWithMetric: boolean): boolean {
  return a.every((value, index) => {
    const other = b[index];
    if (value.text === other?.text) return true;
    return startsWithMetric && index === 0 && other !== undefined && isSameSum(value, other);
  });
}

/** The last digits of a sum of doubles depend on the order of adding, which changes when the engine merges parts. */
const sumTolerance = 1e-9;

function isSameSum(a: KeyValue, b: KeyValue): boolean {
  if (!a.type.includes('Float') || a.text === null || b.text === null) return false;
  const [x, y] = [Number(a.text), Number(b.text)];
  return Math.abs(x - y) <= sumTolerance * Math.max(Math.abs(x), Math.abs(y));
}

/** A value as used in a position. It is exact, because the engine prints values so that they parse back unchanged. */
export function keyText(cell: EngineCell): string | null {
  if (cell === null || typeof cell === 'string') return cell;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

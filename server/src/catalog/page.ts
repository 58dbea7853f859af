import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { badInput } from '../base/errors.js';
import { type IdKind, isId } from '../base/ids.js';
import { type PageArguments, pageDirection } from '../base/page-direction.js';
import type { CatalogTables } from './tables.js';

export const pageSizeMax = 100;
const pageSizes = { default: 10, min: 0, max: pageSizeMax };

/**
 * A page of a list that is sorted newest first. `after` and `before` are identifiers: items after one are older, items
 * before it are newer.
 */
export type PageRequest = PageArguments;

export interface Page<T> {
  readonly items: readonly T[];
  /** There are older items. */
  readonly hasNextPage: boolean;
  /** There are newer items. */
  readonly hasPreviousPage: boolean;
}

type CursorArgument = 'after' | 'before';

/** A cursor that is an identifier. An empty text counts as absent, because clients send back what the last page gave them. */
export function idCursor(
  kind: IdKind,
  argument: CursorArgument,
  cursor: string | null | undefined,
): string | undefined {
  if (!cursor) return undefined;
  if (!isId(kind, cursor)) throw foreignCursor(argument);
  return cursor;
}

/** Any text has a place in the sort order, so a page from a wrong cursor would look right. It is refused instead. */
export const foreignCursor = (argument: CursorArgument) =>
  badInput(argument, 'the cursor does not belong to this list');

const id = sql.ref('id');
const newerThan = (cursor: string) => sql<SqlBool>`${id} > ${cursor}`;
const olderThan = (cursor: string) => sql<SqlBool>`${id} < ${cursor}`;
const notNewerThan = (cursor: string) => sql<SqlBool>`${id} <= ${cursor}`;
const notOlderThan = (cursor: string) => sql<SqlBool>`${id} >= ${cursor}`;

/** Reads one page of a query that is not yet ordered; its rows have an `id` of this kind. */
export async function readPage<Table extends keyof CatalogTables, Row>(
  kind: IdKind,
  query: SelectQueryBuilder<CatalogTables, Table, Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const after = idCursor(kind, 'after', request.after);
  const before = idCursor(kind, 'before', request.before);
  const { backward, size } = pageDirection(request, pageSizes);
  let bounded = query;
  if (after !== undefined) bounded = bounded.where(olderThan(after));
  if (before !== undefined) bounded = bounded.where(newerThan(before));
  // One extra row tells whether there are more.
  const rows = await bounded
    .orderBy(id, backward ? 'asc' : 'desc')
    .limit(size + 1)
    .execute();
  const more = rows.length > size;
  const items = rows.slice(0, size);
  if (backward) items.reverse();

  const exists = async (condition: ReturnType<typeof newerThan>) =>
    (await query.where(condition).limit(1).execute()).length > 0;
  const newer = after !== undefined && (await exists(notOlderThan(after)));
  const older = before !== undefined && (await exists(notNewerThan(before)));
  return {
    items: items as Row[],
    hasNextPage: (!backward && more) || older,
    hasPreviousPage: (backward && more) || newer,
  };
}

export function mapPage<A, B>(page: Page<A>, map: (item: A) => B): Page<B> {
  return { ...page, items: page.items.map(map) };
}

import { badInput, notFound, WeirError } from '../base/errors.js';
import { type Principal, shareOwner } from '../base/principal.js';
import { ownColumnsFirst } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { MaterializedView, ViewRange } from '../catalog/materialized-view.js';
import type { SourceOptions } from '../query/readable-source.js';
import { findTable } from '../query/run-sql.js';
import { parseText, type StatementTree } from '../sql/compiler/parse-statement.js';
import { tableKey } from '../sql/compiler/table-names.js';
import { partsOfQuery } from '../sql/term/walk-query.js';
import { isClock } from '../sql/term/walk-term.js';
import { viewSource } from '../sql/view-source.js';

export interface CompiledView {
  readonly tree: StatementTree;
  readonly source: DataPool;
}

/** Reads no rows: a range that is used to check a statement. */
const noRange: ViewRange = { kind: 'LIVE', after: 0, until: 0 };

/**
 * Compiles a new view's SQL like a statement of `sqlV1`. The results do not depend on who reads them, so the caller must be
 * allowed to read the whole source.
 */
export async function compileView(
  options: SourceOptions,
  principal: Principal,
  text: string,
): Promise<CompiledView> {
  const { tableNames, resolve } = await parseText(options.parsers, text, undefined, shareOwner(principal));
  const tables = new Map<string, DataPool | WeirError>();
  for (const name of tableNames) {
    const table = await readWhole(options, principal, name);
    if (table) tables.set(tableKey(name), table);
  }
  const read = new Map<string, DataPool>();
  const tree = resolve((name, schema) => {
    const table = tables.get(tableKey({ name, schema }));
    if (table instanceof WeirError) throw table;
    if (table === undefined) return undefined;
    read.set(table.id, table);
    return viewSource(table, ownColumnsFirst(table.columns), noRange);
  });
  const [source, ...others] = read.values();
  if (source === undefined || others.length > 0)
    throw badInput('sql', `a materialized view reads exactly one Data Pool, but this SQL reads ${read.size}`);
  refuseUnstable(tree);
  return { tree, source };
}

/** The name may be one of a CTE, so an error is thrown only if the name turns out to be a table. */
async function readWhole(
  options: SourceOptions,
  principal: Principal,
  name: Parameters<typeof findTable>[2],
): Promise<DataPool | WeirError | undefined> {
  try {
    const found = await findTable(options, principal, name);
    if (!found || found.whole) return found?.dataPool;
    return new WeirError(
      'FORBIDDEN',
      `A materialized view reads all records of Data Pool "${found.dataPool.uniqueName}"; Application ${principal.applicationId} needs an access policy for it that shows all rows and columns`,
    );
  } catch (error) {
    if (error instanceof WeirError) return error;
    throw error;
  }
}

/** Refuses what would depend on when a step runs, or on which records happen to be in the same step. */
function refuseUnstable(tree: StatementTree): void {
  const { terms, selects, setOperations, tables, joins } = partsOfQuery(tree.query);
  if (terms.some(isClock))
    throw badInput(
      'sql',
      'functions of the current time and random functions are not allowed in a materialized view, because a step may run again after a failure',
    );
  if (joins > 0 || tables.length > 1)
    throw badInput(
      'sql',
      'a materialized view reads its Data Pool once, without joins; records of different steps would not meet',
    );
  const isLimited = selects.some(
    ({ limit, offset, firstOf, distinct, order, totals }) =>
      limit !== null ||
      offset !== null ||
      firstOf.length > 0 ||
      distinct ||
      totals ||
      order.some(({ fill }) => fill !== undefined),
  );
  const isCompared =
    terms.some(({ kind }) => kind === 'window') || setOperations.some((op) => op !== 'UNION ALL');
  if (isLimited || isCompared)
    throw badInput(
      'sql',
      'DISTINCT, LIMIT, OFFSET, WITH FILL, WITH TOTALS, window functions, INTERSECT and EXCEPT are not allowed in a materialized view, because it runs over each batch of new records by itself',
    );
}

/** The view's statement over the rows of one step. Its only table is the source, whatever the source is called now. */
export async function stepTree(
  { parsers }: Pick<SourceOptions, 'parsers'>,
  view: MaterializedView,
  source: DataPool,
  range: ViewRange,
): Promise<StatementTree> {
  const columns = view.sourceColumns.map((name) => {
    const column = source.columns.find((candidate) => candidate.name === name);
    if (!column) throw notFound('Column', name);
    return column;
  });
  const { resolve } = await parseText(parsers, view.sql, view.dialect, {
    applicationId: view.id,
    tenant: '',
  });
  return resolve(() => viewSource(source, columns, range));
}

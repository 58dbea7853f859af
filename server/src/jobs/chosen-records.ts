import { badRequest } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { RecordChoice } from '../catalog/job.js';
import { allFilters, type FilterExpr } from '../sql/expression/checked-expr.js';
import { compileFilters } from '../sql/expression/compile-filters.js';
import type { Expr } from '../sql/expression/expr.js';
import { parseFilter } from '../sql/expression/parse-expression.js';
import type { SqlParsers } from '../sql/expression/parsers.js';
import { readsClock } from '../sql/expression/walk-expr.js';

/** The condition of the records that a job is about, read as a Metric's filter is. */
export function chosenFilter(
  parsers: SqlParsers,
  { filterSql, filters }: RecordChoice,
  { columns }: DataPool,
): FilterExpr {
  const filter = allFilters([
    filterSql === null ? null : parseFilter(parsers, filterSql, columns),
    compileFilters(filters, columns),
  ]);
  if (filter === null)
    throw badRequest('filterSql: a condition is needed; write true for all records of the Data Pool');
  refuseClock('filterSql', filter);
  return filter;
}

/** A job looks at some records earlier than at others: what it asks of them must not change meanwhile. */
export function refuseClock(where: string, expr: Expr): void {
  if (readsClock(expr))
    throw badRequest(
      `${where}: a job takes a while, and now(), today() and yesterday() would change under it; write the time out, as in '2026-01-31 00:00:00'`,
    );
}

import { badRequest } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { RecordChoice } from '../catalog/job.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { allFilters, type FilterTerm } from '../sql/term/checked-term.js';
import type { Term } from '../sql/term/term.js';
import { readsClock } from '../sql/term/walk-term.js';

/** The condition of the records that a job is about, read as a Metric's filter is. */
export function chosenFilter(
  parsers: SqlParsers,
  { filterSql, filters }: RecordChoice,
  { columns }: DataPool,
): FilterTerm {
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
export function refuseClock(where: string, term: Term): void {
  if (readsClock(term))
    throw badRequest(
      `${where}: a job takes a while, and now(), today() and yesterday() would change under it; write the time out, as in '2026-01-31 00:00:00'`,
    );
}

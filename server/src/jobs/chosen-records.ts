import { badInput } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { RecordChoice } from '../catalog/job.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { allFilters, type FilterTerm } from '../sql/term/checked-term.js';
import type { Term } from '../sql/term/term.js';
import { readsClock } from '../sql/term/walk-term.js';

/** The condition of the records that a job works on, read like a Metric's filter. */
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
    throw badInput('filterSql', 'a condition is required; use true for all records of the Data Pool');
  refuseClock('filterSql', filter);
  return filter;
}

/** A job reads some records earlier than others, so its condition must not change over time. */
export function refuseClock(where: string, term: Term): void {
  if (readsClock(term))
    throw badInput(
      where,
      `now(), today() and yesterday() are not allowed, because they would change while the job runs; use a fixed time such as '2026-01-31 00:00:00'`,
    );
}

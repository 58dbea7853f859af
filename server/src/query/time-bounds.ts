import { quoteIdentifier } from '../sql/identifier.js';
import { type Sql, sql } from '../sql/sql-text.js';
import type { EarlierWork, QueryRequest } from './query-request.js';
import type { QueryRunner } from './query-runner.js';
import type { QueryScope } from './query-scope.js';
import type { Printing, ReadableSource } from './readable-source.js';
import { written } from './written-statement.js';

export interface ClosedScope extends QueryScope {
  readonly timeRange: { readonly startMs: number; readonly stopMs: number };
}

/**
 * Resolves open ends of a range to the earliest or latest record of the Data Pool, with a query if needed. The latest
 * record is in the range, so the stop is the millisecond after it.
 */
export async function resolveOpenEnds(
  runner: QueryRunner,
  query: Pick<QueryRequest, 'principal' | 'signal' | 'allowance' | 'type' | 'subtype' | 'basis'>,
  source: ReadableSource,
  scope: QueryScope,
): Promise<{ scope: ClosedScope; earlier: EarlierWork | undefined }> {
  const { startMs, stopMs } = scope.timeRange;
  if (startMs !== null && stopMs !== null)
    return { scope: { ...scope, timeRange: { startMs, stopMs } }, earlier: undefined };
  const { result, earlier } = await runner.read({
    ...query,
    ...written((printing) => boundsStatement(scope, source, printing)),
  });
  const [earliest, latest] = (result.rows[0] ?? []).map((cell) => (cell === null ? null : Number(cell)));
  // No records: an empty range at the given end.
  const start = startMs ?? earliest ?? stopMs ?? 0;
  const stop = stopMs ?? (latest === null || latest === undefined ? start : latest + 1);
  return {
    scope: { ...scope, timeRange: { startMs: start, stopMs: Math.max(start, stop) } },
    earlier,
  };
}

function boundsStatement({ timeColumn }: QueryScope, source: ReadableSource, printing: Printing): Sql {
  const name = quoteIdentifier(timeColumn.name);
  const milliseconds = (time: Sql) =>
    sql`toUnixTimestamp64Milli(${timeColumn.type === 'DATE' ? sql`toDateTime64(${time}, 3, 'UTC')` : time})`;
  const [first, last] = [milliseconds(sql`minOrNull(${name})`), milliseconds(sql`maxOrNull(${name})`)];
  return sql`SELECT ${first}, ${last} FROM ${source.from(printing)}`;
}

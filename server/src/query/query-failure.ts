import { resultBytesMax, resultCellsMax, resultRowsMax } from '../base/answer-limits.js';
import { formatDateTime } from '../base/date-time.js';
import { notFound, WeirError } from '../base/errors.js';
import {
  failureName,
  isMissingTable,
  thrownByStatement,
  tooManyRowsOrBytes,
} from '../engine/engine-error.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';

const reachedTheEngine = new Set(['QUERY_FAILED', 'QUERY_TIMED_OUT', 'QUERY_CANCELLED']);

/** Whether a query failed while running, which belongs in the history, rather than before it started. */
export const isQueryFailure = (error: unknown): error is WeirError =>
  error instanceof WeirError && reachedTheEngine.has(error.code);

/** The failure as the caller may see it. */
export function shownFailure(error: WeirError, request: QueryRequest, info: QueryInfo): WeirError {
  const details = { query: shownQuery(info) };
  const deleted = deletedDataPool(error, request);
  if (deleted !== undefined) {
    const { code, message } = notFound('Data Pool', deleted);
    return new WeirError(code, message, { cause: error.cause, details });
  }
  // Only the engine's own messages may quote records; Weir's messages do not.
  const quotes = error.code === 'QUERY_FAILED' && error.details?.['engineCode'] !== undefined;
  const message =
    tooLarge(error, request) ?? (request.run.limited && quotes ? withoutValues(error) : error.message);
  return new WeirError(error.code, message, { cause: error.cause, details });
}

/** A statement names only tables in the catalog, so a table that is missing was deleted after the statement was written. */
function deletedDataPool(error: WeirError, { run }: QueryRequest): string | undefined {
  if (!isMissingTable(error) || !(error.cause instanceof Error)) return undefined;
  const words = error.cause.message;
  return run.statement.tables.find((dataPoolId) => words.includes(dataPoolId));
}

/** Replaces the engine's message for a result that is too large, which names neither the limit nor what to do. */
function tooLarge({ details, cause }: WeirError, request: QueryRequest): string | null {
  if (details?.['engineCode'] !== tooManyRowsOrBytes) return null;
  const words = cause instanceof Error ? cause.message : '';
  const limit = 'the limit for one query';
  if (/max bytes/.test(words))
    return `The result is larger than ${resultBytesMax} bytes, ${limit}. Request fewer rows or columns`;
  if (/max cells/.test(words))
    return `The result has more than ${request.resultCellsMax ?? resultCellsMax} cells, ${limit}. Request fewer rows or columns`;
  return `The result has more than ${request.resultRowsMax ?? resultRowsMax} rows, ${limit}. Add a LIMIT clause`;
}

/**
 * The engine quotes values and the statement itself, including policies. The error name reveals neither, and neither do
 * messages that Weir wrote into the statement.
 */
function withoutValues({ cause, details, message }: WeirError): string {
  if (details?.['engineCode'] === thrownByStatement) return message;
  const kind = cause instanceof Error ? failureName(cause.message) : undefined;
  return `The query failed${kind === undefined ? '' : `: ${kind}`}. The engine's message is not shown, because access policies apply`;
}

/** QueryInfo as shown in `extensions.query`. */
function shownQuery({
  environmentId: _,
  reader: _reader,
  createdAt,
  modifiedAt,
  booster,
  ...info
}: QueryInfo) {
  return {
    ...info,
    booster: booster && { id: booster.id, used: booster.used, reason: booster.reason },
    createdAt: formatDateTime(createdAt),
    modifiedAt: formatDateTime(modifiedAt),
  };
}

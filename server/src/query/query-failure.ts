import { resultBytesMax, resultCellsMax, resultRowsMax } from '../base/answer-limits.js';
import { formatDateTime } from '../base/date-time.js';
import { WeirError } from '../base/errors.js';
import { failureName, thrownByStatement, tooManyRowsOrBytes } from '../engine/engine-error.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';

const reachedTheEngine = new Set(['QUERY_FAILED', 'QUERY_TIMED_OUT', 'QUERY_CANCELLED']);

/** Whether a query failed as a query, which its history has to show, rather than before it was one. */
export const isQueryFailure = (error: unknown): error is WeirError =>
  error instanceof WeirError && reachedTheEngine.has(error.code);

/** The failure as whoever asked may see it. */
export function shownFailure(error: WeirError, request: QueryRequest, info: QueryInfo): WeirError {
  // What is not the engine's refusal is in Weir's own words, which tell of no record.
  const quotes = error.code === 'QUERY_FAILED' && error.details?.['engineCode'] !== undefined;
  const message =
    tooLarge(error, request) ?? (request.run.limited && quotes ? withoutValues(error) : error.message);
  return new WeirError(error.code, message, { cause: error.cause, details: { query: shownQuery(info) } });
}

/** What the engine says of a result that is too large names neither the limit nor what to do. */
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
 * The engine quotes values and the statement itself, policies and all. What kind of failure it was tells neither, nor
 * do the words that Weir wrote into the statement for it.
 */
function withoutValues({ cause, details, message }: WeirError): string {
  if (details?.['engineCode'] === thrownByStatement) return message;
  const kind = cause instanceof Error ? failureName(cause.message) : undefined;
  return `The query failed${kind === undefined ? '' : `: ${kind}`}. The engine's message is not shown, because access policies apply`;
}

/** QueryInfo as it stands in `extensions.query`. */
function shownQuery({
  environmentId: _,
  policyValuesDigest: _digest,
  createdAt,
  modifiedAt,
  ...info
}: QueryInfo) {
  return { ...info, createdAt: formatDateTime(createdAt), modifiedAt: formatDateTime(modifiedAt) };
}

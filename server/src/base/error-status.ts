import type { ErrorCode } from '../base/errors.js';

/** The only place where a code becomes an HTTP status. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  QUERY_FAILED: 422,
  QUERY_TIMED_OUT: 504,
  QUERY_CANCELLED: 499,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  SOURCE_FAILED: 502,
  INTERNAL: 500,
  PERSISTED_QUERY_NOT_SUPPORTED: 400,
};

const codesOfRefusals: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
];

/** The code of a refusal that has only a status. */
export function codeOfRefusal(status: number): ErrorCode {
  if (status >= 500) return 'UNAVAILABLE';
  return codesOfRefusals.find((code) => errorStatus[code] === status) ?? 'BAD_REQUEST';
}

import type { ErrorCode } from './generated/operations.js';

/** The service's error codes, and two for network and protocol errors. */
export type WeirErrorCode =
  | ErrorCode
  /** The service could not be reached, or the connection broke. */
  | 'NETWORK_ERROR'
  /** Something answered, but not in the service's form; often a proxy's error page. */
  | 'INVALID_RESPONSE';

/** One entry of a GraphQL response's `errors`. */
export interface GraphqlErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface WeirErrorFields {
  readonly status?: number | undefined;
  readonly errors?: readonly GraphqlErrorEntry[] | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Every failure that the client raises, apart from a caller's own abort. */
export class WeirError extends Error {
  override readonly name = 'WeirError';
  readonly code: WeirErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** All of GraphQL's errors; the message and code are those of the first. */
  readonly errors: readonly GraphqlErrorEntry[];
  /** Details of the error: `query` of a failed query, the refused events of a webhook request. */
  readonly details: Readonly<Record<string, unknown>>;
  /** How long the service asked to wait, if it did. */
  readonly retryAfterMs: number | undefined;
  /** The ID of the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(code: WeirErrorCode, message: string, options: WeirErrorFields = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.errors = options.errors ?? [];
    this.details = options.details ?? {};
    this.retryAfterMs = options.retryAfterMs;
    this.requestId = options.requestId;
  }
}

const statusCodes: Readonly<Record<number, WeirErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'BAD_REQUEST',
  409: 'CONFLICT',
  413: 'BAD_REQUEST',
  415: 'BAD_REQUEST',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** The code of a response without a code in its body. */
export const codeOfStatus = (status: number): WeirErrorCode =>
  statusCodes[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_RESPONSE');

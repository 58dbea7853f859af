/**
 * Every failure that a client may see has one of these codes. A test checks `docs/errors.md` against this registry, and
 * the HTTP layer maps codes to statuses.
 */
export const errorCodes = {
  BAD_REQUEST:
    'The request is not valid. The message says what is wrong and where; repeating it will not help.',
  UNAUTHENTICATED: 'No credentials were given, or they are wrong, expired or revoked.',
  FORBIDDEN: 'The credentials are valid but lack a scope or an access policy, which the message names.',
  NOT_FOUND: 'The named resource does not exist in the Environment of the credentials.',
  CONFLICT:
    'The request conflicts with existing data: a unique name is taken, or a resource is still in use.',
  QUERY_FAILED: 'The query reached the engine and failed there.',
  QUERY_TIMED_OUT: 'The query ran longer than the query time-out and was stopped.',
  QUERY_CANCELLED: 'The query was cancelled before it finished, usually because its client disconnected.',
  RATE_LIMITED: 'Too many requests. Wait for the time in `Retry-After`, then try again.',
  UNAVAILABLE:
    'A part of the service is unavailable or overloaded. Try again shortly. A write may have happened or not.',
  SOURCE_FAILED:
    'A Data Source could not be read. The message says what its endpoint answered, or why it did not.',
  INTERNAL: 'An unexpected error. The message contains an error ID; the log has the details under that ID.',
  PERSISTED_QUERY_NOT_SUPPORTED:
    'The request contains only the hash of a document, and Weir stores no documents. Send the text.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

export interface WeirErrorOptions {
  /** The underlying failure: logged where it helps, never shown to a client. */
  readonly cause?: unknown;
  /** Machine-readable facts for the client, added to GraphQL `extensions`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The field of the input that is refused, such as `tiles[0].filterSql`, which a form can then mark. Kept in the details. */
  readonly field?: string;
  /** How long a client should wait before it tries again. */
  readonly retryAfterSeconds?: number;
}

/** A failure that was raised deliberately: its message is written for the client and may be shown. */
export class WeirError extends Error {
  override readonly name = 'WeirError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: WeirErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    const { field, details } = options;
    this.details = field === undefined ? details : { ...details, field };
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const badRequest = (message: string, options?: WeirErrorOptions) =>
  new WeirError('BAD_REQUEST', message, options);

/** For one field of the input. */
export const badInput = (field: string, problem: string) => badRequest(`${field}: ${problem}`, { field });

export const notFound = (resource: string, idOrName: string) =>
  new WeirError('NOT_FOUND', `${resource} ${idOrName} not found`);

export const conflict = (message: string, options?: WeirErrorOptions) =>
  new WeirError('CONFLICT', message, options);

export const unavailable = (message: string, options?: WeirErrorOptions) =>
  new WeirError('UNAVAILABLE', message, { retryAfterSeconds: 1, ...options });

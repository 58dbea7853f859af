import type { FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { errorStatus } from '../base/error-status.js';
import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import { prefersStatus } from './answer-media-type.js';
import { presentable } from './error-reply.js';
import { shownTo } from './viewer-error.js';

/** The outcome of an operation. */
export interface Execution {
  readonly data?: unknown;
  readonly errors?: readonly Error[] | null;
}

export interface FormattedExecution {
  readonly statusCode: number;
  /** How long to wait before trying again, if that can help. */
  readonly retryAfterSeconds: number | undefined;
  readonly response: { readonly errors: readonly object[]; readonly data?: unknown };
}

/**
 * GraphQL errors as clients see them. Errors raised deliberately keep their message and code, a malformed document or
 * variable is BAD_REQUEST, and everything else is masked. Viewers of a dashboard see a sentence. The answer has no `data` when the execution did not begin.
 */
export function formatErrors(
  execution: Execution,
  request: FastifyRequest,
  principal: Principal | undefined,
): FormattedExecution {
  const failures = (execution.errors ?? []).map((error) => ({
    error,
    shown: shownAs(error, request, principal),
  }));
  const waits = failures.flatMap(({ shown }) => shown.retryAfterSeconds ?? []);
  const data = execution.data === undefined ? {} : { data: execution.data };
  return {
    statusCode: statusOf(execution, failures, request),
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : undefined,
    response: { ...data, errors: failures.map(format) },
  };
}

interface Failure {
  readonly error: Error;
  readonly shown: WeirError;
}

function statusOf(
  { data }: Execution,
  failures: readonly Failure[],
  { headers: { accept } }: FastifyRequest,
): number {
  if (failures.some(({ shown }) => shown.code === 'UNAUTHENTICATED')) return 401;
  const [first] = failures;
  return first && data === undefined && prefersStatus(accept) ? errorStatus[first.shown.code] : 200;
}

/**
 * The error that a resolver raised. An error without a path comes from GraphQL itself and has no better cause underneath.
 * The JIT has its own error class, hence the check by name.
 */
function raised(error: Error): Error | undefined {
  if (error.name !== 'GraphQLError') return error;
  const { path, originalError } = error as GraphQLError;
  return path ? (originalError ?? error) : undefined;
}

/** GraphQL quotes names and values in full, and a request may contain long ones. */
const quotedCharactersMax = 1_000;

function shownAs(error: Error, request: FastifyRequest, principal: Principal | undefined): WeirError {
  const inner = raised(error);
  if (inner) return shownTo(principal, presentable(inner, request), request);
  const { message } = error;
  const long = message.length > quotedCharactersMax;
  return new WeirError('BAD_REQUEST', long ? `${message.slice(0, quotedCharactersMax)}…` : message);
}

function format({ error, shown }: Failure) {
  const { locations, path } = error as Partial<GraphQLError>;
  return {
    message: shown.message,
    ...(locations && { locations }),
    // The JIT gives list indexes as strings. No field's name is a number.
    ...(path && { path: path.map((key) => (/^\d+$/.test(String(key)) ? Number(key) : key)) }),
    extensions: { code: shown.code, ...shown.details },
  };
}

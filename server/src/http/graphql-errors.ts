import type { FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { WeirError } from '../base/errors.js';
import { presentable } from './error-reply.js';

interface Execution {
  readonly data?: unknown;
  readonly errors?: readonly Error[] | null;
}

export interface FormattedExecution {
  readonly statusCode: number;
  /** How long to wait before asking again, when something failed that waiting helps. */
  readonly retryAfterSeconds: number | undefined;
  readonly response: { data: unknown; errors: readonly object[] };
}

/**
 * GraphQL's failures as clients read them: what was raised deliberately keeps its message and code, a
 * malformed document or variable is BAD_REQUEST, and everything else is masked. Only bad credentials
 * change the status.
 */
export function formatErrors(execution: Execution, request: FastifyRequest): FormattedExecution {
  const failures = (execution.errors ?? []).map((error) => ({ error, shown: shownAs(error, request) }));
  const unauthenticated = failures.some(({ shown }) => shown.code === 'UNAUTHENTICATED');
  const waits = failures.flatMap(({ shown }) => shown.retryAfterSeconds ?? []);
  return {
    statusCode: unauthenticated ? 401 : 200,
    retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : undefined,
    response: { data: execution.data ?? null, errors: failures.map(format) },
  };
}

/**
 * What a resolver raised. An error without a path is GraphQL's own objection to what the client sent, and
 * nothing lies under it that says it better. The compiler has an error class of its own, hence the name.
 */
function raised(error: Error): Error | undefined {
  if (error.name !== 'GraphQLError') return error;
  const { path, originalError } = error as GraphQLError;
  return path ? (originalError ?? error) : undefined;
}

/** GraphQL quotes names and values whole, and a request may send them long. */
const quotedCharactersMax = 1_000;

function shownAs(error: Error, request: FastifyRequest): WeirError {
  const inner = raised(error);
  if (inner) return presentable(inner, request);
  const { message } = error;
  const long = message.length > quotedCharactersMax;
  return new WeirError('BAD_REQUEST', long ? `${message.slice(0, quotedCharactersMax)}…` : message);
}

function format({ error, shown }: { readonly error: Error; readonly shown: WeirError }) {
  const { locations, path } = error as Partial<GraphQLError>;
  return {
    message: shown.message,
    ...(locations && { locations }),
    // The JIT gives list indexes as text; no field's name is a number.
    ...(path && { path: path.map((key) => (/^\d+$/.test(String(key)) ? Number(key) : key)) }),
    extensions: { code: shown.code, ...shown.details },
  };
}

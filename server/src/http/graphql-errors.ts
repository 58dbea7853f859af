import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { WeirError } from '../base/errors.js';
import { presentable } from './error-reply.js';

interface Execution {
  readonly data?: unknown;
  readonly errors?: readonly Error[] | null;
}

export interface FormattedExecution {
  readonly statusCode: number;
  readonly response: { data: unknown; errors: readonly object[] };
}

/**
 * GraphQL's failures as clients read them: what was raised deliberately keeps its message and code, a
 * malformed query is BAD_REQUEST, and everything else is masked. Only bad credentials change the status.
 */
export function formatErrors(execution: Execution, request: FastifyRequest): FormattedExecution {
  const errors = (execution.errors ?? [])
    .flatMap((error) => flatten(error))
    .map((error) => format(error, request));
  const unauthenticated = errors.some((error) => error.extensions.code === 'UNAUTHENTICATED');
  return { statusCode: unauthenticated ? 401 : 200, response: { data: execution.data ?? null, errors } };
}

/** A failed validation arrives as one error that holds the real ones. */
function flatten(error: Error): readonly Error[] {
  const inner = original(error);
  if (inner && 'errors' in inner && Array.isArray(inner.errors)) return inner.errors as Error[];
  return [error];
}

const original = (error: Error) => (error instanceof GraphQLError ? error.originalError : error);

function format(error: Error, request: FastifyRequest) {
  const { locations, path } = error instanceof GraphQLError ? error : {};
  const inner = original(error);
  // An error of GraphQL itself, with nothing underneath: the query does not fit the schema.
  const shown = inner ? presentable(inner, request) : new WeirError('BAD_REQUEST', error.message);
  return {
    message: shown.message,
    ...(locations && { locations }),
    // The JIT gives list indexes as text; no field's name is a number.
    ...(path && { path: path.map((key) => (/^\d+$/.test(String(key)) ? Number(key) : key)) }),
    extensions: { code: shown.code, ...shown.details },
  };
}

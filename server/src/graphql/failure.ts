import { type ErrorCode, WeirError } from '../base/errors.js';

/** The schema's `Error`. Only a refused input has a field. */
export interface AnsweredError {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly field?: string | null;
}

/** Errors that a union returns as `FailureResponse`; all others become GraphQL errors. */
const answered = new Set(['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);

export async function orFailure<T extends object>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WeirError) || !answered.has(error.code)) throw error;
    const { code, message, details } = error;
    const field = typeof details?.['field'] === 'string' ? details['field'] : null;
    return { __typename: 'FailureResponse' as const, error: { code, message, field } };
  }
}

import { WeirError } from '../base/errors.js';

/** Errors that a union returns as `FailureResponse`; all others become GraphQL errors. */
const answered = new Set(['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);

export async function orFailure<T extends object>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WeirError) || !answered.has(error.code)) throw error;
    return { __typename: 'FailureResponse' as const, error: { code: error.code, message: error.message } };
  }
}

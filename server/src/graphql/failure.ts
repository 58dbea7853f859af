import { WeirError } from '../base/errors.js';

/** Refusals that a union answers as `FailureResponse`; anything else is an error of the request. */
const answered = new Set(['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);

export async function orFailure<T extends object>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WeirError) || !answered.has(error.code)) throw error;
    return { __typename: 'FailureResponse' as const, error: { code: error.code, message: error.message } };
  }
}

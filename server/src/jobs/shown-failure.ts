import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';

/** The engine's message may quote a record, and others than the job's creator can read it. With access control it is hidden. */
export function withoutValues<T>({ accessControlEnabled }: DataPool, error: T): T | WeirError {
  if (!accessControlEnabled || !(error instanceof WeirError) || error.code !== 'QUERY_FAILED') return error;
  if (error.details?.['engineCode'] === undefined) return error;
  return new WeirError('QUERY_FAILED', 'The engine could not change some of the records', {
    cause: error,
  });
}

import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';

/** The engine's words may quote a record, and a job is read by others than its maker: with access control they stay out. */
export function withoutValues<T>({ accessControlEnabled }: DataPool, error: T): T | WeirError {
  if (!accessControlEnabled || !(error instanceof WeirError) || error.code !== 'QUERY_FAILED') return error;
  if (error.details?.['engineCode'] === undefined) return error;
  return new WeirError('QUERY_FAILED', 'The engine could not change some record as it was asked to', {
    cause: error,
  });
}

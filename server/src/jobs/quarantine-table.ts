import { WeirError } from '../base/errors.js';
import { isMissingTable } from '../engine/engine-error.js';

/** A Data Pool has no quarantine until its webhook is set to use one. */
export async function orNoTable<T>(reading: Promise<T>, none: T): Promise<T> {
  return await reading.catch((error: unknown) => {
    if (error instanceof WeirError && isMissingTable(error)) return none;
    throw error;
  });
}

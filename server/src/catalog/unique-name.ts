import { badRequest, conflict } from '../base/errors.js';
import { idPrefixes, isId } from '../base/ids.js';
import { isUniqueViolation } from './database-errors.js';

/** Also well below the limit of PostgreSQL's indexes. */
export const uniqueNameLengthMax = 255;

const named = { field: 'uniqueName' };

const controlCharacter = /\p{Cc}/u;
const idKinds = Object.keys(idPrefixes) as (keyof typeof idPrefixes)[];

export function checkUniqueName(resource: string, name: string, ownId?: string): void {
  if (name.trim() === '') throw badRequest(`The unique name of a ${resource} must not be blank`, named);
  if (name.length > uniqueNameLengthMax) {
    throw badRequest(
      `The unique name of a ${resource} must not exceed ${uniqueNameLengthMax} characters`,
      named,
    );
  }
  if (controlCharacter.test(name)) {
    throw badRequest(`The unique name of a ${resource} must not contain control characters`, named);
  }
  // Where the API takes an ID or a name, such a name could be mistaken for another resource's ID. A resource's own ID is
  // its default name.
  if (name !== ownId && idKinds.some((kind) => isId(kind, name))) {
    throw badRequest(`The unique name of a ${resource} must not have the form of an ID`, named);
  }
}

/**
 * Runs an insert or update that claims a name. The database's unique index decides whether the name is free, also when
 * others write at the same time.
 */
export async function claimUniqueName<T>(
  resource: string,
  name: string,
  work: () => Promise<T>,
  ownId?: string,
): Promise<T> {
  checkUniqueName(resource, name, ownId);
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'unique_name')) throw error;
    throw conflict(`${resource} with unique name "${name}" already exists`, { ...named, cause: error });
  }
}

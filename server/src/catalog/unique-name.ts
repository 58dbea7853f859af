import { badRequest, conflict } from '../base/errors.js';
import { idPrefixes, isId } from '../base/ids.js';
import { isUniqueViolation } from './database-errors.js';

/** Also keeps names well inside what PostgreSQL can index. */
export const uniqueNameLengthMax = 255;

const controlCharacter = /\p{Cc}/u;
const idKinds = Object.keys(idPrefixes) as (keyof typeof idPrefixes)[];

export function checkUniqueName(resource: string, name: string, ownId?: string): void {
  if (name.trim() === '') throw badRequest(`The unique name of a ${resource} must not be blank`);
  if (name.length > uniqueNameLengthMax) {
    throw badRequest(`The unique name of a ${resource} must not exceed ${uniqueNameLengthMax} characters`);
  }
  if (controlCharacter.test(name)) {
    throw badRequest(`The unique name of a ${resource} must not contain control characters`);
  }
  // Where either may be given, such a name could stand for another resource. Its own is its name by default.
  if (name !== ownId && idKinds.some((kind) => isId(kind, name))) {
    throw badRequest(`The unique name of a ${resource} must not have the form of an ID`);
  }
}

/**
 * Runs an insert or update that claims a name. Whether the name is free is for the database's unique
 * index to say, whoever else is writing at the moment.
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
    throw conflict(`${resource} with unique name "${name}" already exists`, { cause: error });
  }
}

import { badRequest } from '../base/errors.js';

const columnNameCharactersMax = 128;
/** Dots are left out: they separate the steps of a JSON path. */
const columnNamePattern = /^[\p{L}_][\p{L}\p{N}_$ -]*$/u;
const reservedPattern = /^_(service|weir)_/i;

/** A name that a column of the user's may have. */
export function checkColumnName(name: string, where: string): void {
  if (!columnNamePattern.test(name) || name.length > columnNameCharactersMax || name.endsWith(' ')) {
    throw badRequest(
      `${where}: "${name.slice(0, columnNameCharactersMax)}" cannot be a column name; it begins with a letter or _ and goes on with letters, digits, _, $, - and spaces, at most ${columnNameCharactersMax} characters`,
    );
  }
  if (reservedPattern.test(name)) {
    throw badRequest(
      `${where}: "${name}" is reserved; names that begin with _service_ or _weir_ belong to the service`,
    );
  }
}

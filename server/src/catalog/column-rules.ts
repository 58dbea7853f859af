import { badRequest } from '../base/errors.js';
import {
  type Column,
  type ColumnType,
  columnTypes,
  numericTypes,
  receivedAtColumn,
  timestampTypes,
} from './column.js';

/** What a Data Pool's columns may be. The client has a generated copy, so that the console need not guess. */
export const columnRules = {
  columnsMax: 1_000,
  nameCharactersMax: 128,
  /** Dots are left out: they separate the steps of a JSON path. */
  namePattern: '^[\\p{L}_][\\p{L}\\p{N}_$ \\-]*(?<! )$',
  /** In any case of letters. */
  reservedNamePrefixes: ['_service_', '_weir_'],
  jsonPropertyCharactersMax: 1_000,
  /** The types that an event can fill. */
  eventTypes: columnTypes.filter((type) => type !== 'COLUMNSTORE') as readonly ColumnType[],
  timestampTypes,
  numericTypes,
  /** The timestamp of a Data Pool that names no other. */
  defaultTimestamp: receivedAtColumn.name,
} as const;

const namePattern = new RegExp(columnRules.namePattern, 'u');

/** A name that a column of the user's may have. */
export function checkColumnName(name: string, where: string): void {
  const { nameCharactersMax, reservedNamePrefixes } = columnRules;
  if (!namePattern.test(name) || name.length > nameCharactersMax) {
    throw badRequest(
      `${where}: "${name.slice(0, nameCharactersMax)}" cannot be a column name; it begins with a letter or _ and goes on with letters, digits, _, $, - and spaces, at most ${nameCharactersMax} characters`,
    );
  }
  if (reservedNamePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix))) {
    throw badRequest(
      `${where}: "${name}" is reserved; names that begin with ${reservedNamePrefixes.join(' or ')} belong to the service`,
    );
  }
}

export function checkTimestampType({ name, type }: Column): void {
  if (timestampTypes.includes(type)) return;
  throw badRequest(`timestamp: "${name}" is ${type}; the timestamp must be a TIMESTAMP or DATE column`);
}

import { badRequest } from '../base/errors.js';
import {
  type Column,
  type ColumnType,
  columnTypes,
  numericTypes,
  receivedAtColumn,
  timestampTypes,
} from './column.js';

/** Rules for a Data Pool's columns. The client has a generated copy for the console. */
export const columnRules = {
  columnsMax: 1_000,
  nameCharactersMax: 128,
  /** No dots: they separate the steps of a JSON path. */
  namePattern: '^[\\p{L}_][\\p{L}\\p{N}_$ \\-]*(?<! )$',
  /** Case-insensitive. */
  reservedNamePrefixes: ['_service_', '_weir_'],
  jsonPropertyCharactersMax: 1_000,
  /** The types that an event can fill. */
  eventTypes: columnTypes.filter((type) => type !== 'COLUMNSTORE') as readonly ColumnType[],
  timestampTypes,
  numericTypes,
  /** The timestamp of a Data Pool that defines no other. */
  defaultTimestamp: receivedAtColumn.name,
} as const;

const namePattern = new RegExp(columnRules.namePattern, 'u');

/** Refuses names that users' columns may not have. */
export function checkColumnName(name: string, where: string): void {
  const { nameCharactersMax, reservedNamePrefixes } = columnRules;
  if (!namePattern.test(name) || name.length > nameCharactersMax) {
    throw badRequest(
      `${where}: "${name.slice(0, nameCharactersMax)}" is not a valid column name; start with a letter or _, then use letters, digits, _, $, - and spaces, at most ${nameCharactersMax} characters`,
    );
  }
  if (reservedNamePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix))) {
    throw badRequest(
      `${where}: "${name}" is reserved; choose a name that does not begin with ${reservedNamePrefixes.join(' or ')}`,
    );
  }
}

export function checkTimestampType({ name, type }: Column): void {
  if (timestampTypes.includes(type)) return;
  throw badRequest(`timestamp: "${name}" is ${type}; the timestamp must be a TIMESTAMP or DATE column`);
}

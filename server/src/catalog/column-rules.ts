import { badInput } from '../base/errors.js';
import {
  type Column,
  type ColumnType,
  columnTypes,
  numericTypes,
  receivedAtColumn,
  timestampTypes,
} from './column.js';
import { decimalRules } from './decimal-size.js';

/** Rules for a Data Pool's columns. The client has a generated copy for the console. */
export const columnRules = {
  columnsMax: 1_000,
  nameCharactersMax: 128,
  /** No dots: they separate the steps of a JSON path. */
  namePattern: '^[\\p{L}_][\\p{L}\\p{N}_$ \\-]*(?<! )$',
  /** Case-insensitive. */
  reservedNamePrefixes: ['_service_', '_weir_'],
  jsonPropertyCharactersMax: 1_000,
  /** A jsonProperty that begins with this names a header of the request, not a key of the event. */
  headerPrefix: '$headers.',
  headerNamePattern: "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$",
  /** Headers whose names contain one of these hold credentials or signatures, which must not be stored. Case-insensitive. */
  secretHeaderWords: [
    'authorization',
    'cookie',
    'signature',
    'hmac',
    'token',
    'secret',
    'password',
    'credential',
    'api-key',
    'apikey',
    'access-key',
    'sas-key',
  ],
  /** The types that an event can fill. */
  eventTypes: columnTypes.filter((type) => type !== 'COLUMNSTORE') as readonly ColumnType[],
  timestampTypes,
  numericTypes,
  decimal: decimalRules,
  /** The timestamp of a Data Pool that defines no other. */
  defaultTimestamp: receivedAtColumn.name,
} as const;

const namePattern = new RegExp(columnRules.namePattern, 'u');

/** Refuses names that users' columns may not have. */
export function checkColumnName(name: string, where: string): void {
  const { nameCharactersMax, reservedNamePrefixes } = columnRules;
  if (!namePattern.test(name) || name.length > nameCharactersMax) {
    throw badInput(
      where,
      `"${name.slice(0, nameCharactersMax)}" is not a valid column name; start with a letter or _, then use letters, digits, _, $, - and spaces, at most ${nameCharactersMax} characters`,
    );
  }
  if (reservedNamePrefixes.some((prefix) => name.toLowerCase().startsWith(prefix))) {
    throw badInput(
      where,
      `"${name}" is reserved; choose a name that does not begin with ${reservedNamePrefixes.join(' or ')}`,
    );
  }
}

const headerNamePattern = new RegExp(columnRules.headerNamePattern);

/** The name of the header that a jsonProperty reads, in lower case; undefined when it reads the event. */
export function headerOf(jsonProperty: string): string | undefined {
  const { headerPrefix } = columnRules;
  return jsonProperty.startsWith(headerPrefix)
    ? jsonProperty.slice(headerPrefix.length).toLowerCase()
    : undefined;
}

export function checkJsonProperty(jsonProperty: string, where: string): void {
  const { jsonPropertyCharactersMax, headerPrefix, secretHeaderWords } = columnRules;
  if (jsonProperty === '' || jsonProperty.length > jsonPropertyCharactersMax) {
    throw badInput(where, `jsonProperty must have 1 to ${jsonPropertyCharactersMax} characters`);
  }
  const header = headerOf(jsonProperty);
  if (header === undefined) return;
  if (!headerNamePattern.test(header)) {
    throw badInput(
      where,
      `jsonProperty "${jsonProperty}" must be ${headerPrefix} and the name of a header, such as ${headerPrefix}x-github-event`,
    );
  }
  const word = secretHeaderWords.find((secret) => header.includes(secret));
  if (word !== undefined) {
    throw badInput(
      where,
      `the header "${header}" cannot be stored in a column: headers with "${word}" in their names hold credentials or signatures`,
    );
  }
}

export function checkTimestampType({ name, type }: Column): void {
  if (timestampTypes.includes(type)) return;
  throw badInput('timestamp', `"${name}" is ${type}; the timestamp must be a TIMESTAMP or DATE column`);
}

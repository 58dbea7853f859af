import { badInput } from '../base/errors.js';
import type { Column, ColumnType } from '../catalog/column.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/**
 * Parses an entry of `orderBy`, `partitionBy` or `primaryKey`: a column, or one of a few functions of a column. Nothing
 * else can reach the table's definition.
 */
const keyFunctions = new Map<string, KeyFunction>([
  ['toYYYYMM', { types: ['DATE', 'TIMESTAMP'], characters: 7 }],
  ['toYYYYMMDD', { types: ['DATE', 'TIMESTAMP'], characters: 10 }],
  ['toYear', { types: ['DATE', 'TIMESTAMP'], characters: 4 }],
  ['toMonday', { types: ['DATE', 'TIMESTAMP'], characters: 10 }],
  ['toStartOfHour', { types: ['TIMESTAMP'], characters: 13 }],
  ['toStartOfDay', { types: ['DATE', 'TIMESTAMP'], characters: 10 }],
  ['toStartOfMonth', { types: ['DATE', 'TIMESTAMP'], characters: 7 }],
  ['toStartOfYear', { types: ['DATE', 'TIMESTAMP'], characters: 4 }],
]);

interface KeyFunction {
  readonly types: readonly ColumnType[];
  /** How many characters of a time, `yyyy-MM-dd HH:mm:ss`, decide its value. Those of a week are its days. */
  readonly characters: number;
}

export type KeyField = 'orderBy' | 'partitionBy' | 'primaryKey';

const callPattern = /^(\w+)\s*\((.*)\)$/s;

function readCall(entry: string): { readonly name: string; readonly argument: string } | undefined {
  const [, name, argument] = callPattern.exec(entry.trim()) ?? [];
  return name === undefined || argument === undefined
    ? undefined
    : { name, argument: withoutQuotes(argument) };
}

/** A column name, optionally in double quotes. */
export function withoutQuotes(written: string): string {
  const name = written.trim();
  return name.length > 2 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name;
}

export function tableKey(field: KeyField, entry: string, columns: readonly Column[]): Sql {
  const direct = columns.find((column) => column.name === entry);
  if (direct) return keyColumn(field, direct);
  const { name = '', argument = '' } = readCall(entry) ?? {};
  const column = columns.find((candidate) => candidate.name === argument);
  const types = keyFunctions.get(name)?.types;
  if (!column || !types) {
    throw badInput(
      field,
      `"${entry}" is not a column, or a function of a column (${[...keyFunctions.keys()].join(', ')})`,
    );
  }
  if (!types.includes(column.type)) {
    throw badInput(
      field,
      `${name} needs a ${types.join(' or ')} column, but "${column.name}" is ${column.type}`,
    );
  }
  return asSql(`${name}(${keyColumn(field, column)})`);
}

function keyColumn(field: KeyField, column: Column): Sql {
  if (column.nullable) {
    throw badInput(field, `"${column.name}" is nullable; a key needs a column with nullable: false`);
  }
  return quoteIdentifier(column.name);
}

/** The column of an entry. */
export function keyColumnName(entry: string): string {
  return readCall(entry)?.argument ?? entry;
}

/** How many characters of the column's text decide the value of an entry; undefined for all of them. */
export function keyCharacters(entry: string): number | undefined {
  return keyFunctions.get(readCall(entry)?.name ?? '')?.characters;
}

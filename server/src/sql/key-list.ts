import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { plainTypeOf } from './typed-text.js';
import { stringLiteral, type Values } from './values.js';

/** A column of listed rows. */
export interface ListedColumn {
  readonly alias: Sql;
  /** The engine's name of its type, with or without wrappers. */
  readonly type: string;
  readonly nullable: boolean;
}

export type ListedRow = readonly (string | null)[];

/** Parameters can be part of a URL. Escaped twice and encoded, this is less than the megabyte that a server reads of one. */
const listBytesMax = 64 * 1024;

/** What a decoder writes for bytes that are not UTF-8. The value itself is lost then. */
const replacement = '\ufffd';

/**
 * Prints a SELECT of rows that the engine printed before, as one parameter. Null if there are too many of them, or if their
 * texts do not tell their values.
 */
export function rowListSql(columns: readonly ListedColumn[], rows: readonly ListedRow[]) {
  const list = JSON.stringify(rows);
  const selected: string[] = [];
  for (const [index, { alias, type, nullable }] of columns.entries()) {
    const plain = plainTypeOf(type);
    if (plain === null) return null;
    const cast = stringLiteral(nullable ? `Nullable(${plain})` : plain);
    selected.push(`CAST(_weir_x[${index + 1}], ${cast}) AS ${alias}`);
  }
  if (list.includes(replacement) || Buffer.byteLength(list) > listBytesMax) return null;
  return (values: Values): Sql => {
    const listed = `arrayJoin(JSONExtract(${values.add('String', list)}, 'Array(Array(Nullable(String)))'))`;
    return asSql(`SELECT ${selected.join(', ')} FROM (SELECT ${listed} AS _weir_x)`);
  };
}

import type { EngineCell } from '../engine/engine.js';
import { rowListSql } from '../sql/key-list.js';
import { sql } from '../sql/sql-text.js';
import { keyText } from './row-page.js';
import { type ChosenGroups, comparedKey, firstGroups, type RowsWithOthers } from './rows-with-others.js';

/** The keys of groups, with the engine's types. */
export interface GroupCells {
  readonly types: readonly string[];
  readonly keys: readonly (readonly EngineCell[])[];
}

/**
 * The groups that one statement returned, for a statement over other records. It lists their keys, because finding them again
 * would take as long as the first statement did. Only a list that would be too long, or that would not be exact, is found again.
 * So is that of the SQL that is shown, which must have a readable length.
 */
export function returnedGroups(asked: RowsWithOthers, { types, keys }: GroupCells): ChosenGroups {
  const { groups } = asked;
  const columns = groups.map(({ alias, nullable }, index) => ({ alias, nullable, type: types[index] ?? '' }));
  const list = rowListSql(
    columns,
    keys.map((cells) => cells.map(keyText)),
  );
  return (printing) =>
    list === null || printing.mode === 'show'
      ? firstGroups(asked, printing)
      : sql`SELECT ${comparedKey(groups)} FROM (${list(printing.values)})`;
}

import type { EngineCell } from '../engine/engine.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { type Change, changesOf } from './change.js';
import type { ComparedPeriod } from './compared-scope.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryRequest } from './query-request.js';
import type { QueryRunner } from './query-runner.js';
import type { Printing } from './readable-source.js';
import { returnedGroups } from './returned-groups.js';
import {
  type ChosenGroups,
  groupOrder,
  isAmong,
  printRowsWithOthers,
  type RowsWithOthers,
  valued,
} from './rows-with-others.js';
import { type ShownRow, shownRows, styleOf } from './shown-rows.js';
import { written } from './written-statement.js';

/** How a row of a leaderboard changed since the earlier period. */
export interface RowComparison extends Change {
  /** Null if the row had no value. */
  readonly value: string | null;
  /** The row's place in the earlier leaderboard, from 1; null if it was not in it. */
  readonly rank: number | null;
  readonly isNew: boolean;
}

export interface LeaderboardComparison extends ComparedPeriod {
  /** One for each row of the leaderboard. */
  readonly rows: readonly RowComparison[];
  /** The rows of the earlier leaderboard that are not in this one. */
  readonly gone: readonly ShownRow[];
}

/** A leaderboard that was read, and the earlier one to compare it with. */
export interface ComparedLeaderboards {
  readonly main: {
    readonly rows: readonly ShownRow[];
    readonly cells: readonly (readonly EngineCell[])[];
    readonly types: readonly string[];
    readonly hasOthers: boolean;
    readonly asked: RowsWithOthers;
  };
  readonly earlier: RowsWithOthers;
  readonly timeRange: ComparedPeriod['timeRange'];
}

const answerBytes = 1_000;
/** A cell is shown, and is part of a comparison with several values. */
const bytesPerResultByte = 8;

/**
 * Reads the earlier values of a leaderboard's rows, whatever places they had, and the first rows of the earlier period. Both come
 * from one statement, and the others, if there are any, from a second one.
 */
export async function compareLeaderboard(
  runner: QueryRunner,
  query: Omit<QueryRequest, 'run' | 'shown'>,
  { main, earlier, timeRange }: ComparedLeaderboards,
): Promise<{ readonly answer: LeaderboardComparison; readonly bytes: number }> {
  const keySize = earlier.groups.length;
  const kept = main.hasOthers ? main.cells.slice(0, -1) : main.cells;
  const chosen = returnedGroups(main.asked, {
    types: main.types.slice(0, keySize),
    keys: kept.map((row) => row.slice(0, keySize)),
  });
  const {
    result,
    info,
    value: rest,
  } = await runner.runThen(
    { ...query, ...written((printing) => earlierRows(earlier, chosen, kept.length, printing)) },
    async (_rows, followUp) =>
      main.hasOthers ? await followUp((printing) => earlierOthers(earlier, chosen, printing)) : null,
  );
  const types = result.columns.map(({ type }) => type).slice(0, keySize + 1);
  const styles = [...earlier.groups.map(() => undefined), styleOf(earlier.value.value)];
  const found = await shownRows(types, result.rows, query.signal, styles);
  const places = new Map(found.map((row, index) => [nameOf(row), { value: row.at(-1) ?? null, index }]));
  const changeOf = changesOf(main.types.at(-1) ?? '');
  const isFirst = (index: number) => index < earlier.first.limit;
  const rows = main.rows.slice(0, kept.length).map((row): RowComparison => {
    const { value, index } = places.get(nameOf(row)) ?? { value: null, index: Number.POSITIVE_INFINITY };
    const isNew = !isFirst(index);
    return { value, ...changeOf(row.at(-1) ?? null, value), rank: isNew ? null : index + 1, isNew };
  });
  const restRows =
    rest === null
      ? []
      : await shownRows(
          rest.columns.map(({ type }) => type),
          rest.rows,
          query.signal,
          styles,
        );
  if (main.hasOthers) {
    const value = restRows.find((row) => row[keySize + 1] === '1')?.[keySize] ?? null;
    rows.push({ value, ...changeOf(main.rows.at(-1)?.at(-1) ?? null, value), rank: null, isNew: false });
  }
  const still = new Set(main.rows.slice(0, kept.length).map(nameOf));
  const gone = found.filter((row, index) => isFirst(index) && !still.has(nameOf(row)));
  return {
    answer: { rows, gone, timeRange, query: info },
    bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes,
  };
}

/** Tells rows apart by their dimension values. */
const nameOf = (row: ShownRow) => JSON.stringify(row.slice(0, -1));

/**
 * The rows that were chosen, then as many others as a leaderboard has, all in the order of the leaderboard. So its first rows are
 * the leaderboard of the period.
 */
function earlierRows(asked: RowsWithOthers, chosen: ChosenGroups, count: number, printing: Printing): Sql {
  const { rows, groups, value, first } = asked;
  const shown = joinSql([...groups.map(({ alias }) => alias), value.alias]);
  const grouped = printMetricRows({ ...rows, keys: groups, values: [value] }, printing);
  const marked = sql`SELECT ${shown}, if(${isAmong(groups, chosen, printing)}, 1, 0) AS _weir_known FROM (${grouped})`;
  const order = groupOrder(value, first.sort, groups);
  const limit = printing.values.add('UInt32', String(first.limit + count));
  const read = sql`SELECT ${shown} FROM (${marked})${valued(asked)} ORDER BY _weir_known DESC, ${order} LIMIT ${limit}`;
  return sql`SELECT ${shown} FROM (${read}) ORDER BY ${order}`;
}

/** The rows that were chosen, and all other records as one. */
const earlierOthers = (asked: RowsWithOthers, chosen: ChosenGroups, printing: Printing): Sql =>
  printRowsWithOthers({ ...asked, chosen }, printing);

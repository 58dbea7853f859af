import { badInput } from '../base/errors.js';
import { inSlices } from '../base/in-slices.js';
import type { Column } from '../catalog/column.js';
import type { EngineCell, QueryResult } from '../engine/engine.js';
import { type CellStyle, formatCell } from '../sql/cell.js';
import { isNumeric, typeOfColumn } from '../sql/functions/value-type.js';
import { othersName, rowOf } from './rows-with-others.js';

export const groupsMax = 1_000;
/** Groups times buckets: each group's series contains every bucket. */
export const seriesValuesMax = 500_000;

/** How records are grouped. */
export interface SeriesGrouping {
  readonly groupBy: readonly Column[];
  readonly groupLimit: number | null;
  /** How the values are shown. */
  readonly style: CellStyle | undefined;
}

/** The rows of a time series, as a value for each bucket. */
export interface ArrangedSeries {
  readonly values: readonly (string | null)[];
  readonly groups: readonly ArrangedGroup[];
  /** The engine's type of the values. */
  readonly type: string;
  /** The engine's types of the group columns. */
  readonly groupTypes: readonly string[];
}

export interface ArrangedGroup {
  readonly group: readonly (string | null)[];
  readonly isOthers: boolean;
  readonly values: readonly (string | null)[];
  /** The group as the engine wrote it. */
  readonly cells: readonly EngineCell[];
}

/** Tells groups apart. The others are not the group whose values have their name. */
export const groupName = ({ group, isOthers }: Pick<ArrangedGroup, 'group' | 'isOthers'>): string =>
  isOthers ? othersName : JSON.stringify(group);

export const emptyValues = (buckets: number) => new Array<string | null>(buckets).fill('0');

export async function arrangeSeries(
  buckets: number,
  { groupBy, groupLimit, style }: SeriesGrouping,
  result: QueryResult,
  signal: AbortSignal | undefined,
): Promise<ArrangedSeries> {
  const groupSize = groupBy.length;
  // The others are one more.
  const allowedGroups = groupLimit === null ? groupsMax : groupLimit + 1;
  const types = result.columns.map((column) => column.type);
  const valueColumn = groupSize + 1;
  const shownValue = (row: readonly EngineCell[]) =>
    formatCell(types[valueColumn] ?? '', row[valueColumn] ?? null, style);
  const totals = emptyValues(buckets);
  const groups = new Map<string, ArrangedGroup & { values: (string | null)[] }>();
  const place = (row: readonly EngineCell[]) => {
    const bucket = Number(row[0]);
    // A range without buckets has no records, but without grouping there is still a total.
    if (bucket >= buckets) return;
    const kind = Number(row[valueColumn + 1]);
    if (groupSize === 0 || kind === rowOf.bucket) {
      totals[bucket] = shownValue(row);
      return;
    }
    const isOthers = groupLimit !== null && Number(row[valueColumn + 2]) !== 0;
    const cells = row.slice(1, valueColumn);
    const group = cells.map((cell, index) =>
      isOthers ? othersName : formatCell(types[index + 1] ?? '', cell),
    );
    const name = groupName({ group, isOthers });
    const entry = groups.get(name) ?? { group, isOthers, cells, values: emptyValues(buckets) };
    // The rows of whole groups only tell the order of the groups.
    if (kind === rowOf.groupAndBucket) entry.values[bucket] = shownValue(row);
    groups.set(name, entry);
    if (groups.size > allowedGroups) throw tooManyGroups();
    if (groups.size * buckets > seriesValuesMax) throw tooManyValues(groupLimit);
  };
  await inSlices(result.rows, place, signal);
  const found = [...groups.values()];
  return {
    values: totals,
    // With a limit, they are in the order of their totals.
    groups: groupLimit === null ? found.sort(byGroup(groupBy)) : found,
    type: types[valueColumn] ?? '',
    groupTypes: types.slice(1, valueColumn),
  };
}

const limitGroups = 'set groupLimit to get the largest groups and all others as one';

/** No granularity has fewer groups. */
const tooManyGroups = () =>
  badInput(
    'groupBy',
    `one time series can have at most ${groupsMax} groups; ${limitGroups}, or add a filter`,
  );

function tooManyValues(groupLimit: number | null) {
  const fewerGroups = groupLimit === null ? `${limitGroups}, add a filter` : 'lower groupLimit';
  return badInput(
    'groupBy',
    `one time series can have at most ${seriesValuesMax} values over all groups; ${fewerGroups}, or choose a coarser granularity`,
  );
}

interface Group {
  readonly group: readonly (string | null)[];
}

/** Sorts groups by their values, nulls last, so that the order is stable. */
function byGroup(groupBy: readonly Column[]) {
  const numeric = groupBy.map(({ type }) => isNumeric(typeOfColumn(type)));
  return (a: Group, b: Group): number => {
    for (const [index, left] of a.group.entries()) {
      const right = b.group[index] ?? null;
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      // Numbers too long to differ as doubles have texts of the same length, so comparing texts is correct.
      return (numeric[index] && Number(left) - Number(right)) || (left < right ? -1 : 1);
    }
    return 0;
  };
}

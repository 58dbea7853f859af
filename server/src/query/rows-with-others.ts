import type { Column } from '../catalog/column.js';
import { columnSortValue, metricSortValue } from '../sql/sort-value.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { keyedRows, type MetricRows, printMetricRows, type RowKey, type RowValue } from './metric-rows.js';
import type { Printing } from './readable-source.js';

/*
 * The first groups by their value, and one group for all other records. No value of the others can be computed from the
 * values of their groups, unless it is a sum. So the statement reads the records twice: a subquery finds the first groups,
 * then every record counts for its own group or for the others.
 */

/** The name of the group of all other records. */
export const othersName = 'others';

export interface GroupKey extends RowKey {
  readonly nullable: boolean;
}

/** The key that groups by a column. */
export function groupKey(column: Column, alias: Sql): GroupKey {
  const { expr, nullable } = columnSortValue(column);
  return { alias, of: () => expr, nullable };
}

/** Which groups come first. */
export interface FirstGroups {
  readonly limit: number;
  readonly sort: 'ASC' | 'DESC';
  /** Whether groups without a value are groups, too. They come last. */
  readonly withEmpty: boolean;
}

export interface RowsWithOthers {
  readonly rows: Omit<MetricRows, 'keys' | 'values' | 'totals'>;
  readonly groups: readonly GroupKey[];
  readonly value: RowValue;
  readonly first: FirstGroups;
  /** The bucket of a time series. */
  readonly bucket?: RowKey;
  /** The groups that are kept apart, in place of the first ones. */
  readonly chosen?: ChosenGroups | undefined;
}

/** Prints the SELECT of the keys of groups, as `comparedKey` makes them. */
export type ChosenGroups = (printing: Printing) => Sql;

/** What a row of a time series with others is about, in its column `_weir_total`: a bit for each of both keys it lacks. */
export const rowOf = { groupAndBucket: 0, bucket: 1, group: 2 } as const;

/** Groups by their value, equal ones by their keys, so that the order is total. Nulls come last in either direction. */
export function groupOrder({ alias, value }: RowValue, sort: 'ASC' | 'DESC', groups: readonly RowKey[]): Sql {
  return joinSql([
    sql`${metricSortValue(alias, value.type).expr} ${sort} NULLS LAST`,
    ...groups.map((group) => sql`${group.alias} ASC NULLS LAST`),
  ]);
}

/**
 * Prints the SELECT of the rows: the bucket, the keys, the value, with a bucket `_weir_total`, and `_weir_rest`, which is 1 for
 * the others. With a bucket there are also rows for each bucket over all groups and for each group over all buckets. The rows
 * of groups are in order, the others last.
 */
export function printRowsWithOthers(asked: RowsWithOthers, printing: Printing): Sql {
  const { groups, value, first, bucket } = asked;
  const buckets = bucket === undefined ? [] : [bucket];
  const levels = bucket === undefined ? [] : [sql`_weir_total`];
  const aliases = [...buckets, ...groups].map(({ alias }) => alias);
  const order = joinSql([
    ...levels.map((level) => sql`${level} DESC`),
    sql`_weir_rest ASC`,
    groupOrder(value, first.sort, groups),
    ...buckets.map(({ alias }) => sql`${alias} ASC`),
  ]);
  const shown = joinSql([...aliases, value.alias, ...levels, sql`_weir_rest`]);
  return sql`SELECT ${shown} FROM (${grouped(asked, printing)})${valued(asked)} ORDER BY ${order}`;
}

/** Omits rows without a value, unless they count. */
export const valued = ({ value: { alias, value }, first }: RowsWithOthers): Sql =>
  first.withEmpty ? sql`` : sql` WHERE ${metricSortValue(alias, value.type).expr} IS NOT NULL`;

function grouped(asked: RowsWithOthers, printing: Printing): Sql {
  const { rows, value } = asked;
  const buckets = renamed(asked.bucket === undefined ? [] : [asked.bucket], 0);
  const groups = renamed(asked.groups, buckets.length);
  const keys = [...buckets, ...groups];
  const { select, columns, printed } = keyedRows({ ...rows, keys, values: [value] }, printing);
  const chosen = asked.chosen ?? ((how) => firstGroups(asked, how));
  const rest = sql`if(${isAmong(groups, chosen, printing)}, 0, 1) AS _weir_rest`;
  const marked = sql`SELECT ${joinSql([...keys.map(({ alias }) => alias), ...columns, rest])} FROM (${select})`;
  const selected = [
    ...buckets.map(({ alias, shownAs }) => sql`${alias} AS ${shownAs}`),
    sql`_weir_rest`,
    ...groups.map(({ alias, shownAs }) => sql`if(_weir_rest = 0, ${alias}, NULL) AS ${shownAs}`),
    sql`${printed(value.value)} AS ${value.alias}`,
    ...buckets.map(({ shownAs }) => sql`grouping(${shownAs}, _weir_rest) AS _weir_total`),
  ];
  return sql`SELECT ${joinSql(selected)} FROM (${marked}) GROUP BY ${groupingOf(asked)}`;
}

/** Keys under other names than in the result, where those of the others are null. */
const renamed = <Key extends RowKey>(keys: readonly Key[], from: number) =>
  keys.map((key, index) => ({ ...key, alias: sql`_weir_k${from + index}`, shownAs: key.alias }));

function groupingOf({ groups, bucket }: RowsWithOthers): Sql {
  const keys = joinSql([sql`_weir_rest`, ...groups.map(({ alias }) => alias)]);
  return bucket === undefined
    ? keys
    : sql`GROUPING SETS ((${bucket.alias}), (${bucket.alias}, ${keys}), (${keys}))`;
}

/** The condition that a group is one of those that were chosen. */
export function isAmong(
  groups: readonly Pick<GroupKey, 'alias' | 'nullable'>[],
  chosen: ChosenGroups,
  printing: Printing,
): Sql {
  // On a cluster, the subquery runs once instead of on every shard. `sqlV1` has no such word and needs none.
  const among = printing.mode === 'run' ? sql`GLOBAL IN` : sql`IN`;
  return sql`${comparedKey(groups)} ${among} (${chosen(printing)})`;
}

/** The keys of the first groups. */
export function firstGroups(asked: RowsWithOthers, printing: Printing): Sql {
  const { rows, groups, value, first } = asked;
  const found = printMetricRows({ ...rows, keys: groups, values: [value] }, printing);
  const limit = printing.values.add('UInt32', String(first.limit));
  return sql`SELECT ${comparedKey(groups)} FROM (${found})${valued(asked)} ORDER BY ${groupOrder(value, first.sort, groups)} LIMIT ${limit}`;
}

/** One value that is equal for equal groups. The engine's IN finds no null, so a null becomes a text that no value has. */
export function comparedKey(keys: readonly Pick<GroupKey, 'alias' | 'nullable'>[]): Sql {
  const parts = keys.map(({ alias, nullable }) =>
    nullable ? sql`ifNull(concat('.', toString(${alias})), '')` : alias,
  );
  return parts.length === 1 ? joinSql(parts) : sql`tuple(${joinSql(parts)})`;
}

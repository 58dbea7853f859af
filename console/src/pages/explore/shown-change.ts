import type { CounterQuery, LeaderboardQuery, ValueFormat } from '@weir/client';
import { formatInstant } from '../../format/format.js';
import { shortValue } from '../../format/short-value.js';

type Compared = NonNullable<NonNullable<CounterQuery['counter']>['comparison']>;
type ComparedRow = NonNullable<NonNullable<LeaderboardQuery['leaderboard']>['comparison']>['rows'][number];

/** The days of a period. The last one is the day of its last moment. */
export function periodText({ start, stop }: Compared['timeRange'], timeZone: string): string {
  const dayOf = (instant: number) => formatInstant(new Date(instant).toISOString(), timeZone).slice(0, 10);
  const [first, last] = [dayOf(Date.parse(start)), dayOf(Math.max(Date.parse(start), Date.parse(stop) - 1))];
  return first === last ? first : `${first} to ${last}`;
}

const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** `+12.5 % compared with 2026-01-01 to 2026-01-31 (120)` */
export function changeText(
  { value, change, changePercent, timeRange }: Compared,
  format: ValueFormat | null | undefined,
  timeZone: string,
): string {
  const period = `${periodText(timeRange, timeZone)} (${value === null ? 'no value' : shortValue(value, format)})`;
  if (changePercent !== null && changePercent !== undefined)
    return `${percent.format(changePercent)} % compared with ${period}`;
  return change
    ? `${shortValue(change, format)} compared with ${period}`
    : `Nothing to compare with in ${period}`;
}

/** The cells of a row that tell of the earlier period. */
export const changeCells = (row: ComparedRow | undefined): (string | null)[] => [
  row?.value ?? null,
  row?.change ?? null,
  row?.changePercent == null ? null : String(row.changePercent),
];

/** A row that is no longer among the first: its dimension values and its earlier value. */
export const goneText = (row: readonly (string | null)[]) =>
  `${row
    .slice(0, -1)
    .map((value) => value ?? 'null')
    .join(', ')} (${row.at(-1) ?? 'no value'})`;

import type { RelativeTimeRange, TimeRangeInput } from '@weir/client';
import { formatEnum, wallClock } from '../format/format.js';

/**
 * A time range as stored in the URL: empty for all time, `TODAY`, `LAST_N_DAYS:7`, or two instants,
 * `2026-01-01T00:00:00Z..2026-02-01T00:00:00Z`, either of which may be missing.
 */
export type RangeText = string;

export const rangePresets: readonly { readonly value: RangeText; readonly label: string }[] = [
  { value: '', label: 'All time' },
  { value: 'LAST_N_MINUTES:15', label: 'Last 15 minutes' },
  { value: 'LAST_N_MINUTES:60', label: 'Last 60 minutes' },
  { value: 'LAST_N_HOURS:24', label: 'Last 24 hours' },
  { value: 'TODAY', label: 'Today' },
  { value: 'YESTERDAY', label: 'Yesterday' },
  { value: 'LAST_N_DAYS:7', label: 'Last 7 days' },
  { value: 'LAST_N_DAYS:30', label: 'Last 30 days' },
  { value: 'LAST_N_DAYS:90', label: 'Last 90 days' },
  { value: 'THIS_WEEK', label: 'This week' },
  { value: 'THIS_MONTH', label: 'This month' },
  { value: 'PREVIOUS_MONTH', label: 'Previous month' },
  { value: 'THIS_QUARTER', label: 'This quarter' },
  { value: 'THIS_YEAR', label: 'This year' },
  { value: 'LAST_N_MONTHS:12', label: 'Last 12 months' },
];

export const lastNUnits = ['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS', 'QUARTERS', 'YEARS'] as const;

const lastN = /^(LAST_N_[A-Z]+):(\d+)$/;

export function lastNOf(text: RangeText): { unit: string; n: number } | undefined {
  const [, relative, n] = lastN.exec(text) ?? [];
  return relative === undefined ? undefined : { unit: relative.slice('LAST_N_'.length), n: Number(n) };
}

export function betweenOf(text: RangeText): { start: string; stop: string } | undefined {
  const at = text.indexOf('..');
  return at < 0 ? undefined : { start: text.slice(0, at), stop: text.slice(at + 2) };
}

/** A time range in words, in a zone. */
export function rangeLabel(text: RangeText, timeZone: string): string {
  const preset = rangePresets.find(({ value }) => value === text);
  if (preset) return preset.label;
  const last = lastNOf(text);
  if (last) return `Last ${last.n} ${last.unit.toLowerCase()}`;
  const between = betweenOf(text);
  if (!between) return formatEnum(text);
  const [start, stop] = [between.start, between.stop].map((instant) =>
    toLocalText(instant, timeZone).replace('T', ' '),
  );
  return start && stop ? `${start} to ${stop}` : start ? `Since ${start}` : `Until ${stop}`;
}

/** The API's input; undefined for all time. */
export function timeRangeInput(text: RangeText): TimeRangeInput | undefined {
  if (text === '') return undefined;
  const between = betweenOf(text);
  if (between) {
    const { start, stop } = between;
    return { ...(start !== '' && { start }), ...(stop !== '' && { stop }) };
  }
  const last = lastNOf(text);
  if (last) return { relative: `LAST_N_${last.unit}` as RelativeTimeRange, n: last.n };
  return { relative: text as RelativeTimeRange };
}

/** An instant as the value of a `datetime-local` control in a zone; empty for an invalid instant. */
export function toLocalText(instant: string, timeZone: string): string {
  if (Number.isNaN(Date.parse(instant))) return '';
  const { date, time } = wallClock(new Date(instant), timeZone);
  return `${date}T${time}`;
}

/** The instant of a local time in a zone. A local time that the clocks skip moves forward by an hour. */
export function fromLocalText(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`);
  // Empty, or a year of five digits, which the control allows.
  if (Number.isNaN(wanted)) return '';
  let instant = wanted;
  // The first guess may use the offset from the other side of a clock change; the second pass corrects it.
  for (let pass = 0; pass < 2; pass += 1) {
    const { date, time } = wallClock(new Date(instant), timeZone);
    instant += wanted - Date.parse(`${date}T${time}Z`);
  }
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** Numbers and times for people. Values of the API are text; text that is not a number stays unchanged. */

const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Groups digits without rounding, whatever the length: `9007199254740993` stays exact. */
export function formatNumber(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '—';
  const text = String(value);
  if (!decimal.test(text) || /[eE]/.test(text)) return text;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** `1 record`, `20,001 records`. */
export function countText(count: string | number | null | undefined, noun: string): string {
  return `${formatNumber(count)} ${noun}${String(count) === '1' ? '' : 's'}`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function formatBytes(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '—';
  let size = Number(value);
  let unit = 0;
  while (size >= 1000 && unit < byteUnits.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${byteUnits[unit]}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export interface WallClock {
  readonly date: string;
  readonly time: string;
}

/** The local time of an instant in a zone. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = value;
  return {
    date: `${(parts.year ?? '').padStart(4, '0')}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
  };
}

/** `2026-03-01 05:00:00`, or the text itself when it is not an instant. */
export function formatInstant(value: string | null | undefined, timeZone: string): string {
  if (!value) return '—';
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return value;
  const { date, time } = wallClock(instant, timeZone);
  return `${date} ${time}`;
}

/** The UTC offset of a zone at an instant. */
function offsetMs(instant: Date, timeZone: string): number {
  const { date, time } = wallClock(instant, timeZone);
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The UTC offset as text, such as `+02:00`. */
export function formatOffset(value: string, timeZone: string): string {
  const minutes = Math.round(offsetMs(new Date(value), timeZone) / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the local time occurs twice, because the clocks are set back. */
function isShownTwice(instant: Date, timeZone: string): boolean {
  const offset = offsetMs(instant, timeZone);
  return [-dayMs, dayMs].some((away) => {
    const other = offsetMs(new Date(instant.getTime() + away), timeZone);
    return other !== offset && offsetMs(new Date(instant.getTime() + offset - other), timeZone) === other;
  });
}

/**
 * A TIMESTAMP cell, which is UTC without an offset, as local time of a zone with its milliseconds. Adds the UTC offset when
 * the local time occurs twice.
 */
export function formatTimestampCell(value: string, timeZone: string): string {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?$/.exec(value) ?? [];
  if (seconds === undefined || timeZone === 'UTC') return value;
  const instant = `${seconds.replace(' ', 'T')}Z`;
  const shown = `${formatInstant(instant, timeZone)}${fraction}`;
  return isShownTwice(new Date(instant), timeZone) ? `${shown} ${formatOffset(instant, timeZone)}` : shown;
}

/** `COUNT_DISTINCT` to `Count distinct`. */
export function formatEnum(value: string): string {
  if (value === 'SQL') return value;
  const text = value.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

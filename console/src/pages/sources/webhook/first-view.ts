import { granularityFor } from '../../../time-range/granularity.js';
import type { ViewSearch } from '../../explore/explore-view.js';
import type { EditedColumn } from '../column-editor.js';
import { LongNumber, type SampleValue } from '../sample.js';

/** Fewer bars would say little. */
const bucketsMin = 6;
const groupsMax = 8;
const usualGroup = /(^|_)(event|type|kind|status|state|action|name|category|country|plan|level)$/i;

/** The first view of a new Data Pool, as a part of the explorer's URL: a count over time, by a column with few values. */
export function firstView(columns: readonly EditedColumn[], timestamp: string): ViewSearch {
  const time = columns.find(({ chosen, name }) => chosen && name === timestamp);
  const granularity = granularityFor(spanMs(time?.values ?? []), bucketsMin);
  const isShorterThanDay = !['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'].includes(granularity);
  const group = groupColumn(columns);
  return {
    gran: time?.type === 'DATE' && isShorterThanDay ? 'DAY' : granularity,
    group,
    chart: group === undefined ? 'bar' : 'stacked',
  };
}

function groupColumn(columns: readonly EditedColumn[]): string | undefined {
  const fitting = columns.filter(({ chosen, type, values, missing }) => {
    if (!chosen || type !== 'STRING' || missing > values.length) return false;
    const { size } = new Set(values.map(String));
    return size > 1 && size <= groupsMax && size < values.length;
  });
  return (fitting.find(({ name }) => usualGroup.test(name)) ?? fitting[0])?.name;
}

/** From the first to the last time of the sample, as far as it can be read here. */
function spanMs(values: readonly SampleValue[]): number {
  const times = values.map(timeMs).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}

const hasZone = /([Zz]|[+-]\d\d(:?\d\d)?)$/;
const digitsOnly = /^\d+$/;

/** As the intake reads times: without an offset in UTC, and numbers by their digits. */
function timeMs(value: SampleValue): number {
  const text = value instanceof LongNumber ? value.text : String(value);
  if (typeof value !== 'string' || digitsOnly.test(text)) return epochMs(Number(text));
  const iso = text.replace(' ', 'T').replace(',', '.');
  return Date.parse(iso.length <= 10 || hasZone.test(iso.slice(10)) ? iso : `${iso}Z`);
}

const yearMs = 365 * 24 * 60 * 60 * 1000;
const yearsMax = 330;

/** In the unit that gives a year near ours. */
function epochMs(count: number): number {
  return [1000, 1, 1e-3, 1e-6].map((unit) => count * unit).find((ms) => ms < yearsMax * yearMs) ?? Number.NaN;
}

import type { DataPoolDamage } from '../../provision/damage.js';
import type { MissingRecords } from '../../provision/look-for-damage.js';
import { mergeSpans, sumOfKnown } from '../../provision/time-spans.js';

const rangesMax = 100;

/** A Data Pool's damage, as its details show it. */
export function shownDamage(damage: DataPoolDamage | null) {
  if (damage === null) return null;
  const { records, quarantine } = damage;
  return {
    detectedAt: Math.min(...[...records, ...quarantine].map(({ detectedAtMs }) => detectedAtMs)),
    recordCount: shownCount(countOf(records)),
    description: `${lossOf(records, 'record', 'records')}${lossOf(quarantine, 'event in quarantine', 'events in quarantine')}${advice}`,
    ranges: [...rangesOf(records, false), ...rangesOf(quarantine, true)],
  };
}

const advice =
  'To get them back, stop the service and restore its data directory from a backup. To go on without them, dismiss the damage.';

/** Of one table, in sentences that each end with a blank. */
function lossOf(missing: readonly MissingRecords[], one: string, many: string): string {
  const sentence = (among: readonly MissingRecords[], end: (parts: number) => string): string => {
    const count = countOf(among);
    const lost =
      count === 1
        ? `1 ${one} is`
        : count === null
          ? `An unknown number of ${many} is`
          : `${count} ${many} are`;
    const parts = among.flatMap((each) => each.parts).length;
    return parts === 0 ? '' : `${lost} ${end(parts)} `;
  };
  return (
    sentence(
      missing.filter(({ isActive }) => !isActive),
      (parts) =>
        `missing: the column store could not read ${parts === 1 ? '1 part' : `${parts} parts`} of the table.`,
    ) +
    sentence(
      missing.filter(({ isActive }) => isActive),
      (parts) =>
        parts === 1
          ? 'in a damaged part of the table, and queries that read it fail.'
          : `in ${parts} damaged parts of the table, and queries that read them fail.`,
    )
  );
}

const countOf = (missing: readonly MissingRecords[]) => sumOfKnown(missing.map(({ records }) => records));

const shownCount = (count: number | null) => (count === null ? null : String(count));

const rangesOf = (missing: readonly MissingRecords[], isQuarantined: boolean) =>
  mergeSpans(
    missing.flatMap(({ spans }) => spans),
    rangesMax,
  ).map(({ columnName, startMs, stopMs, records }) => ({
    columnName,
    start: startMs,
    stop: stopMs,
    recordCount: shownCount(records),
    isQuarantined,
  }));

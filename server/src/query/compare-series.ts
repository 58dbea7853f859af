import { inSlices } from '../base/in-slices.js';
import { type ArrangedSeries, emptyValues, groupName } from './arranged-series.js';
import { type ChangeOf, changesOf, noChange } from './change.js';

/**
 * The values of an earlier period, in step with those of the main one: the first bucket of one belongs to the first bucket of
 * the other, and so on. What one of the periods does not have is null.
 */
export interface SeriesComparison {
  readonly labels: readonly (string | null)[];
  readonly values: readonly (string | null)[];
  readonly changes: readonly (string | null)[];
  readonly changePercents: readonly (number | null)[];
}

export interface ComparedSeries extends SeriesComparison {
  /** By the index of the main series' groups. */
  readonly groups: readonly SeriesComparison[];
}

type SeriesValues = readonly (string | null)[];

/** `labels` are those of the earlier series. */
export async function compareSeries(
  main: ArrangedSeries,
  earlier: ArrangedSeries,
  labels: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ComparedSeries> {
  const changeOf = changesOf(main.type);
  const length = Math.max(main.values.length, earlier.values.length);
  const longLabels = Array.from({ length }, (_, index) => labels[index] ?? null);
  const align = (values: SeriesValues, earlierValues: SeriesValues): SeriesComparison => ({
    labels: longLabels,
    ...inStep(values, earlierValues, length, changeOf),
  });
  const known = new Map(earlier.groups.map((group) => [groupName(group), group.values]));
  const groups: SeriesComparison[] = [];
  await inSlices(
    main.groups,
    (group) => {
      // A group without records in the earlier period has the values of empty buckets.
      const values = known.get(groupName(group)) ?? emptyValues(earlier.values.length);
      groups.push(align(group.values, values));
    },
    signal,
  );
  return { ...align(main.values, earlier.values), groups };
}

function inStep(values: SeriesValues, earlier: SeriesValues, length: number, changeOf: ChangeOf) {
  const shown: (string | null)[] = [];
  const changes: (string | null)[] = [];
  const changePercents: (number | null)[] = [];
  for (let index = 0; index < length; index += 1) {
    const value = values[index];
    const before = earlier[index];
    const { change, changePercent } =
      value === undefined || before === undefined ? noChange : changeOf(value, before);
    shown.push(before ?? null);
    changes.push(change);
    changePercents.push(changePercent);
  }
  return { values: shown, changes, changePercents };
}

import type { Booster } from '../catalog/booster.js';
import { boosterDimensionsMax } from '../catalog/boosters.js';
import type { DataPool, Metric } from '../catalog/definitions.js';
import { aggregatesOf, isBoostable } from '../sql/booster-states.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';

/** Queries of one Metric that read the same columns and no booster. */
export interface MetricReads {
  readonly metricId: string;
  readonly columns: readonly string[];
  readonly queries: number;
  /** How many records they processed together. */
  readonly records: number;
}

/** A booster that would have answered queries of the history. */
export interface SuggestedBooster {
  readonly metric: Metric;
  readonly dimensions: readonly string[];
  readonly queries: number;
  readonly savedRecords: number;
}

export const suggestionsMax = 5;

interface Known {
  readonly parsers: SqlParsers;
  readonly dataPool: DataPool;
  readonly metrics: readonly Metric[];
  readonly boosters: readonly Booster[];
}

/** The boosters that would have saved the most processed records, each counting only queries that no other one answers. */
export function suggestBoosters(known: Known, reads: readonly MetricReads[]): readonly SuggestedBooster[] {
  const metrics = new Map(boostableMetrics(known).map((metric) => [metric.id, metric]));
  let left = reads.filter(
    (read) =>
      read.records > 0 &&
      read.columns.length <= boosterDimensionsMax &&
      metrics.has(read.metricId) &&
      !known.boosters.some(
        (booster) => booster.metricId === read.metricId && covers(booster.dimensions, read),
      ),
  );
  const suggestions: SuggestedBooster[] = [];
  while (left.length > 0 && suggestions.length < suggestionsMax) {
    const [best] = left
      .map((candidate) => suggestion(candidate, left, metrics))
      .sort(
        (one, other) =>
          other.savedRecords - one.savedRecords || one.dimensions.length - other.dimensions.length,
      );
    if (best === undefined) break;
    suggestions.push(best);
    left = left.filter((read) => read.metricId !== best.metric.id || !covers(best.dimensions, read));
  }
  return suggestions;
}

function suggestion(
  { metricId, columns }: MetricReads,
  reads: readonly MetricReads[],
  metrics: ReadonlyMap<string, Metric>,
): SuggestedBooster {
  const covered = reads.filter((read) => read.metricId === metricId && covers(columns, read));
  return {
    metric: metrics.get(metricId) as Metric,
    dimensions: columns,
    queries: covered.reduce((sum, { queries }) => sum + queries, 0),
    savedRecords: covered.reduce((sum, { records }) => sum + records, 0),
  };
}

const covers = (dimensions: readonly string[], { columns }: MetricReads) =>
  columns.every((name) => dimensions.includes(name));

function boostableMetrics({ parsers, dataPool, metrics }: Known): readonly Metric[] {
  if (dataPool.tableSettings.engine.type !== 'MERGE_TREE') return [];
  return metrics.filter(({ aggregation }) =>
    aggregatesOf([metricTerm(parsers, aggregation, dataPool.columns).term]).every(isBoostable),
  );
}

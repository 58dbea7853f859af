import { WeirError } from '../base/errors.js';
import type { TimeRange } from '../base/time-range.js';
import type { Booster } from '../catalog/booster.js';
import type { Column } from '../catalog/column.js';
import { boosterBucketMs } from '../sql/booster-projection.js';
import { aggregatesOf, isBoostable, stateSql } from '../sql/booster-states.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import type { Sql } from '../sql/sql-text.js';
import type { Term } from '../sql/term/term.js';
import { columnsOf } from '../sql/term/walk-term.js';
import type { FoundMetric } from './find-metric.js';
import { hasWholeBuckets } from './metric-rows.js';
import type { QueryScope, ScopeInput } from './query-scope.js';
import type { ReadableSource, SourceOptions } from './readable-source.js';

/** Which booster answers a query, or why none does. */
export interface BoosterUse {
  readonly id: string | null;
  readonly used: boolean;
  readonly reason: string;
  /** The Metric, if it has an identifier and the query uses its timestamp, for suggestions. */
  readonly metricId: string | null;
  /** The columns that the query reads outside of the Metric. */
  readonly columns: readonly string[];
}

/** What a query needs of a booster. */
export interface BoosterNeeds {
  readonly source: ReadableSource;
  readonly timeColumn: Column;
  readonly timeRange: TimeRange;
  readonly metrics: readonly Term[];
  readonly metricId: string | null;
  /** The columns that it reads outside of the Metrics, and where it does: "the filter". */
  readonly columns: readonly ReadColumns[];
  readonly metricFilters: readonly ReadColumns[];
  /** The starts of a time series' buckets. */
  readonly starts?: readonly number[];
  readonly useBooster: boolean;
  /** Why no booster can be used, when the query knows. */
  readonly mismatch?: string;
}

interface ReadColumns {
  readonly where: string;
  readonly names: Iterable<string>;
}

/** The columns that a filter reads. */
export const filterColumns = (where: string, filter: Term | null) => ({
  where,
  names: filter === null ? [] : columnsOf(filter),
});

/** What a query of one Metric needs. `grouping` are the columns that it groups by. */
export function metricNeeds(
  metric: FoundMetric,
  scope: QueryScope,
  { useBooster = true }: ScopeInput,
  ...grouping: readonly ReadColumns[]
): BoosterNeeds {
  return {
    source: metric.source,
    ...scope,
    metrics: [metric.value.term],
    metricId: scope.timeColumn.name === metric.timestamp.name ? metric.id : null,
    metricFilters: [filterColumns('the Metric', metric.filter)],
    columns: [...grouping, filterColumns('the filter', scope.filter)],
    useBooster,
  };
}

/** Finds the LIVE booster with the fewest dimensions that has all that a query needs. */
export async function fittingBooster(
  { catalog, parsers }: SourceOptions,
  needs: BoosterNeeds,
): Promise<BoosterUse> {
  const { metricId } = needs;
  const columns = [...new Set(needs.columns.flatMap(({ names }) => [...names]))].sort();
  const none = (reason: string): BoosterUse => ({ id: null, used: false, reason, metricId, columns });
  if (!needs.useBooster) return none('The query asks for no booster: `useBooster` is false.');
  const { dataPool } = needs.source;
  const boosters = await catalog.cached.boosters(dataPool.environmentId, dataPool.id);
  if (boosters.length === 0) return none('The Data Pool has no booster.');
  const general = generalMismatch(needs);
  if (general !== undefined) return none(general);
  const needed = neededStates(needs);
  const tried = boosters
    .map((booster) => ({ booster, mismatches: mismatchesOf(parsers, booster, needs, needed) }))
    .sort((one, other) => one.mismatches.length - other.mismatches.length || sizeOf(one) - sizeOf(other));
  const [best] = tried;
  const [mismatch] = best?.mismatches ?? [];
  if (best === undefined || mismatch !== undefined) return none(`Booster ${best?.booster.id}: ${mismatch}`);
  return {
    id: best.booster.id,
    used: true,
    reason: 'It has all columns and aggregates that the query needs.',
    metricId,
    columns,
  };
}

const sizeOf = ({ booster }: { readonly booster: Booster }) => booster.dimensions.length;

/** Why no booster can answer the query, whatever its dimensions. */
function generalMismatch(needs: BoosterNeeds): string | undefined {
  const { source, timeRange, metrics, starts = [] } = needs;
  if (needs.mismatch) return needs.mismatch;
  if (!hasWholeBuckets(timeRange)) return 'The time range contains no whole quarter of an hour.';
  if (starts.slice(1).some((startMs) => startMs % boosterBucketMs !== 0))
    return 'The buckets of the time series do not begin at quarters of an hour.';
  const aggregates = aggregatesOf(metrics);
  const other = aggregates.find((aggregate) => !isBoostable(aggregate));
  if (other) return `Boosters do not keep the aggregate ${other.name}.`;
  if (
    aggregates.some(({ args }) =>
      args.some((arg) => [...columnsOf(arg)].some((name) => source.masked.has(name))),
    )
  )
    return 'Access policies hide values that the Metric aggregates.';
  return undefined;
}

const neededStates = ({ metrics }: BoosterNeeds) => new Set(aggregatesOf(metrics).map(stateSql));

/** Compiled once for each version of a booster's definition, which the catalog caches as one object. */
const keptStates = new WeakMap<Booster, ReadonlySet<Sql>>();

function statesOf(parsers: SqlParsers, booster: Booster, columns: readonly Column[]): ReadonlySet<Sql> {
  const known = keptStates.get(booster);
  if (known) return known;
  const states = new Set(compiledStates(parsers, booster, columns));
  keptStates.set(booster, states);
  return states;
}

/** A booster whose expression this version of Weir refuses keeps nothing that a query can need. */
function compiledStates(parsers: SqlParsers, { aggregation }: Booster, columns: readonly Column[]): Sql[] {
  try {
    return aggregatesOf([metricTerm(parsers, aggregation, columns).term]).map(stateSql);
  } catch (error) {
    if (error instanceof WeirError) return [];
    throw error;
  }
}

/** What the query needs and this booster does not have. */
function mismatchesOf(
  parsers: SqlParsers,
  booster: Booster,
  needs: BoosterNeeds,
  needed: ReadonlySet<Sql>,
): string[] {
  const { source, timeColumn, metrics } = needs;
  const mismatches: string[] = [];
  if (booster.status !== 'LIVE') mismatches.push('it is not LIVE yet.');
  if (booster.timestamp !== timeColumn.name)
    mismatches.push(
      `the time range is over ${quoted(timeColumn.name)}, but its timestamp is ${quoted(booster.timestamp)}.`,
    );
  const kept = statesOf(parsers, booster, source.dataPool.columns);
  const lacking = [...needed].filter((state) => !kept.has(state));
  if (lacking.length > 0) mismatches.push('it keeps other aggregates than those of the Metric.');
  const has = new Set(booster.dimensions);
  const inMetric = aggregatesOf(metrics).flatMap(({ filter }) => filter ?? []);
  const read = [
    ...needs.columns,
    ...needs.metricFilters,
    { where: 'the Metric', names: inMetric.flatMap((filter) => [...columnsOf(filter)]) },
  ];
  const seen = new Set<string>();
  for (const { where, names } of read)
    for (const name of names) {
      if (has.has(name) || seen.has(name)) continue;
      seen.add(name);
      mismatches.push(`${where} reads ${quoted(name)}, which is not one of its dimensions.`);
    }
  // Not by name: the caller must not learn what the policies read.
  if ([...source.decidedBy].some((name) => !has.has(name)))
    mismatches.push('access policies read columns that are not among its dimensions.');
  return mismatches;
}

const quoted = (name: string) => `\`${name}\``;

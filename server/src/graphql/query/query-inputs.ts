import { type MetricType, metricKinds, metricTypes } from '../../catalog/metric-kinds.js';
import type { ComparableInput } from '../../query/compared-scope.js';
import type { DataPoolReference, MetricReference } from '../../query/find-metric.js';
import type { ScopeInput } from '../../query/query-scope.js';
import { exactlyOne } from '../exactly-one.js';
import type {
  CompareInput,
  DataPoolInput,
  FilterInput,
  MetricInput,
  TimeRangeInput,
  WeekStart,
} from '../generated/resolver-types.js';
import { adHocField, aggregationOf, filtersOf } from '../metric/metric-input.js';

/** Some clients send both fields when they know both. */
export function dataPoolReference(where: string, { id, name }: DataPoolInput): DataPoolReference {
  if (id && name) return { id, name };
  const { field, value } = exactlyOne(where, { id, name }, ['id', 'name']);
  return field === 'id' ? { id: value } : { name: value };
}

const metricTypeOf = new Map(metricTypes.map((type) => [adHocField(metricKinds[type].name), type]));

export function metricReference(where: string, input: MetricInput): MetricReference {
  const given = exactlyOne(where, input, ['id', 'name', ...metricTypeOf.keys()]);
  if (given.field === 'id') return { id: given.value };
  if (given.field === 'name') return { name: given.value };
  const dataPool = dataPoolReference(`${where}.${given.field}.dataPool`, given.value.dataPool);
  return { dataPool, aggregation: aggregationOf(metricTypeOf.get(given.field) as MetricType, given.value) };
}

interface DeprecatedMetricFields {
  readonly metric?: MetricInput | undefined;
  readonly metricId?: string | undefined;
  readonly metricName?: string | undefined;
}

/** `metric`, or one of the deprecated ways to name one. */
export function metricOf(input: DeprecatedMetricFields): MetricReference {
  const given = exactlyOne('input', input, ['metric', 'metricId', 'metricName']);
  if (given.field === 'metric') return metricReference('metric', given.value);
  return given.field === 'metricId' ? { id: given.value } : { name: given.value };
}

interface ScopeFields {
  readonly timeRange?: TimeRangeInput | undefined;
  readonly timeZone?: string | undefined;
  readonly weekStart?: WeekStart | undefined;
  readonly filterSql?: string | undefined;
  readonly filters?: readonly FilterInput[] | undefined;
  readonly useBooster?: boolean | undefined;
}

export function scopeOf({
  timeRange,
  timeZone,
  weekStart,
  filterSql,
  filters,
  useBooster,
}: ScopeFields): ScopeInput {
  return {
    timeRange: timeRange && {
      timestamp: timeRange.timestamp,
      relative: timeRange.relative,
      n: timeRange.n,
      startMs: timeRange.start,
      stopMs: timeRange.stop,
    },
    timeZone,
    weekStart,
    filterSql,
    filters: filtersOf(filters),
    ...(useBooster !== undefined && { useBooster }),
  };
}

/** The earlier period of queries that can be compared. */
export function compareOf({
  compare,
}: {
  readonly compare?: CompareInput | undefined;
}): Pick<ComparableInput, 'compare'> {
  if (!compare) return {};
  const { period, start, stop, alignWeekdays } = compare;
  return { compare: { period, startMs: start, stopMs: stop, alignWeekdays } };
}

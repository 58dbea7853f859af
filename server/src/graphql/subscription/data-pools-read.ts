import { WeirError } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import { dataPoolIdOf, findDataPool, type MetricReference } from '../../query/find-metric.js';
import type {
  CounterInput,
  DataGridInput,
  DataPoolInput,
  LeaderboardInput,
  MetricReportInput,
  TimeSeriesInput,
  TopValuesInput,
} from '../generated/resolver-types.js';
import { dataPoolReference, metricOf } from '../query/query-inputs.js';
import { reportRowsInput } from '../query/report-input.js';
import type { LiveField } from './schema.js';

interface LiveInputs {
  readonly counter: CounterInput;
  readonly counters: readonly CounterInput[];
  readonly timeSeries: TimeSeriesInput;
  readonly leaderboard: LeaderboardInput;
  readonly metricReport: MetricReportInput;
  readonly topValues: TopValuesInput;
  readonly dataGrid: DataGridInput;
}

type DataPools = (find: Find) => Promise<string>[];

interface Find {
  readonly ofMetric: (reference: MetricReference) => Promise<string>;
  readonly dataPool: (input: DataPoolInput) => Promise<string>;
}

const reads: { readonly [F in LiveField]: (input: LiveInputs[F]) => DataPools } = {
  counter: (input) => (find) => [find.ofMetric(metricOf(input))],
  counters: (inputs) => (find) => inputs.map((input) => find.ofMetric(metricOf(input))),
  timeSeries: (input) => (find) => [find.ofMetric(metricOf(input))],
  leaderboard: (input) => (find) => [find.ofMetric(metricOf(input))],
  metricReport: (input) => (find) =>
    reportRowsInput(input).metrics.map(({ metric }) => find.ofMetric(metric)),
  topValues: (input) => (find) => [find.dataPool(input.dataPool)],
  dataGrid: (input) => (find) => [find.dataPool(input.dataPool)],
};

/** The Data Pools whose records an answer depends on. Names without a meaning are left out: the answer says so. */
export async function dataPoolsRead(
  catalog: Catalog,
  principal: Principal,
  field: LiveField,
  input: unknown,
): Promise<ReadonlySet<string>> {
  const find: Find = {
    ofMetric: (reference) => dataPoolIdOf(catalog, principal, reference),
    dataPool: async (given) =>
      (await findDataPool(catalog, principal, dataPoolReference('dataPool', given))).id,
  };
  try {
    const found = await Promise.allSettled((reads[field] as (input: unknown) => DataPools)(input)(find));
    return new Set(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
  } catch (error) {
    if (error instanceof WeirError) return new Set();
    throw error;
  }
}

import { notFound, WeirError } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import { dataPoolIdOf, findDataPool, type MetricReference } from '../../query/find-metric.js';
import { shownDashboard, tileOf } from '../dashboard/shown-dashboard.js';
import type {
  CounterInput,
  DataGridInput,
  DataPoolInput,
  LeaderboardInput,
  MetricReportInput,
  TileAnswerInput,
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
  readonly tileAnswer: TileAnswerInput;
}

interface Find {
  readonly ofMetric: (reference: MetricReference) => Promise<string>;
  readonly dataPool: (input: DataPoolInput) => Promise<string>;
  readonly ofTile: (input: TileAnswerInput) => Promise<string>;
}

const reads: { readonly [F in LiveField]: (input: LiveInputs[F], find: Find) => Promise<string>[] } = {
  counter: (input, find) => [find.ofMetric(metricOf(input))],
  counters: (inputs, find) => inputs.map((input) => find.ofMetric(metricOf(input))),
  timeSeries: (input, find) => [find.ofMetric(metricOf(input))],
  leaderboard: (input, find) => [find.ofMetric(metricOf(input))],
  metricReport: (input, find) => reportRowsInput(input).metrics.map(({ metric }) => find.ofMetric(metric)),
  topValues: (input, find) => [find.dataPool(input.dataPool)],
  dataGrid: (input, find) => [find.dataPool(input.dataPool)],
  tileAnswer: (input, find) => [find.ofTile(input)],
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
    ofTile: async ({ dashboard, tile }) => {
      const { metric } = tileOf(await shownDashboard(catalog, principal, dashboard), tile);
      // A statement may read any Data Pool, so it is asked once a minute instead.
      if (!metric) throw notFound('Metric of tile', tile);
      return await dataPoolIdOf(catalog, principal, { id: metric.metricId });
    },
  };
  try {
    const read = reads[field] as (input: unknown, find: Find) => Promise<string>[];
    const found = await Promise.all(read(input, find).map((one) => one.catch(undefinedIfRefused)));
    return new Set(found.filter((id) => id !== undefined));
  } catch (error) {
    undefinedIfRefused(error);
    return new Set();
  }
}

/** An outage of the catalog must not look like a name without a meaning, whose records are not watched. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof WeirError) || !['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) throw error;
}

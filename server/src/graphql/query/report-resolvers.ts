import { metricReport } from '../../query/metric-report.js';
import type { QueryServices } from '../../query/operation.js';
import { topValues } from '../../query/top-values.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { dataPoolReference, scopeOf } from './query-inputs.js';
import { reportRowsInput } from './report-input.js';

const topValuesDefault = 10;

export function createReportResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Query: {
      metricReport: (_parent, { input }, caller) =>
        metricReport(query, caller, { ...reportRowsInput(input), page: input }),
      topValues: (_parent, { input }, caller) =>
        topValues(query, caller, {
          dataPool: dataPoolReference('dataPool', input.dataPool),
          columnName: input.columnName,
          maxValues: input.maxValues ?? topValuesDefault,
          ...scopeOf(input),
        }),
    },
  } satisfies Resolvers;
}

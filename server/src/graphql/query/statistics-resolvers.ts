import { checkRange } from '../../base/check-range.js';
import { dimensionStatistics, uniqueValuesMax } from '../../query/dimension-statistics.js';
import type { QueryServices } from '../../query/operation.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { selectsField } from '../selects-field.js';

export function createStatisticsResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Dimension: {
      stats: ({ metric, column }, _args, caller, info) =>
        dimensionStatistics(query, caller, {
          metricId: metric.id,
          columnName: column.name,
          // One query serves every limit in the document, and reads no values unless the document selects them.
          uniqueValuesMax: selectsField(info, 'uniqueValues') ? uniqueValuesMax : 0,
        }),
    },
    DimensionStatistics: {
      uniqueValues: ({ uniqueValues }, { limit }) =>
        uniqueValues.slice(0, checkRange('limit', limit ?? uniqueValuesMax, 1, uniqueValuesMax)),
    },
  } satisfies Resolvers;
}

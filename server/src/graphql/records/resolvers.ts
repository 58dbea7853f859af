import { dataGrid } from '../../query/data-grid.js';
import type { QueryServices } from '../../query/operation.js';
import { recordsByUniqueId } from '../../query/records-by-unique-id.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { dataPoolReference } from '../query/query-inputs.js';
import { gridRowsInput } from './grid-input.js';

export function createRecordsResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Query: {
      dataGrid: (_parent, { input }, caller) =>
        dataGrid(query, caller, { ...gridRowsInput(input), page: input }),
      recordsByUniqueId: (_parent, { input }, caller) =>
        recordsByUniqueId(query, caller, {
          dataPool: dataPoolReference('dataPool', input.dataPool),
          columns: input.columns,
          uniqueIds: input.uniqueIds,
        }),
    },
  } satisfies Resolvers;
}

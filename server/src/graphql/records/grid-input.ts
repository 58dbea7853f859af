import type { GridRowsInput } from '../../query/plan-grid.js';
import type { DataGridInput } from '../generated/resolver-types.js';
import { dataPoolReference, scopeOf } from '../query/query-inputs.js';

/** A data grid without its page. */
export function gridRowsInput(input: DataGridInput): GridRowsInput {
  return {
    dataPool: dataPoolReference('dataPool', input.dataPool),
    columns: input.columns,
    orderByColumn: input.orderByColumn,
    sort: input.sort ?? 'DESC',
    ...scopeOf(input),
  };
}

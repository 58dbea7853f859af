import type { Column } from '../../catalog/column.js';
import type { DataPool } from '../../catalog/definitions.js';
import { tableName } from '../data-pool-ddl.js';
import { quoteIdentifier } from '../identifier.js';
import type { FilterTerm } from '../term/checked-term.js';
import { printValue } from '../term/print-query.js';
import type { TableSource } from '../term/term.js';
import { asSql } from '../trusted-text.js';

/**
 * A Data Pool as a source of a statement, limited to these columns and to the records that match the filter. It is
 * printed as a subquery so that an alias in the statement cannot shadow a column of the filter.
 */
export function dataPoolSource(
  pool: Pick<DataPool, 'id' | 'environmentId'>,
  columns: readonly Column[],
  filter: FilterTerm | null,
  isMutable = false,
): TableSource {
  const table = tableName(pool);
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  return {
    columns,
    dataPool: pool,
    print: (values) => {
      const where = filter === null ? '' : ` WHERE ${printValue(filter, values)}`;
      return asSql(`(SELECT ${names} FROM ${table}${isMutable ? ' FINAL' : ''}${where})`);
    },
  };
}

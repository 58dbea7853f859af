import type { RecordChoice } from '../../catalog/job.js';
import type {
  CreateAddColumnToDataPoolJobInput,
  CreateDeletionJobInput,
} from '../generated/resolver-types.js';
import { filtersOf } from '../metric/metric-input.js';

export function choiceOf({
  filterSql,
  filters,
}: Pick<CreateDeletionJobInput, 'filterSql' | 'filters'>): RecordChoice {
  return { filterSql: filterSql || null, filters: filtersOf(filters) };
}

export function newColumnOf({ columnName, columnType, jsonProperty }: CreateAddColumnToDataPoolJobInput) {
  const type = columnType === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : columnType;
  return { name: columnName, type, jsonProperty: jsonProperty || undefined };
}

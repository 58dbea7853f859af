import type { RecordChoice, TableKeys } from '../../catalog/job.js';
import type { NewReplay } from '../../jobs/jobs.js';
import type {
  CreateAddColumnToDataPoolJobInput,
  CreateDeletionJobInput,
  CreateRebuildDataPoolJobInput,
  CreateReplayJobInput,
} from '../generated/resolver-types.js';
import { filtersOf } from '../metric/metric-input.js';
import { quarantineFilterOf } from '../quarantine/quarantine-filter-input.js';

export function choiceOf({
  filterSql,
  filters,
}: Pick<CreateDeletionJobInput, 'filterSql' | 'filters'>): RecordChoice {
  return { filterSql: filterSql || null, filters: filtersOf(filters) };
}

/** As at creation, an empty list is one that is not given. */
export function tableKeysOf({ orderBy, partitionBy }: CreateRebuildDataPoolJobInput): TableKeys {
  return {
    orderBy: orderBy?.length ? orderBy : null,
    partitionBy: partitionBy?.length ? partitionBy : null,
  };
}

export function newColumnOf(input: CreateAddColumnToDataPoolJobInput) {
  const { columnName, columnType, jsonProperty, precision, scale } = input;
  const type = columnType === 'CLICKHOUSE' ? ('COLUMNSTORE' as const) : columnType;
  return { name: columnName, type, precision, scale, jsonProperty: jsonProperty || undefined };
}

export const replayOf = ({
  dataSource,
  source,
  dataPool,
  filter,
  dryRun,
}: CreateReplayJobInput): NewReplay => ({
  dataSourceId: dataSource,
  source: source ?? 'QUARANTINE',
  dataPoolId: dataPool || undefined,
  filter: quarantineFilterOf(filter),
  isDryRun: dryRun ?? false,
});

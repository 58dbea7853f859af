import { badRequest } from '../../base/errors.js';
import type { TableEngine, TableSettings } from '../../catalog/table-settings.js';
import { exactlyOne } from '../exactly-one.js';
import type { TableEngineInput, TableSettingsInput } from '../generated/resolver-types.js';

/** Table settings as given. Defaults are filled in later, by the definition. */
export function tableSettingsOf(input: TableSettingsInput | undefined): Partial<TableSettings> | undefined {
  if (!input) return undefined;
  return {
    ...(input.engine && { engine: engineOf(input.engine) }),
    ...list('orderBy', input.orderBy),
    ...list('partitionBy', input.partitionBy),
    ...list('primaryKey', input.primaryKey),
    ...(input.ttl && { ttl: input.ttl }),
  };
}

/** The specification's list types allow nulls, but a null is not a column. */
function list<K extends 'orderBy' | 'partitionBy' | 'primaryKey'>(
  field: K,
  value: readonly (string | null | undefined)[] | undefined,
) {
  if (!value) return {};
  return { [field]: value.map((entry, index) => entry ?? refuseNull(field, index)) } as Record<K, string[]>;
}

function refuseNull(field: string, index: number): never {
  throw badRequest(`${field}[${index}] is null; it must be a column name`);
}

const engineFields = ['mergeTree', 'replacingMergeTree', 'summingMergeTree', 'aggregatingMergeTree'] as const;

function engineOf(input: TableEngineInput): TableEngine {
  const engine = exactlyOne('tableSettings.engine', input, engineFields);
  const expected = {
    mergeTree: 'MERGE_TREE',
    replacingMergeTree: 'REPLACING_MERGE_TREE',
    summingMergeTree: 'SUMMING_MERGE_TREE',
    aggregatingMergeTree: 'AGGREGATING_MERGE_TREE',
  } as const;
  const { type } = engine.value;
  if (type && type !== expected[engine.field]) {
    throw badRequest(
      `tableSettings.engine.${engine.field}.type must be ${expected[engine.field]} or absent, but is ${type}`,
    );
  }
  switch (engine.field) {
    case 'mergeTree':
      return { type: 'MERGE_TREE' };
    case 'aggregatingMergeTree':
      return { type: 'AGGREGATING_MERGE_TREE' };
    case 'replacingMergeTree':
      return { type: 'REPLACING_MERGE_TREE', ver: engine.value.ver ?? null };
    case 'summingMergeTree':
      return {
        type: 'SUMMING_MERGE_TREE',
        columns: (engine.value.columns ?? []).filter((name) => name !== null && name !== undefined),
      };
  }
}

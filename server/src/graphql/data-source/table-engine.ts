import type { TableEngine } from '../../catalog/table-settings.js';

const typenames = {
  MERGE_TREE: 'MergeTreeTableEngine',
  REPLACING_MERGE_TREE: 'ReplacingMergeTreeTableEngine',
  SUMMING_MERGE_TREE: 'SummingMergeTreeTableEngine',
  AGGREGATING_MERGE_TREE: 'AggregatingMergeTreeTableEngine',
} as const;

export const engineTypename = ({ type }: TableEngine) => typenames[type];

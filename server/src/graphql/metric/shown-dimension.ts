import type { Column } from '../../catalog/column.js';
import type { Metric } from '../../catalog/definitions.js';

/** A column as a Metric sees it: its statistics are over the Metric's records. */
export interface ShownDimension {
  readonly column: Column;
  readonly metric: Metric;
}

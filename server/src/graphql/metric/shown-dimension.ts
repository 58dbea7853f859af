import type { Column } from '../../catalog/column.js';
import type { Metric } from '../../catalog/definitions.js';

/** A column of a Metric. Its statistics cover only the Metric's records. */
export interface ShownDimension {
  readonly column: Column;
  readonly metric: Metric;
}

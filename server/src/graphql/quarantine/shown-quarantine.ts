import type { DataPool } from '../../catalog/definitions.js';
import type { QuarantineFilter } from '../../catalog/quarantine-filter.js';
import type { QuarantinedEvent } from '../../quarantine/quarantine.js';

/** A page of quarantined events; how many there are is counted only if it is asked for. */
export interface ShownQuarantine {
  readonly dataPool: DataPool;
  readonly filter: QuarantineFilter;
  readonly nodes: readonly QuarantinedEvent[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

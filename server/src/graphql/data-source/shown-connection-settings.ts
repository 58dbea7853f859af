import type { DataPool, DataSource } from '../../catalog/definitions.js';

/** Some settings belong to the Data Source, others to its Data Pool, which may have been deleted. */
export interface ShownConnectionSettings {
  readonly dataSource: DataSource;
  readonly dataPool: DataPool | undefined;
}

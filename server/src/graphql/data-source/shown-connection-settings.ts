import type { DataPool, DataSource } from '../../catalog/definitions.js';

/** Settings are partly the Data Source's, partly its Data Pool's, which may be deleted already. */
export interface ShownConnectionSettings {
  readonly dataSource: DataSource;
  readonly dataPool: DataPool | undefined;
}

import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';

/** Dependencies of everything about materialized views. */
export interface ViewServices {
  readonly catalog: Catalog;
  readonly engine: Engine;
  /** Runs work that inserts into a Data Pool's table; it waits while a job holds inserts. */
  readonly asInsert: <T>(dataPoolId: string, work: () => Promise<T>) => Promise<T>;
  readonly parsers: SqlParsers;
  readonly clock: Clock;
  readonly log: Log;
}

/** Most rows of the source that one step reads, which bounds its memory; a single insert may have more. */
export const stepRowsMax = 100_000;

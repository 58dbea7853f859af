import { basename } from 'node:path';
import type { Log } from '../base/log.js';
import { setAside } from '../base/set-aside.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { Engine } from '../engine/engine.js';
import { lookForDamage, type MissingRecords } from './look-for-damage.js';
import { mergeSpans, sumOfKnown } from './time-spans.js';

export interface DamageOptions {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly log: Log;
  /** For parts that nobody misses any more. */
  readonly asidePath: string;
  /** Called with the number of parts whose records are missing. */
  readonly onLooked: (parts: number) => void;
}

/** Of partitions, times and paths in one line of the log. */
const listedMax = 20;

/** What is missing of a Data Pool and its quarantine. */
export interface DataPoolDamage {
  readonly records: readonly MissingRecords[];
  readonly quarantine: readonly MissingRecords[];
}

/** The records that the embedded engine has lost, as found when it started last. */
export class Damage {
  readonly #options: DamageOptions;
  #missing: readonly MissingRecords[] = [];
  #looking: Promise<void> = Promise.resolve();

  constructor(options: DamageOptions) {
    this.#options = options;
  }

  /** Looks at what the engine has set aside, and logs what is missing. */
  look(): Promise<void> {
    // One after the other, so that the last one tells.
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  /** Null when nothing is missing. */
  of(pool: Pick<DataPool, 'environmentId' | 'id'>): DataPoolDamage | null {
    const missingFrom = ({ environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>) =>
      this.#missing.filter(({ database, table }) => database === environmentId && table === id);
    const damage = { records: missingFrom(pool), quarantine: missingFrom(quarantineOf(pool)) };
    return damage.records.length + damage.quarantine.length > 0 ? damage : null;
  }

  /** Moves the parts out of the engine's sight, so that nobody is told of them again. */
  async dismiss(pool: Pick<DataPool, 'environmentId' | 'id'>): Promise<void> {
    const { asidePath, log } = this.#options;
    const { records = [], quarantine = [] } = this.of(pool) ?? {};
    for (const { database, table, paths } of [...records, ...quarantine])
      for (const path of paths) setAside(path, asidePath, `${database}.${table}.${basename(path)}`);
    log.warn({ dataPoolId: pool.id, asidePath }, 'parts that cannot be read were dismissed');
    await this.look();
  }

  async #look(): Promise<void> {
    const { engine, catalog, log, onLooked } = this.#options;
    this.#missing = await lookForDamage(engine, catalog, log);
    onLooked(this.#missing.reduce((sum, { paths }) => sum + paths.length, 0));
    for (const missing of byTable(this.#missing)) log.error(logged(missing), missingText);
  }
}

const missingText =
  'records are missing: the engine could not read some parts and has set them aside. Restore them from a backup, or dismiss the damage of the Data Pool';

function byTable(missing: readonly MissingRecords[]): MissingRecords[][] {
  const tables = new Map<string, MissingRecords[]>();
  for (const each of missing) {
    const name = `${each.database}.${each.table}`;
    tables.set(name, [...(tables.get(name) ?? []), each]);
  }
  return [...tables.values()];
}

/** Of one table. */
function logged(missing: readonly MissingRecords[]) {
  const [{ database, table } = {}] = missing;
  const paths = missing.flatMap((each) => each.paths);
  return {
    database,
    dataPoolId: table,
    partitions: missing.map(({ partition }) => partition).slice(0, listedMax),
    records: sumOfKnown(missing.map(({ records }) => records)),
    times: mergeSpans(
      missing.flatMap(({ spans }) => spans),
      listedMax,
    ).map(loggedSpan),
    parts: paths.length,
    paths: paths.slice(0, listedMax),
  };
}

const loggedSpan = ({ columnName, startMs, stopMs }: MissingRecords['spans'][number]) => ({
  of: columnName ?? 'storing',
  from: startMs === null ? null : new Date(startMs).toISOString(),
  to: new Date(stopMs).toISOString(),
});

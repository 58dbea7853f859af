import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { setAside } from '../base/set-aside.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { Engine } from '../engine/engine.js';
import { activePartsStatement, type BrokenPart, checkPart, detachPart } from '../sql/broken-parts.js';
import { lookForDamage, type MissingRecords, readParts, rowsOf } from './look-for-damage.js';
import { mergeSpans, sumOfKnown } from './time-spans.js';

export interface DamageOptions {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly log: Log;
  readonly clock: Clock;
  /** For parts that nobody misses any more. */
  readonly asidePath: string;
  /** Called when queries see other records of a Data Pool. */
  readonly changed: (dataPoolId: string) => void;
  /** Called with the number of parts whose records are missing. */
  readonly onLooked: (parts: number) => void;
}

/** Of partitions, times and paths in one line of the log. */
const listedMax = 20;
/** The largest part has 150 GB. */
const checkTimeoutMs = 1_800_000;

/** What is missing of a Data Pool and its quarantine. */
export interface DataPoolDamage {
  readonly records: readonly MissingRecords[];
  readonly quarantine: readonly MissingRecords[];
}

/** The records that the embedded engine has lost, as found when it started last, or when it failed to read them since. */
export class Damage {
  readonly #options: DamageOptions;
  #missing: readonly MissingRecords[] = [];
  #looking: Promise<void> = Promise.resolve();
  /** Folders of parts that are used and damaged, with the time when that was found. */
  readonly #failedReads = new Map<string, number>();
  /** Folders of parts that are being checked. */
  readonly #checking = new Set<string>();
  #checked: Promise<unknown> = Promise.resolve();

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

  /**
   * A statement could not read a part, by its folder. The engine goes on using it, and every query that reads it fails, so it is
   * reported if it really is damaged.
   */
  suspect(path: string): void {
    if (this.#failedReads.has(path) || this.#checking.has(path)) return;
    this.#checking.add(path);
    this.#checked = this.#checked
      .then(() => this.#check(path))
      .catch((err: unknown) => this.#options.log.warn({ err, path }, 'checking a part failed'))
      .finally(() => this.#checking.delete(path));
  }

  /** Moves the parts out of the engine's sight, so that nobody is told of them again. */
  async dismiss(pool: Pick<DataPool, 'environmentId' | 'id'>): Promise<void> {
    const { asidePath, log, changed } = this.#options;
    // Someone may have removed some of them, or they have expired.
    await this.look();
    const { records = [], quarantine = [] } = this.of(pool) ?? {};
    for (const part of [...records, ...quarantine].flatMap(({ parts }) => parts)) {
      const { database, table, path } = part;
      const detached = part.isActive ? await this.#detach(part) : path;
      setAside(detached, asidePath, `${database}.${table}.${basename(detached)}`);
      this.#failedReads.delete(path);
    }
    changed(pool.id);
    log.warn({ dataPoolId: pool.id, asidePath }, 'parts that cannot be read were dismissed');
    await this.look();
  }

  async #check(path: string): Promise<void> {
    const { engine, clock } = this.#options;
    const [part] = await readParts(engine, activePartsStatement([path]));
    if (
      !part ||
      (await rowsOf(engine, checkPart(part), checkTimeoutMs)).every(([, isWhole]) => isWhole === '1')
    )
      return;
    this.#failedReads.set(path, clock.now());
    await this.look();
  }

  /** Answers its new path. */
  async #detach(part: BrokenPart): Promise<string> {
    await this.#options.engine.command(detachPart(part));
    return join(dirname(part.path), 'detached', part.name);
  }

  async #look(): Promise<void> {
    const { engine, catalog, log, onLooked, changed } = this.#options;
    const before = this.#missing;
    this.#missing = await lookForDamage(engine, catalog, log, this.#failedReads);
    for (const table of tablesWithOther(before, this.#missing)) changed(table);
    onLooked(this.#missing.flatMap(({ parts }) => parts).length);
    for (const missing of byTable(this.#missing)) log.error(logged(missing), missingText);
  }
}

const missingText =
  'records are missing: the engine could not read some parts. Restore them from a backup, or dismiss the damage of the Data Pool';

/** Of which parts are missing that were not, or the other way around. */
function tablesWithOther(before: readonly MissingRecords[], now: readonly MissingRecords[]): Set<string> {
  const pathsOf = (missing: readonly MissingRecords[]) =>
    new Set(missing.flatMap(({ parts }) => parts.map(({ path }) => path)));
  const [pathsBefore, pathsNow] = [pathsOf(before), pathsOf(now)];
  const parts = [...before, ...now].flatMap((missing) => missing.parts);
  const other = parts.filter(({ path }) => pathsBefore.has(path) !== pathsNow.has(path));
  return new Set(other.map(({ table }) => table));
}

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
  const paths = missing.flatMap(({ parts }) => parts.map(({ path }) => path));
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

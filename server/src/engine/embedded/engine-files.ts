import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeDurably } from '../../base/durable-file.js';
import { setAside } from '../../base/set-aside.js';

/**
 * The small files of an engine that is not running. It starts only if it can read all of them, and chDB ignores writes that fail:
 * a full disk leaves empty ones. The rows of a table are in a folder that has the table's UUID as its name, beside them.
 */
export interface DefinedTable {
  readonly database: string;
  readonly table: string;
}

const suffix = '.sql';
const mutationPattern = /^mutation_\d+\.txt$/;
const formatFile = 'format_version.txt';
/** Every MergeTree table has this version today. */
const formatVersion = '1';
const dictionaryPattern = /^`(.+)` LowCardinality\(/;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class EngineFiles {
  readonly #enginePath: string;
  readonly #metadata: string;
  /** For files that the engine cannot read. */
  readonly #asidePath: string;

  constructor(enginePath: string, asidePath: string) {
    this.#enginePath = enginePath;
    this.#metadata = join(enginePath, 'metadata');
    this.#asidePath = asidePath;
  }

  damagedDatabases(): string[] {
    return this.#definitionsIn(this.#metadata).filter((name) => isDamaged(this.#databaseFile(name)));
  }

  damagedTables(): DefinedTable[] {
    const databases = namesIn(this.#metadata).filter((name) => !name.endsWith(suffix));
    return databases.flatMap((database) =>
      this.#definitionsIn(join(this.#metadata, database))
        .map((table) => ({ database, table }))
        .filter((table) => isDamaged(this.#tableFile(table))),
    );
  }

  /** Whether there are rows of this table, but no definition. */
  isLost(table: DefinedTable): boolean {
    return !existsSync(this.#tableFile(table)) && this.uuidOf(table) !== undefined;
  }

  /** A database keeps nothing but its UUID, which is in the link to the folder of its tables. False without one. */
  repairDatabase(name: string): boolean {
    const uuid = linkedUuid(join(this.#metadata, name));
    if (uuid === undefined) return false;
    writeDurably(this.#databaseFile(name), `ATTACH DATABASE _ UUID '${uuid}'\nENGINE = Atomic\n`);
    return true;
  }

  /** The folder with the rows of a table; undefined when there is none. */
  uuidOf({ database, table }: DefinedTable): string | undefined {
    return linkedUuid(join(this.#enginePath, 'data', database, table));
  }

  /** The columns that are stored with a dictionary, as one of the table's parts says. */
  dictionaryColumnsOf({ database, table }: DefinedTable): string[] {
    const folder = join(this.#enginePath, 'data', database, table);
    const columns = namesIn(folder)
      .map((part) => join(folder, part, 'columns.txt'))
      .find((file) => existsSync(file) && !isEmpty(file));
    if (columns === undefined) return [];
    const lines = readFileSync(columns, 'utf8').split('\n');
    return lines.flatMap((line) => dictionaryPattern.exec(line)?.[1]?.replace(/\\(.)/g, '$1') ?? []);
  }

  writeTable(table: DefinedTable, definition: string): void {
    writeDurably(this.#tableFile(table), definition);
  }

  setDatabaseAside(name: string): void {
    setAside(this.#databaseFile(name), this.#asidePath, name);
  }

  setTableAside(table: DefinedTable): void {
    setAside(this.#tableFile(table), this.#asidePath, `${table.database}.${table.table}`);
  }

  /**
   * Repairs the files beside the parts of all tables, and returns their paths. A mutation that was not written was not acknowledged,
   * and the job that wanted it runs it again.
   */
  repairTableFolders(): string[] {
    return foldersOfTables(this.#enginePath).flatMap((folder) => this.#repairTableFolder(folder));
  }

  #repairTableFolder(folder: string): string[] {
    const repaired: string[] = [];
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (name === formatFile && isEmpty(path)) writeDurably(path, formatVersion);
      else if (mutationPattern.test(name) && isDamagedMutation(path))
        setAside(path, this.#asidePath, `${basename(folder)}.${name}`);
      else continue;
      repaired.push(path);
    }
    return repaired;
  }

  #definitionsIn(folder: string): string[] {
    return namesIn(folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length));
  }

  #databaseFile(name: string): string {
    return join(this.#metadata, name + suffix);
  }

  #tableFile({ database, table }: DefinedTable): string {
    return join(this.#metadata, database, table + suffix);
  }
}

/** With the parts of a table each, or without any. */
export function foldersOfTables(enginePath: string): string[] {
  const store = join(enginePath, 'store');
  return namesIn(store).flatMap((group) =>
    namesIn(join(store, group)).map((name) => join(store, group, name)),
  );
}

const namesIn = (folder: string) =>
  existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];

const isEmpty = (path: string) => statSync(path).size === 0;

/** A write that failed leaves an empty file, or the first bytes of the text, which ends with a line break. */
function isDamaged(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return !text.startsWith('ATTACH ') || !text.endsWith('\n') || text.includes('\0');
}

function isDamagedMutation(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return !text.startsWith('format version: ') || !text.endsWith('\n') || text.includes('\0');
}

function linkedUuid(path: string): string | undefined {
  try {
    const uuid = basename(readlinkSync(path));
    return uuidPattern.test(uuid) && existsSync(path) ? uuid : undefined;
  } catch {
    return undefined;
  }
}

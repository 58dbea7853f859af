import { LRUCache } from 'lru-cache';
import type { ErrorCode, WeirError } from '../base/errors.js';
import type { Statement } from '../engine/engine.js';
import type { SqlDialect, StatementColumn } from '../sql/compiler/parse-statement.js';
import type { TableSource } from '../sql/term/term.js';
import { BoundValues } from '../sql/values.js';

/** A user's statement, parsed, resolved and printed, ready to run again. */
export interface PreparedStatement {
  readonly statement: Statement;
  readonly columns: readonly StatementColumn[];
  readonly dialect: SqlDialect;
  /** Whether access policies restrict what it reads. */
  readonly limited: boolean;
}

/** Why a statement was refused. */
export interface RefusedStatement {
  readonly refusal: WeirError;
}

/** A Data Pool as one caller's statements read it. */
export interface ReadableTable {
  readonly source: TableSource;
  /** Whether access policies restrict what is read of it. */
  readonly limited: boolean;
}

/** Together with the catalog, this determines what a caller may read. */
export interface CallerKey {
  readonly environmentId: string;
  readonly applicationId: string;
  /** Which tokens of the Application may read the same. */
  readonly reader: string;
}

/** Together with the catalog, this determines a prepared statement. */
export interface StatementKey extends CallerKey {
  readonly purpose: 'run' | 'describe';
  readonly dialect: string | undefined;
  readonly text: string;
}

const entriesMax = 2_000;
const tablesMax = 1_000;
const tablesBytesMax = 16 * 1024 * 1024;
/** Memory of an access policy, which is cached as a tree, per printed character. */
const bytesPerPolicyCharacter = 20;
const bytesMax = 16 * 1024 * 1024;
const entryBytesMax = 1024 * 1024;
const bytesPerColumn = 100;
/** Of an error, without its message. */
const bytesPerRefusal = 2_000;
/** Refusals that follow from the statement and the catalog. */
const lasting: readonly ErrorCode[] = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'];

/**
 * Caches prepared and refused statements, so that a repeated text is not compiled again, and the tables they read, so that
 * another text need not wait for the catalog. Entries belong to one generation of the catalog: after any change, such as to a Data
 * Pool's columns or an access policy, everything is prepared again.
 */
export class StatementCache {
  #generation = Number.NaN;
  readonly #prepared = new LRUCache<string, PreparedStatement | RefusedStatement>({
    max: entriesMax,
    maxSize: bytesMax,
    maxEntrySize: entryBytesMax,
    sizeCalculation: bytesOf,
  });
  /** At most one per running request and statement. */
  readonly #preparing = new Map<string, Promise<PreparedStatement | RefusedStatement>>();
  readonly #tables = new LRUCache<string, ReadableTable>({
    max: tablesMax,
    maxSize: tablesBytesMax,
    sizeCalculation: tableBytesOf,
  });

  /**
   * The statement, prepared at most once however often it is sent: at the same time or later. `generation` must be from before
   * this call.
   */
  async obtain(
    key: StatementKey,
    generation: number,
    prepare: () => Promise<PreparedStatement | RefusedStatement>,
  ): Promise<PreparedStatement | RefusedStatement> {
    this.#onlyOf(generation);
    const name = nameOf(key);
    const known = this.#prepared.get(name) ?? this.#preparing.get(name);
    if (known) return await known;
    const preparing = prepare();
    this.#preparing.set(name, preparing);
    try {
      const prepared = await preparing;
      if (generation === this.#generation && isLasting(prepared)) this.#prepared.set(name, prepared);
      return prepared;
    } finally {
      if (this.#preparing.get(name) === preparing) this.#preparing.delete(name);
    }
  }

  findTable(caller: CallerKey, name: string, generation: number): ReadableTable | undefined {
    this.#onlyOf(generation);
    return this.#tables.get(ofCaller(caller, name));
  }

  /** `generation` must be from before the table was looked up. */
  keepTable(caller: CallerKey, name: string, generation: number, table: ReadableTable): void {
    if (generation === this.#generation) this.#tables.set(ofCaller(caller, name), table);
  }

  get size(): number {
    return this.#prepared.size;
  }

  #onlyOf(generation: number): void {
    if (generation === this.#generation) return;
    this.#prepared.clear();
    this.#preparing.clear();
    this.#tables.clear();
    this.#generation = generation;
  }
}

/** Identifiers and digests contain no slash, so no two callers share a key. */
const ofCaller = ({ environmentId, applicationId, reader }: CallerKey, what: string) =>
  `${environmentId}/${applicationId}/${reader}/${what}`;

const nameOf = (key: StatementKey) => ofCaller(key, `${key.purpose}/${key.dialect ?? ''}/${key.text}`);

const isLasting = (prepared: PreparedStatement | RefusedStatement) =>
  !('refusal' in prepared) || lasting.includes(prepared.refusal.code);

/** Strings take at most two bytes per character. */
function bytesOf(prepared: PreparedStatement | RefusedStatement, name: string): number {
  if ('refusal' in prepared) return 2 * (name.length + prepared.refusal.message.length) + bytesPerRefusal;
  const {
    statement: { text, parameters },
    columns,
  } = prepared;
  let characters = name.length + text.length;
  for (const [parameter, value] of Object.entries(parameters))
    characters += parameter.length + String(value).length;
  return 2 * characters + bytesPerColumn * columns.length;
}

function tableBytesOf({ source, limited }: ReadableTable, name: string): number {
  const printed = source.print(new BoundValues()).length;
  return (
    2 * name.length +
    bytesPerColumn * source.columns.length +
    printed * (limited ? bytesPerPolicyCharacter : 2)
  );
}

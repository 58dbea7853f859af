import { LRUCache } from 'lru-cache';
import type { Statement } from '../engine/engine.js';
import type { StatementColumn } from '../sql/statement/parse-statement.js';

/** A user's statement, read, resolved and printed: all that is needed to run it once more. */
export interface PreparedStatement {
  readonly statement: Statement;
  readonly columns: readonly StatementColumn[];
  /** Whether access policies choose what it reads. */
  readonly limited: boolean;
}

/** What a prepared statement follows from, besides the catalog. */
export interface StatementKey {
  readonly purpose: 'run' | 'describe';
  readonly environmentId: string;
  readonly applicationId: string;
  /** Of the token's values that access policies may ask for. */
  readonly policyValuesDigest: string;
  readonly dialect: string | undefined;
  readonly text: string;
}

const entriesMax = 2_000;
const bytesMax = 16 * 1024 * 1024;
const entryBytesMax = 1024 * 1024;
const bytesPerColumn = 100;

/**
 * Remembers what statements became, so that the same text asked again costs no reading. It holds what one
 * generation of the catalog has led to: after any change there, to a Data Pool's columns or to an access policy,
 * everything is read anew.
 */
export class StatementCache {
  #generation = Number.NaN;
  readonly #prepared = new LRUCache<string, PreparedStatement>({
    max: entriesMax,
    maxSize: bytesMax,
    maxEntrySize: entryBytesMax,
    sizeCalculation: bytesOf,
  });

  find(key: StatementKey, generation: number): PreparedStatement | undefined {
    this.#onlyOf(generation);
    return this.#prepared.get(nameOf(key));
  }

  /** `generation` is the one from before the statement was read. */
  keep(key: StatementKey, generation: number, prepared: PreparedStatement): void {
    if (generation === this.#generation) this.#prepared.set(nameOf(key), prepared);
  }

  get size(): number {
    return this.#prepared.size;
  }

  #onlyOf(generation: number): void {
    if (generation === this.#generation) return;
    this.#prepared.clear();
    this.#generation = generation;
  }
}

const nameOf = (key: StatementKey) =>
  JSON.stringify([
    key.purpose,
    key.environmentId,
    key.applicationId,
    key.policyValuesDigest,
    key.dialect ?? null,
    key.text,
  ]);

/** Texts have two bytes a character at most. */
function bytesOf({ statement: { text, parameters }, columns }: PreparedStatement, name: string): number {
  let characters = name.length + text.length;
  for (const [parameter, value] of Object.entries(parameters))
    characters += parameter.length + String(value).length;
  return 2 * characters + bytesPerColumn * columns.length;
}

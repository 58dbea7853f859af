import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../base/durable-file.js';
import type { FileStore } from '../base/file-store.js';
import { isId } from '../base/ids.js';
import type { Ownership, Principal } from '../base/principal.js';
import type { UploadType } from './file-type.js';

/** What is known of an upload; in a file, like its data, so that both survive a restart together. */
export interface UploadRecord extends UploadType, Ownership, Pick<Principal, 'environmentId'> {
  readonly id: string;
  readonly dataPoolId: string;
  /** What the client calls the file. */
  readonly name: string | null;
  /** The digest of its idempotency key. */
  readonly keyDigest: string | null;
  /** The size of the whole file, if the client told. */
  readonly length: number | null;
  /** Whether the client may continue it after a failure. */
  readonly isResumable: boolean;
  /** Whether the whole file has arrived. */
  readonly isComplete: boolean;
  /** When it had. Not in the records of release 0.1.0. */
  readonly completedAt?: number;
  /** The digest of its content, once that is complete, if it has a key. */
  readonly contentDigest?: string | undefined;
  /** The job that loads it; only for a complete one. */
  readonly jobId: string | null;
  readonly createdAt: number;
}

/** Those of release 0.1.0 do not tell the policy values: now they belong to tokens without any. */
type StoredRecord = Omit<UploadRecord, 'policyValuesDigest'> & Partial<Ownership>;

const privateDirectoryMode = 0o700;
const recordSuffix = '.json';

/** The files of uploads: records in a directory of their own, data in the store. A record is there before its data. */
export class UploadFiles {
  readonly #directory: string;
  readonly #store: FileStore;

  constructor(directory: string, store: FileStore) {
    this.#directory = directory;
    this.#store = store;
    mkdirSync(directory, { recursive: true, mode: privateDirectoryMode });
  }

  /** Of the data. Its name in the store is the upload's ID. */
  path(id: string): string {
    return this.#store.pathOf(id);
  }

  /** What has arrived of an upload, and when the last of it did; 0 bytes when nothing has. */
  data(id: string): { readonly bytes: number; readonly changedAt: number } {
    const found = statSync(this.path(id), { throwIfNoEntry: false });
    return { bytes: found?.size ?? 0, changedAt: found?.mtimeMs ?? 0 };
  }

  /** The records of all uploads. One that cannot be read was never answered. */
  records(): UploadRecord[] {
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith(recordSuffix) && isId('upload', name.slice(0, -recordSuffix.length)))
      .map((name) => JSON.parse(readFileSync(join(this.#directory, name), 'utf8')) as StoredRecord)
      .map((record) => ({ policyValuesDigest: '', ...record }));
  }

  /** Returns when the record is on disk. */
  save(record: UploadRecord): void {
    writeDurably(this.#recordPath(record.id), JSON.stringify(record));
  }

  remove(id: string): void {
    rmSync(this.path(id), { force: true });
    this.removeRecord(id);
  }

  removeRecord(id: string): void {
    rmSync(this.#recordPath(id), { force: true });
  }

  #recordPath(id: string): string {
    return join(this.#directory, id + recordSuffix);
  }
}

/** The formats of files that can be loaded. `json` is one array of objects, or objects one after the other. */
export type StoredFormat = 'csv' | 'ndjson' | 'json' | 'parquet';

export type FileCompression = 'none' | 'gzip' | 'zstd';

/** A file in the service's store that waits to be loaded. */
export interface StoredFile {
  /** Its name in the store. */
  readonly storedAs: string;
  readonly format: StoredFormat;
  readonly compression: FileCompression;
  readonly bytes: number;
}

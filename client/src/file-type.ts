import { WeirError } from './weir-error.js';

export type LoadFormat = 'csv' | 'ndjson' | 'json' | 'parquet';
export type LoadCompression = 'none' | 'gzip' | 'zstd';

export interface FileType {
  readonly format: LoadFormat;
  readonly compression: LoadCompression;
}

const formats: Readonly<Record<string, LoadFormat>> = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  parquet: 'parquet',
};

const compressions: Readonly<Record<string, LoadCompression>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
};

export const mediaTypes: Readonly<Record<LoadFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

/** The type of a file by its name, such as `orders.csv.gz`; undefined if the name does not tell. */
export function fileTypeOf(name: string): FileType | undefined {
  const extensions = name.toLowerCase().split('.').slice(1);
  const compression = compressions[extensions.at(-1) ?? ''];
  const format = formats[extensions.at(compression ? -2 : -1) ?? ''];
  return format && { format, compression: compression ?? 'none' };
}

/** What the caller says, else what the name tells. */
export function chosenFileType(name: string | undefined, chosen: Partial<FileType>): FileType {
  const byName = name === undefined ? undefined : fileTypeOf(name);
  const format = chosen.format ?? byName?.format;
  if (!format)
    throw new WeirError(
      'BAD_REQUEST',
      'The format of the file is not known: give `format`, or a `name` that ends with .csv, .ndjson, .jsonl, .json or .parquet, and .gz or .zst if it is compressed',
    );
  return { format, compression: chosen.compression ?? byName?.compression ?? 'none' };
}

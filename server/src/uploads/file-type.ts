import type { IncomingHttpHeaders } from 'node:http';
import { HttpRefusal } from '../base/http-refusal.js';
import { mediaType } from '../base/media-type.js';
import type { FileCompression, StoredFile, StoredFormat } from '../catalog/stored-file.js';

/** What the headers tell about a file. */
export type UploadType = Pick<StoredFile, 'format' | 'compression'>;

const formats: Readonly<Record<string, StoredFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
  'application/x-parquet': 'parquet',
};

const mediaTypes = Object.keys(formats);

const compressions: Readonly<Record<string, FileCompression>> = {
  '': 'none',
  identity: 'none',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  zstd: 'zstd',
};

const offered = 'gzip, zstd';

/** The file stays as it is sent: the engine decompresses it. */
export function fileType(headers: IncomingHttpHeaders): UploadType {
  const format = formats[mediaType(headers['content-type'], mediaTypes)] ?? 'csv';
  const compression = compressions[(headers['content-encoding'] ?? '').trim().toLowerCase()];
  if (compression === undefined)
    throw new HttpRefusal(415, 'content_encoding', `Content-Encoding must be one of ${offered}, or absent`, {
      'accept-encoding': offered,
    });
  return { format, compression };
}

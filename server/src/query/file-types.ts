import type { FileFormat } from '../engine/engine.js';

/** How each format is named in media types and files. */
export const fileTypes: Readonly<
  Record<FileFormat, { readonly mediaType: string; readonly extension: string }>
> = {
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  parquet: { mediaType: 'application/vnd.apache.parquet', extension: 'parquet' },
  arrow: { mediaType: 'application/vnd.apache.arrow.stream', extension: 'arrows' },
};

import type { FileFormat } from './engine.js';
import type { Settings } from './query-settings.js';

/** JSON inside of other formats has exact numbers and ISO times too. */
const json: Settings = {
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
};

/** How the engine writes each format: with exact numbers, and times in ISO 8601. */
export const engineFormats: Readonly<
  Record<FileFormat, { readonly name: string; readonly settings: Settings }>
> = {
  // NULL is an empty field as in PostgreSQL, and an empty text is "". With the engine's \N, readers take numbers for texts.
  csv: { name: 'CSVWithNames', settings: { ...json, format_csv_null_representation: '' } },
  ndjson: { name: 'JSONEachRow', settings: json },
  parquet: { name: 'Parquet', settings: json },
  // Not compressed, because the JavaScript library of Arrow cannot decompress.
  arrow: { name: 'ArrowStream', settings: { ...json, output_format_arrow_compression_method: 'none' } },
};

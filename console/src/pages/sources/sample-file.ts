import { fileTypeOf } from '@weir/client';
import { formatBytes } from '../../format/format.js';
import { loadAdvice, SampleError, sampleBytesMax } from './sample.js';

export const sampleFileExtensions = '.json,.ndjson,.jsonl,.csv,.txt';

/** The text of a small file of JSON, or of CSV as one JSON object per line. */
export async function readSampleFile(file: File): Promise<string> {
  const { format = 'json', compression = 'none' } = fileTypeOf(file.name) ?? {};
  if (format === 'parquet' || compression !== 'none')
    throw new SampleError(`${file.name} is not JSON or CSV that can be read here. ${loadAdvice}`);
  if (file.size > sampleBytesMax)
    throw new SampleError(
      `${file.name} has ${formatBytes(file.size)}; at most ${formatBytes(sampleBytesMax)} are sent from here. ${loadAdvice}`,
    );
  const text = await file.text();
  return format === 'csv' ? await jsonOfCsv(text) : text;
}

/** Loaded when the first CSV file is chosen. */
export async function jsonOfCsv(text: string): Promise<string> {
  const { parse } = (await import('papaparse')).default;
  const { data, errors, meta } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  // A file of one column has no delimiter to find.
  const [error] = errors.filter(({ type }) => type !== 'Delimiter');
  if (error) {
    const where = error.row === undefined ? '' : ` at row ${error.row + 1}`;
    throw new SampleError(`Not valid CSV${where}: ${error.message}.`);
  }
  const keys = meta.fields ?? [];
  return data
    .map((row) => `{${keys.map((key) => `${JSON.stringify(key)}:${jsonOfCell(row[key])}`).join(',')}}`)
    .join('\n');
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** CSV has no types, so a value is what it looks like. `007` is a text: as a number it would be another one. */
function jsonOfCell(cell = ''): string {
  if (cell === '') return 'null';
  return jsonNumber.test(cell) || cell === 'true' || cell === 'false' ? cell : JSON.stringify(cell);
}

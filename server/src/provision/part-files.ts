import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../catalog/column.js';
import type { TimeSpan } from './time-spans.js';

/**
 * What the folder of a part tells without the engine, which refuses a part with any damaged file. Its small files are often whole:
 * they have the number of records and, for each column that the table is partitioned by, the first and the last value.
 */

const dayMs = 86_400_000;
/** Both values are in a file, as little-endian integers. */
const timestampBytes = 8;
const dateBytes = 4;

/** Null if that cannot be read either. */
export function recordsOf(path: string): number | null {
  const text = readOrEmpty(join(path, 'count.txt')).toString('utf8');
  return /^\d+\n?$/.test(text) ? Number(text) : null;
}

/** From the first to the last value of a column that the table is partitioned by; undefined if that cannot be read. */
export function spanOf(
  path: string,
  { name, type }: Pick<Column, 'name' | 'type'>,
): Pick<TimeSpan, 'startMs' | 'stopMs'> | undefined {
  const bytes = readOrEmpty(join(path, `minmax_${escaped(name)}.idx`));
  const size = type === 'DATE' ? dateBytes : timestampBytes;
  if (bytes.length !== 2 * size) return undefined;
  const read = (at: number) =>
    type === 'DATE' ? bytes.readInt32LE(at) * dayMs : Number(bytes.readBigInt64LE(at));
  const [startMs, stopMs] = [read(0), read(size)];
  return startMs <= stopMs ? { startMs, stopMs } : undefined;
}

/** When the engine wrote the part, which is the last change of its folder; moving a folder does not count. */
export const writtenAtMs = (path: string): number => Math.floor(statSync(path).mtimeMs);

/** When the engine moved the part to those that it could not read. */
export const movedAtMs = (path: string): number => Math.floor(statSync(path).ctimeMs);

function readOrEmpty(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** As the engine writes names of columns in names of files. */
const escaped = (name: string) =>
  [...Buffer.from(name)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      /\w/.test(character)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

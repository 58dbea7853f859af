import { NEWLINE } from '../base/json-bytes.js';
import { keyCharacters, keyColumnName } from '../sql/table-key.js';
import type { CommitRequest } from './commit-request.js';

/** A column of the partition key, in rows as the engine reads them. */
interface PartitionCell {
  /** `,"name":` */
  readonly label: Buffer;
  readonly characters: number | undefined;
}

const known = new WeakMap<object, ReadonlySet<string>>();
const cellsOf = new WeakMap<readonly string[], readonly PartitionCell[]>();
const nextLabel = Buffer.from(',"');
const separator = '\n';

/**
 * The partitions that the rows of a request are in, each as the text that decides it. An insert writes a part for each of them.
 *
 * Every quote inside a value is escaped, so a label is found without reading what is before it.
 */
export function partitionsOf(request: Pick<CommitRequest, 'pool' | 'rows'>): ReadonlySet<string> {
  const found = known.get(request) ?? readPartitions(request);
  known.set(request, found);
  return found;
}

function readPartitions({ pool, rows }: Pick<CommitRequest, 'pool' | 'rows'>): ReadonlySet<string> {
  const cells = partitionCells(pool.tableSettings.partitionBy);
  const partitions = new Set<string>();
  for (let start = 0; start < rows.length; ) {
    const newline = rows.indexOf(NEWLINE, start);
    const end = newline < 0 ? rows.length : newline;
    partitions.add(cells.map((cell) => textOf(cell, rows, start, end)).join(separator));
    start = end + 1;
  }
  return partitions;
}

function partitionCells(partitionBy: readonly string[]): readonly PartitionCell[] {
  const compiled = cellsOf.get(partitionBy);
  if (compiled) return compiled;
  const cells = partitionBy.map((entry) => ({
    label: Buffer.from(`,${JSON.stringify(keyColumnName(entry))}:`),
    characters: keyCharacters(entry),
  }));
  cellsOf.set(partitionBy, cells);
  return cells;
}

function textOf({ label, characters }: PartitionCell, rows: Buffer, start: number, end: number): string {
  const at = rows.indexOf(label, start);
  if (at < 0 || at >= end) return '';
  const from = at + label.length + 1;
  if (characters !== undefined) return rows.toString('latin1', from, from + characters);
  const next = rows.indexOf(nextLabel, from);
  return rows.toString('latin1', from - 1, next < 0 ? end : Math.min(next, end));
}

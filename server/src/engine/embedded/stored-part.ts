import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A part of a table, by the name of its folder. */
export interface StoredPart {
  /** The folder of the table. */
  readonly table: string;
  readonly path: string;
  /** Without the reason for which it was set aside. */
  readonly name: string;
  readonly partition: string;
  /** The engine numbers inserts; a part has those from the first to the last. */
  readonly first: number;
  readonly last: number;
  /** Merges that led to it. */
  readonly level: number;
  /** The number of the last mutation that it has; 0 for none. */
  readonly mutation: number;
}

const namePattern = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/;
const detachedFolder = 'detached';
const readBytes = 1024 * 1024;

export const partsOf = (table: string): StoredPart[] => partsIn(table, table, '');

/** Those that were set aside for this reason. */
export const detachedPartsOf = (table: string, reason: string): StoredPart[] =>
  partsIn(table, join(table, detachedFolder), `${reason}_`);

export const detachedPath = ({ table, name }: StoredPart, reason: string): string =>
  join(table, detachedFolder, `${reason}_${name}`);

function partsIn(table: string, folder: string, prefix: string): StoredPart[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder).filter((entry) => entry.startsWith(prefix));
  return entries.flatMap((entry) => {
    const name = entry.slice(prefix.length);
    const [, partition, ...numbers] = namePattern.exec(name) ?? [];
    if (partition === undefined) return [];
    const [first = 0, last = 0, level = 0, mutation = 0] = numbers.map((number) => Number(number ?? 0));
    return [{ table, path: join(folder, entry), name, partition, first, last, level, mutation }];
  });
}

/** Whether the engine uses `part` instead of `other`. */
export const covers = (part: StoredPart, other: StoredPart): boolean =>
  part.name !== other.name &&
  part.table === other.table &&
  part.partition === other.partition &&
  part.first <= other.first &&
  part.last >= other.last &&
  part.level >= other.level &&
  part.mutation >= other.mutation;

export const overlaps = (a: StoredPart, b: StoredPart): boolean =>
  a.partition === b.partition && a.first <= b.last && b.first <= a.last;

/** 0 if that cannot be read. */
export function rowsIn({ path }: StoredPart): number {
  try {
    return Number(readFileSync(join(path, 'count.txt'), 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** The engine writes this file last. 0 if it is missing. */
export const writtenAtMs = ({ path }: StoredPart): number =>
  statSync(join(path, 'checksums.txt'), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Reads all of its files. */
export async function isReadable({ path }: StoredPart): Promise<boolean> {
  try {
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await readWhole(join(entry.parentPath, entry.name));
    return true;
  } catch {
    return false;
  }
}

async function readWhole(path: string): Promise<void> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(readBytes);
    while ((await file.read(buffer, 0, readBytes)).bytesRead > 0);
  } finally {
    await file.close();
  }
}

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncDirectory } from '../../base/durable-file.js';
import { setAside } from '../../base/set-aside.js';
import { foldersOfTables } from './engine-files.js';
import { clearFailedReads, failedReads, leaveUnexplained } from './failed-reads-mark.js';
import {
  covers,
  detachedPartsOf,
  detachedPath,
  isReadable,
  overlaps,
  partsOf,
  rowsIn,
  type StoredPart,
  writtenAtMs,
} from './stored-part.js';

/**
 * Parts of an engine that is not running, on a disk that fails to read. The engine goes on with wrong values then, so it has ended
 * itself and left a mark. What it merged or mutated shortly before may have these values, and is undone: the sources are still there.
 * Parts that cannot be read are moved to those that the engine has found broken, so that it neither reads nor merges them.
 */
export interface SetAsideParts {
  readonly undone: readonly string[];
  readonly unreadable: readonly string[];
}

/** The engine's own reason, for parts that it could not load. */
const brokenAtStart = 'broken-on-start';
/** For parts that may be read again. */
const unreadableReason = 'broken';
/** The engine notices failed reads long before, and keeps the sources for longer. */
const undoneMs = 100_000;

/** Undefined if no read has failed since the last time. `asidePath` is for merged parts of which a source cannot be read any more. */
export async function setAsideUnreadable(
  enginePath: string,
  asidePath: string,
): Promise<SetAsideParts | undefined> {
  const failed = failedReads(enginePath);
  if (!failed?.isNew) return undefined;
  const tables = foldersOfTables(enginePath);
  const undone = tables.flatMap((table) => mergedSince(table, failed.atMs - undoneMs));
  const left = tables.flatMap((table) => {
    const parts = partsOf(table).filter(({ path }) => undone.every((part) => part.path !== path));
    return parts.filter((part) => !parts.some((other) => covers(other, part)));
  });
  const suspects = left.filter((part) => undone.some((merged) => covers(merged, part)));
  const notLoaded = tables.flatMap((table) => detachedPartsOf(table, brokenAtStart));
  // Reading everything takes as long as there is data.
  let unreadable = await unreadableOf([...notLoaded, ...suspects]);
  if (unreadable.length === 0) unreadable = await unreadableOf(left);
  for (const part of undone) {
    const isLost = unreadable.some((source) => covers(part, source));
    if (isLost) setAside(part.path, asidePath, `${basename(part.table)}.${part.name}`);
    else rmSync(part.path, { recursive: true });
  }
  for (const part of unreadable) move(part.path, detachedPath(part, unreadableReason));
  if (unreadable.length === 0) leaveUnexplained(enginePath);
  else clearFailedReads(enginePath);
  return { undone: undone.map(({ path }) => path), unreadable: unreadable.map(({ path }) => path) };
}

/**
 * Parts that were set aside and can be read again are used again, in their own place among the others. One whose neighbours were
 * merged meanwhile has no place any more: the engine would delete it.
 */
export async function takeBackReadable(enginePath: string): Promise<string[]> {
  const back: string[] = [];
  for (const table of foldersOfTables(enginePath)) {
    for (const part of detachedPartsOf(table, unreadableReason)) {
      if (partsOf(table).some((other) => overlaps(other, part)) || !(await isReadable(part))) continue;
      const path = join(table, part.name);
      move(part.path, path);
      back.push(path);
    }
  }
  return back;
}

async function unreadableOf(parts: readonly StoredPart[]): Promise<StoredPart[]> {
  const found: StoredPart[] = [];
  for (const part of parts) if (!(await isReadable(part))) found.push(part);
  return found;
}

/** Merged and mutated parts that can be undone, because all of their sources are still there. */
function mergedSince(table: string, sinceMs: number): StoredPart[] {
  const parts = partsOf(table);
  return parts.filter((part) => {
    if (writtenAtMs(part) < sinceMs) return false;
    const covered = parts.filter((other) => covers(part, other));
    return hasAll(
      part,
      covered.filter((source) => !covered.some((other) => covers(other, source))),
    );
  });
}

/** Numbers between two sources may have no rows. A part without rows stands for rows that were deleted. */
function hasAll(part: StoredPart, sources: readonly StoredPart[]): boolean {
  const rows = rowsIn(part);
  const isMutation = sources.some(({ mutation }) => mutation < part.mutation);
  return (
    sources.some(({ first }) => first === part.first) &&
    sources.some(({ last }) => last === part.last) &&
    rows > 0 &&
    sources.reduce((sum, source) => sum + rowsIn(source), 0) >= rows &&
    (!isMutation || existsSync(join(part.table, `mutation_${part.mutation}.txt`)))
  );
}

function move(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of [dirname(from), dirname(to)]) syncDirectory(folder);
}

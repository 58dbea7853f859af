import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeDurably } from '../../base/durable-file.js';

/**
 * A file beside the engine's folder, which says that reads of the engine have failed, also if the service ends before it has done
 * something about it.
 */
export interface FailedReadsMark {
  /** False after all parts were read without finding the cause. */
  readonly isNew: boolean;
  readonly atMs: number;
}

const pathOf = (enginePath: string) => `${enginePath}-failed-reads`;
const [newText, unexplainedText] = ['new\n', 'unexplained\n'];

export function failedReads(enginePath: string): FailedReadsMark | undefined {
  const path = pathOf(enginePath);
  if (!existsSync(path)) return undefined;
  return { isNew: readFileSync(path, 'utf8') !== unexplainedText, atMs: statSync(path).mtimeMs };
}

export const markFailedReads = (enginePath: string): void => writeDurably(pathOf(enginePath), newText);

export const leaveUnexplained = (enginePath: string): void =>
  writeDurably(pathOf(enginePath), unexplainedText);

export const clearFailedReads = (enginePath: string): void => rmSync(pathOf(enginePath), { force: true });

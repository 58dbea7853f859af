import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nothing waits for a disk there. What is about disks has images of its own, in the usual folder. */
const memoryFolder = '/dev/shm';
const memoryFreeBytesMin = 8 * 1024 ** 3;

/** What the tests write, also what a killed process leaves, is in two folders that are removed after the run. */
export default function setup(): (() => void) | undefined {
  if (process.env['WEIR_TEST_DIRECTORY']) return undefined;
  const create = (folder: string) => mkdtempSync(join(folder, 'weir-run-'));
  const onDisk = create(tmpdir());
  const directory = hasRoomInMemory() ? create(memoryFolder) : onDisk;
  // The user of PostgreSQL must reach its own folder in it.
  chmodSync(directory, 0o711);
  process.env['WEIR_TEST_DIRECTORY'] = directory;
  process.env['WEIR_TEST_DISK_DIRECTORY'] = onDisk;
  process.env['TMPDIR'] = directory;
  return () => {
    for (const each of [directory, onDisk]) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
  };
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryFreeBytesMin;
}

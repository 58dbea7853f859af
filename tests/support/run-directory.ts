import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything that the tests write is in one folder, also what a killed process leaves, and is removed after the run. */
export default function setup(): (() => void) | undefined {
  if (process.env['WEIR_TEST_DIRECTORY']) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'weir-run-'));
  // The user of PostgreSQL must reach its own folder in it.
  chmodSync(directory, 0o711);
  process.env['WEIR_TEST_DIRECTORY'] = directory;
  process.env['TMPDIR'] = directory;
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

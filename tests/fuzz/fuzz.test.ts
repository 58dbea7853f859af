import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.js';

/** A short run of what `npm run fuzz` does for longer; the seed is fixed, so that it tests the same each time. */
const seconds = 5;
const seed = 42;
/** The long suite watches for stalls: here other tests take the cores. */
const stallMsMax = Number.POSITIVE_INFINITY;

test('fuzzing finds nothing', { timeout: 180_000 }, async () => {
  const lines: string[] = [];
  const failuresDirectory = mkdtempSync(join(tmpdir(), 'weir-fuzz-'));
  const print = (line: string) => lines.push(line);
  const isClean = await fuzz({ seconds, seed, only: [], stallMsMax, failuresDirectory, print });
  expect(isClean, lines.join('\n')).toBe(true);
  rmSync(failuresDirectory, { recursive: true, force: true });
});

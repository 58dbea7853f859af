import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.js';

/** Thousands of cases; the seed is fixed, so that it tests the same each time. */
const seconds = 120;
const seed = 42;
/** A release run is stricter. */
const stallMsMax = 250;

test('fuzzing finds nothing', { timeout: 600_000 }, async () => {
  const lines: string[] = [];
  const failuresDirectory = mkdtempSync(join(tmpdir(), 'weir-fuzz-'));
  const print = (line: string) => lines.push(line);
  const isClean = await fuzz({ seconds, seed, only: [], stallMsMax, failuresDirectory, print });
  expect(isClean, lines.join('\n')).toBe(true);
  rmSync(failuresDirectory, { recursive: true, force: true });
});

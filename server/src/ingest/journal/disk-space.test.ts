import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/support/engines.js';
import { ManualClock } from '../../../../tests/support/manual-clock.js';
import { DiskSpace } from './disk-space.js';

it('says whether so much is free, and none where it cannot be told', () => {
  const directory = temporaryDirectory();
  const clock = new ManualClock();
  expect(new DiskSpace(directory, clock, 1).hasSpace()).toBe(true);
  expect(new DiskSpace(directory, clock, Number.MAX_SAFE_INTEGER).hasSpace()).toBe(false);
  expect(new DiskSpace(`${directory}/missing`, clock, 1).hasSpace()).toBe(false);
});

it('looks again after a quarter of a second', () => {
  const directory = temporaryDirectory();
  const clock = new ManualClock();
  const space = new DiskSpace(directory, clock, 1);
  expect(space.hasSpace()).toBe(true);
  rmSync(directory, { recursive: true });
  clock.advance(249);
  expect(space.hasSpace()).toBe(true);
  clock.advance(1);
  expect(space.hasSpace()).toBe(false);
});

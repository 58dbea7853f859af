import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/support/engines.js';
import { ManualClock } from '../../../../tests/support/manual-clock.js';
import { DiskRoom } from './disk-room.js';

it('says whether so much is free, and none where it cannot be told', () => {
  const directory = temporaryDirectory();
  const clock = new ManualClock();
  expect(new DiskRoom(directory, clock, 1).hasRoom()).toBe(true);
  expect(new DiskRoom(directory, clock, Number.MAX_SAFE_INTEGER).hasRoom()).toBe(false);
  expect(new DiskRoom(`${directory}/missing`, clock, 1).hasRoom()).toBe(false);
});

it('looks again after a quarter of a second', () => {
  const directory = temporaryDirectory();
  const clock = new ManualClock();
  const room = new DiskRoom(directory, clock, 1);
  expect(room.hasRoom()).toBe(true);
  rmSync(directory, { recursive: true });
  clock.advance(249);
  expect(room.hasRoom()).toBe(true);
  clock.advance(1);
  expect(room.hasRoom()).toBe(false);
});

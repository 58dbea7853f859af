import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as durableFile from '../../../base/durable-file.js';
import { DefinitionFolders } from './definition-folders.js';

vi.mock(import('../../../base/durable-file.js'), { spy: true });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weir-definitions-'));
  mkdirSync(join(directory, 'metadata'));
  mkdirSync(join(directory, 'tables'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('syncs each folder that has changed, and no other', () => {
  const folders = new DefinitionFolders(directory);
  const synced = () => {
    vi.mocked(durableFile.syncDirectory).mockClear();
    folders.sync();
    return vi.mocked(durableFile.syncDirectory).mock.calls.map(([path]) => path);
  };
  const root = join(directory, 'metadata');
  writeFileSync(join(root, 'db.sql'), '');
  symlinkSync('../tables', join(root, 'db'));
  expect(synced()).toEqual([root, join(root, 'db')]);
  expect(synced()).toEqual([]);
  writeFileSync(join(directory, 'tables', 't.sql'), '');
  expect(synced()).toEqual([join(root, 'db')]);
  // Dropped by another statement.
  rmSync(join(directory, 'tables'), { recursive: true });
  expect(synced()).toEqual([]);
});

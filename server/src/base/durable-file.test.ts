import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreate, syncFile, writeDurably } from './durable-file.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weir-durable-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a file is made once, and again when a crash has left an empty one', () => {
  const path = join(directory, 'key');
  expect(readOrCreate(path, () => 'first')).toBe('first');
  expect(readOrCreate(path, () => 'second')).toBe('first');
  writeFileSync(path, '');
  expect(readOrCreate(path, () => 'third')).toBe('third');
});

test('a file is replaced as a whole, only its owner can read it, and nothing else is left', async () => {
  const path = join(directory, 'record');
  writeDurably(path, 'long text');
  writeDurably(path, 'text');
  await syncFile(path);
  expect(readFileSync(path, 'utf8')).toBe('text');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['record']);
});

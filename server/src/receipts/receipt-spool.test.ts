import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptSpool } from './receipt-spool.js';

let directory: string;
let failures: unknown[];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'weir-spool-')), 'receipts');
  failures = [];
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true }));

const open = () => new ReceiptSpool(directory, (error) => failures.push(error));
const leftIn = (spool: ReceiptSpool) => [...spool.left()].map(({ rows }) => rows.toString());
const files = () => readdirSync(directory);

test('another process finds the rows that were not removed, in order, and removes them', () => {
  const spool = open();
  spool.append('1\n');
  spool.append('2\n');
  spool.rotate();
  spool.append('3\n');
  const next = open();
  expect(leftIn(next)).toEqual(['1\n2\n', '3\n']);
  // Its own rows go into files of their own.
  next.append('4\n');
  for (const { remove } of next.left()) remove();
  expect(leftIn(open())).toEqual(['4\n']);
});

test('what was appended before a rotation is removed, also by a later one; the rest stays', () => {
  const spool = open();
  spool.append('1\n');
  // The write to the table failed, so nothing is removed.
  spool.rotate();
  spool.append('2\n');
  const written = spool.rotate();
  spool.append('3\n');
  written();
  expect(leftIn(open())).toEqual(['3\n']);
  expect(failures).toEqual([]);
});

test('a row that was written in part is left out', () => {
  open().append('1\n');
  const [name = ''] = files();
  writeFileSync(join(directory, name), '2\n{"id":', { flag: 'a' });
  expect(leftIn(open())).toEqual(['1\n2\n']);
});

test('only the owner can read the files', () => {
  open().append('1\n');
  const modes = [directory, ...files().map((name) => join(directory, name))].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600]);
});

test('a directory that cannot be written is reported once per rotation, and never thrown', () => {
  const spool = open();
  rmSync(directory, { recursive: true });
  spool.append('1\n');
  spool.append('2\n');
  expect(failures).toHaveLength(1);
  spool.rotate()();
  spool.append('3\n');
  expect(failures).toHaveLength(2);
});

test('its size is limited', () => {
  const spool = open();
  const row = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 70; count++) spool.append(row);
  const bytes = () => files().reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  expect(bytes()).toBeLessThan(66 * 1024 * 1024);
  spool.rotate()();
  spool.append('1\n');
  expect(bytes()).toBe(2);
});

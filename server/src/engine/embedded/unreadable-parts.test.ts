import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failedReads, markFailedReads } from './failed-reads-mark.js';
import { setAsideUnreadable, takeBackReadable } from './unreadable-parts.js';

let directory: string;
let engine: string;
let table: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weir-parts-'));
  engine = join(directory, 'engine');
  table = join(engine, 'store', 'abc', 'abc-uuid');
  mkdirSync(join(table, 'detached'), { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(part: string, { rows = 1, writtenAt = Date.now() } = {}): void {
  const path = join(table, part);
  mkdirSync(path);
  writeFileSync(join(path, 'count.txt'), String(rows));
  writeFileSync(join(path, 'checksums.txt'), 'checksums');
  utimesSync(join(path, 'checksums.txt'), new Date(writtenAt), new Date(writtenAt));
}
const partsLeft = () => readdirSync(table).filter((name) => /^\d/.test(name));
const setAside = () => setAsideUnreadable(engine, join(directory, 'damaged'));
const longAgo = Date.now() - 3_600_000;

it.each([
  ['a merge is undone', ['1_1_1_0', '1_3_3_0', '1_1_3_1'], ['1_1_1_0', '1_3_3_0']],
  [
    'so is a merge of merged parts',
    ['1_1_1_0', '1_2_2_0', '1_1_2_1', '1_3_3_0', '1_1_3_2'],
    ['1_1_1_0', '1_2_2_0', '1_3_3_0'],
  ],
  ['one without its first source stays', ['1_2_2_0', '1_1_2_1'], ['1_1_2_1', '1_2_2_0']],
  [
    'one with a source from another partition stays',
    ['1_1_1_0', '2_2_2_0', '1_1_2_1'],
    ['1_1_1_0', '1_1_2_1', '2_2_2_0'],
  ],
  ['a mutation that is not known any more stays', ['1_1_1_0', '1_1_1_0_2'], ['1_1_1_0', '1_1_1_0_2']],
  ['what was inserted stays', ['1_1_1_0', '1_2_2_0'], ['1_1_1_0', '1_2_2_0']],
])('after reads have failed, %s', async (_what, parts, left) => {
  for (const part of parts) write(part);
  expect(await setAside()).toBeUndefined();
  markFailedReads(engine);
  const undone = parts.filter((part) => !left.includes(part)).map((part) => join(table, part));
  const found = await setAside();
  expect([...(found?.undone ?? [])].sort()).toEqual(undone.sort());
  expect(partsLeft()).toEqual(left);
  // Everything can be read, so the cause is not known, and the next start does not look again.
  expect(found?.unreadable).toEqual([]);
  expect(failedReads(engine)).toMatchObject({ isNew: false });
  expect(await setAside()).toBeUndefined();
});

it('after reads have failed, a mutation that the engine can run again is undone', async () => {
  write('1_1_1_0');
  write('1_1_1_0_2');
  writeFileSync(join(table, 'mutation_2.txt'), 'commands');
  markFailedReads(engine);
  await setAside();
  expect(partsLeft()).toEqual(['1_1_1_0']);
});

it.each([
  ['from long before', { writtenAt: longAgo }],
  ['that has more rows than its sources', { rows: 3 }],
  ['without rows, which stands for deleted ones', { rows: 0 }],
])('after reads have failed, a merged part %s stays', async (_what, merged) => {
  for (const part of ['1_1_1_0', '1_2_2_0']) write(part);
  write('1_1_2_1', merged);
  markFailedReads(engine);
  await setAside();
  expect(partsLeft()).toEqual(['1_1_1_0', '1_1_2_1', '1_2_2_0']);
});

it('a part that can be read again is used again, unless its place was merged, or the engine found it broken itself', async () => {
  const aside = ['broken_1_2_2_0', 'broken_2_5_6_1', 'broken-on-start_1_9_9_0'];
  for (const name of aside) write(join('detached', name));
  write('1_1_1_0');
  write('1_3_3_0');
  write('2_1_7_2');
  expect(await takeBackReadable(engine)).toEqual([join(table, '1_2_2_0')]);
  expect(partsLeft()).toEqual(['1_1_1_0', '1_2_2_0', '1_3_3_0', '2_1_7_2']);
  expect(readdirSync(join(table, 'detached'))).toEqual(['broken-on-start_1_9_9_0', 'broken_2_5_6_1']);
});

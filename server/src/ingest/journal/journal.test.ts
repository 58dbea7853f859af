import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../../tests/support/engines.js';
import { decodeFrames, encodeFrame, type RowsRecord } from './frame.js';
import { Journal } from './journal.js';

const opened: Journal[] = [];
function open(directory: string): Journal {
  const journal = new Journal(directory);
  opened.push(journal);
  return journal;
}
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

const rowsOf = (number: number) => Buffer.from(`{"n":${number},"text":"ü\\n"}\n`);

const request = (number: number): Omit<RowsRecord, 'sequence'> => ({
  environmentId: 'ENV1',
  dataPoolId: 'DPO1',
  requestId: String(number).padStart(24, '0'),
  rowCount: 1,
  receivedAtMs: 1_790_000_000_000 + number,
  rows: rowsOf(number),
});

async function append(journal: Journal, record: Omit<RowsRecord, 'sequence'>): Promise<number> {
  const { sequence, written } = journal.append(record);
  await written;
  return sequence;
}

const numbers = (journal: Journal) => journal.left.map(({ requestId }) => Number(requestId));
const files = (directory: string) => readdirSync(directory).sort();

it('gives back what was appended and not stored, in order, as it was', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const sequences = await Promise.all([1, 2, 3, 4].map((number) => append(journal, request(number))));
  journal.stored(sequences[1] as number);
  await journal.sync();
  const reopened = open(directory);
  expect(reopened.left).toEqual([1, 3, 4].map((n) => ({ ...request(n), sequence: sequences[n - 1] })));
  // As after a second crash, before anything was stored: nothing is lost, and nothing is numbered twice.
  const fifth = await append(reopened, request(5));
  expect(sequences).not.toContain(fifth);
  expect(numbers(open(directory))).toEqual([1, 3, 4, 5]);
});

it('is empty after a close when everything is stored, and keeps the rest when not', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const first = await append(journal, request(1));
  journal.stored(first);
  await journal.close();
  expect(files(directory)).toEqual([]);
  const next = open(directory);
  await append(next, request(2));
  await next.close();
  expect(numbers(open(directory))).toEqual([2]);
  await expect(append(next, request(3))).rejects.toThrow('closed');
});

it('fills one file after the other, and removes those that are stored, the oldest first', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const large = { ...request(1), rows: Buffer.alloc(9 * 1024 * 1024, 'x') };
  const sequences: number[] = [];
  for (let count = 0; count < 5; count++) sequences.push(await append(journal, large));
  expect(files(directory)).toHaveLength(3);
  for (const sequence of sequences.slice(2, 4)) journal.stored(sequence);
  await journal.sync();
  expect(files(directory)).toHaveLength(3);
  expect(open(directory).left.map(({ sequence }) => sequence)).toEqual([
    sequences[0],
    sequences[1],
    sequences[4],
  ]);
  for (const sequence of sequences.slice(0, 2)) journal.stored(sequence);
  await journal.sync();
  await append(journal, request(2));
  expect(files(directory)).toHaveLength(1);
  await journal.close();
});

it('keeps later files while an older one cannot be removed: without their marks its rows would come back', async () => {
  const directory = temporaryDirectory();
  const unremovable = new Set<string>();
  const journal = new Journal(directory, (name) => unremovable.add(name));
  opened.push(journal);
  const large = { ...request(1), rows: Buffer.alloc(17 * 1024 * 1024, 'x') };
  const sequences = [
    await append(journal, large),
    await append(journal, large),
    await append(journal, large),
  ];
  const [oldest = ''] = files(directory);
  const path = join(directory, oldest);
  const bytes = readFileSync(path);
  rmSync(path);
  mkdirSync(path);
  for (const sequence of sequences) journal.stored(sequence);
  await journal.sync();
  await append(journal, request(2));
  expect(files(directory)).toHaveLength(4);
  expect([...unremovable]).toEqual([path]);
  rmSync(path, { recursive: true });
  writeFileSync(path, bytes);
  expect(numbers(open(directory))).toEqual([2]);
});

it('keeps every whole write of a file that was cut off or damaged anywhere', () => {
  const written = [1, 3, 5].map((n) => ({
    records: [n, n + 1].map((sequence) => ({ ...request(sequence), sequence })),
    stored: [n - 1],
  }));
  const frames = written.map(encodeFrame);
  const whole = Buffer.concat(frames);
  const ends = frames.map((_, index) => Buffer.concat(frames.slice(0, index + 1)).length);
  const read = (file: Buffer) => [...decodeFrames(file)];
  for (let length = 0; length <= whole.length; length++) {
    const kept = written.slice(0, ends.filter((end) => end <= length).length);
    expect(read(whole.subarray(0, length))).toEqual(kept);
    if (length === whole.length) continue;
    const damaged = Buffer.from(whole);
    damaged[length] = (damaged[length] as number) ^ 0x41;
    expect(read(damaged)).toEqual(kept);
  }
  expect(read(Buffer.concat([whole, Buffer.alloc(4_096)]))).toEqual(written);
});

it('passes over nothing that another version has written', () => {
  const directory = temporaryDirectory();
  const text = Buffer.from('{"sequence":1,"dataPoolId":"DPO1"}');
  const head = Buffer.alloc(12);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(crc32(text), 8);
  writeFileSync(join(directory, '0000000000000001.journal'), Buffer.concat([head, text]));
  expect(() => open(directory)).toThrow('another version');
});

it('writes nothing behind what a crash has left half written', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  await append(journal, request(1));
  const [name = ''] = files(directory);
  appendFileSync(
    join(directory, name),
    encodeFrame({ records: [{ ...request(2), sequence: 2 }], stored: [] }).subarray(0, 20),
  );
  const reopened = open(directory);
  await append(reopened, request(3));
  expect(numbers(open(directory))).toEqual([1, 3]);
});

it('refuses what cannot be written, leaves nothing of it, and goes on when it can', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const kept = await append(journal, request(1));
  const [name = ''] = files(directory);
  const before = readFileSync(join(directory, name));
  await journal.close();

  rmSync(directory, { recursive: true });
  const broken = open(directory);
  rmSync(directory, { recursive: true });
  writeFileSync(directory, 'not a directory');
  await expect(append(broken, request(2))).rejects.toThrow(/ENOTDIR|EEXIST/);
  broken.stored(kept);
  rmSync(directory);
  const restored = open(directory);
  writeFileSync(join(directory, name), before);
  chmodSync(directory, 0o700);
  await append(broken, request(3));
  expect(restored.left).toEqual([]);
  // The mark that could not be written went along with the next write.
  expect(numbers(open(directory))).toEqual([3]);
});

it('writes to a new file only once its name is on disk, too', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const handle = await openFile(directory);
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValueOnce(new Error('EIO'));
  try {
    await expect(append(journal, request(1))).rejects.toThrow('EIO');
    expect(sync).toHaveBeenCalledTimes(1);
    await append(journal, request(2));
    expect(sync).toHaveBeenCalledTimes(2);
  } finally {
    sync.mockRestore();
    await handle.close();
  }
  expect(files(directory)).toHaveLength(1);
  expect(numbers(open(directory))).toEqual([2]);
});

it('writes what arrives together at once', async () => {
  const directory = temporaryDirectory();
  const journal = open(directory);
  const sequences = await Promise.all(Array.from({ length: 500 }, (_, n) => append(journal, request(n))));
  expect(new Set(sequences).size).toBe(500);
  expect(numbers(open(directory))).toEqual([...Array(500).keys()]);
  await journal.close();
});

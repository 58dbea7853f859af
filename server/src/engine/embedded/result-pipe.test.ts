import { constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { extent } from '../../../../tests/support/extent.js';
import { openResultPipe } from './result-pipe.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weir-pipes-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** As the engine opens a file to append to it. */
const openAsWriter = (path: string) =>
  open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);

describe('a pipe for results', () => {
  test('ends after what was written, and leaves nothing behind', async () => {
    const { path, bytes, end } = await openResultPipe(directory, 'one');
    const read = text(bytes);
    const writer = await openAsWriter(path);
    await writer.write('written');
    await writer.close();
    end(true);
    expect(await read).toBe('written');
    await expect.poll(() => readdirSync(directory)).toEqual([]);
  });

  test('whose reader has left is read to the end of what the writer writes, and then gone', async () => {
    const { path, bytes, end } = await openResultPipe(directory, 'one');
    const closed = new Promise((resolve) => bytes.once('close', resolve));
    bytes.destroy();
    await closed;
    const writer = await openAsWriter(path);
    // More than a pipe holds.
    for (let written = 0; written < 20; written += 1) await writer.write(Buffer.alloc(65_536));
    await writer.close();
    end(false);
    await expect.poll(() => readdirSync(directory)).toEqual([]);
    await expect(openAsWriter(path)).rejects.toThrow('ENOENT');
    expect(existsSync(path)).toBe(false);
  });

  test('never leaves its writer waiting, however late the writer comes', async () => {
    for (let round = 0; round < extent(40, 400); round += 1) {
      const { path, bytes, end } = await openResultPipe(directory, `pipe-${round}`);
      const closed = new Promise((resolve) => bytes.once('close', resolve));
      bytes.destroy();
      if (round % 2 === 0) await closed;
      if (round % 3 === 0) end(false);
      const writer = await openAsWriter(path).catch(() => undefined);
      await closed;
      await writer?.close();
      if (round % 3 !== 0) end(false);
    }
    await expect.poll(() => readdirSync(directory)).toEqual([]);
  });
});

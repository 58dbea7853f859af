import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { takePictures } from '../support/pictures.js';

const bytesMax = 150_000;

it('the pictures of the README can be taken again, and are small', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'weir-pictures-'));
  try {
    const taken = await takePictures(directory, { days: 8, ordersPerDay: 50 });
    const shown = [...readFileSync('README.md', 'utf8').matchAll(/docs\/pictures\/([a-z-]+\.png)/g)];
    const names = shown.map(([, name = '']) => name);
    expect(names.sort()).toEqual(taken.map((path) => basename(path)).sort());
    for (const name of names) expect(statSync(join('docs/pictures', name)).size).toBeLessThan(bytesMax);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

import { describe, expect, it } from 'vitest';
import { filePartsOf, type LoadContent } from './file-parts.js';
import { fileTypeOf } from './file-type.js';

const bytes = new TextEncoder().encode('abcdefghij');

async function* chunks(...sizes: readonly number[]) {
  let at = 0;
  for (const size of sizes) {
    yield bytes.slice(at, at + size);
    at += size;
  }
}

async function partsOf(content: LoadContent, bytesMax: number) {
  const parts = filePartsOf(content);
  const found: string[] = [];
  for (;;) {
    const part = await parts.next(bytesMax);
    const text = await new Blob([part.bytes as BlobPart]).text();
    expect(text).toHaveLength(part.size);
    found.push(text);
    if (part.isLast) return found;
  }
}

describe('the parts of a file', () => {
  const contents: Record<string, () => LoadContent> = {
    'a Blob': () => new Blob([bytes]),
    'a Uint8Array': () => bytes,
    'an iterable': () => chunks(1, 6, 3),
    'an iterable with empty chunks': () => chunks(0, 5, 0, 5, 0),
    'a ReadableStream': () => new Blob([bytes]).stream(),
  };
  it.each(Object.keys(contents))(
    'of %s have the wanted size, and the last is known as such',
    async (kind) => {
      const content = () => contents[kind]?.() ?? bytes;
      expect(await partsOf(content(), 4)).toEqual(['abcd', 'efgh', 'ij']);
      expect(await partsOf(content(), 5)).toEqual(['abcde', 'fghij']);
      expect(await partsOf(content(), 100)).toEqual(['abcdefghij']);
    },
  );

  it('are one empty part for an empty file', async () => {
    expect(await partsOf(new Uint8Array(), 4)).toEqual(['']);
    expect(await partsOf(chunks(), 4)).toEqual(['']);
  });
});

describe('the type of a file', () => {
  it.each([
    ['orders.csv', 'csv', 'none'],
    ['orders.2026.CSV.GZ', 'csv', 'gzip'],
    ['orders.jsonl.zst', 'ndjson', 'zstd'],
    ['orders.ndjson', 'ndjson', 'none'],
    ['orders.json', 'json', 'none'],
    ['orders.parquet', 'parquet', 'none'],
  ])('of %s is %s, %s', (name, format, compression) => {
    expect(fileTypeOf(name)).toEqual({ format, compression });
  });

  it.each(['orders', 'orders.gz', 'csv', 'orders.csv.bak'])('of %s is not known', (name) => {
    expect(fileTypeOf(name)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { contentEncoding } from './content-encoding.js';

const named = (encoding: string) => {
  const found = contentEncoding({ 'content-encoding': encoding });
  return typeof found === 'string' ? found : found.name;
};

it('is one of few', () => {
  expect(['', 'identity', 'GZIP', ' x-gzip ', 'deflate', 'br', 'Zstd'].map(named)).toEqual([
    'identity',
    'identity',
    'gzip',
    'gzip',
    'deflate',
    'br',
    'zstd',
  ]);
  expect(contentEncoding({})).toBe('identity');
});

it.each(['compress', 'gzip, deflate', 'gzip,', 'dcz'])(
  '%s is refused, with those to use instead',
  (encoding) => {
    expect(() => named(encoding)).toThrow(
      expect.objectContaining({
        statusCode: 415,
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      }),
    );
  },
);

it.each([
  [0x0c, 16],
  [0x01, 17],
  [0x21, 10],
  [0x71, 15],
  [0x03, 18],
  [0x0b, 22],
  [0x0f, 24],
])('brotli that begins with %i has a window of 2^%i bytes', (first, bits) => {
  const brotli = contentEncoding({ 'content-encoding': 'br' });
  if (typeof brotli === 'string') throw new Error('brotli is decompressed by a stream');
  expect(brotli.windowBytes(first)).toBe(2 ** bits);
});

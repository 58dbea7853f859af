import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg)$/;

/** Writes a `.br` and a `.gz` file next to each text file of the build, so that the service need not compress. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = (await readdir(dir, { recursive: true })).filter((name) => compressible.test(name));
      for (const name of names) {
        const bytes = await readFile(join(dir, name));
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes, quality));
        await writeFile(join(dir, `${name}.gz`), gzipSync(bytes));
      }
    },
  };
}

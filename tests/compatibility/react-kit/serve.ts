import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, preview } from 'vite';

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Bundles a page and serves it from an origin of its own, as an application that embeds the kit does. */
export async function servePage(root = fileURLToPath(new URL('.', import.meta.url))): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'weir-react-kit-'));
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, minify: false, chunkSizeWarningLimit: 10_000 },
    // The kit needs React 18, and the console has React 19. All of the kit's dependencies must use the page's.
    resolve: { dedupe: ['react', 'react-dom'] },
    preview: { host: '127.0.0.1', port: 0, strictPort: true },
  };
  await build(config);
  const server = await preview(config);
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The page is not served');
  return {
    url,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

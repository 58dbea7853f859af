import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.js';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const service = process.env['WEIR_PUBLIC_URL'] ?? 'http://localhost:8080';

export default defineConfig({
  root: file('.'),
  // Relative, so that a proxy may serve the console under any path.
  base: './',
  // The console is in English; the component library has messages in 34 languages.
  plugins: [optimizeLocales.vite({ locales: ['en-US'] }), react(), compressAssets()],
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows nothing inline.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      input: [file('index.html'), file('graphiql.html'), file('shared.html')],
      // Ignores directives in dependencies for compilers that are not used here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  server: { proxy: { '/graphql': service, '/oauth2': service, '/v1': service } },
});

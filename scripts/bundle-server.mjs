import { buildSync } from 'esbuild';

/** Each becomes one file, under its own name. */
const programs = [
  'main.ts',
  'replace-secret.ts',
  'engine/embedded/host/host-main.ts',
  'sql/compiler/parse-worker.ts',
  'base/zstd-worker.ts',
];
/** They load files of their own, beside themselves. */
const notBundled = ['chdb', 'libpg-query', 'libsql'];

/**
 * Bundles the programs of the server with their libraries. Node needs longer to find and read 1,900 modules than for
 * everything else at a start. Names and most lines are kept, so that the stack of an error can be read.
 */
export function bundleServer() {
  buildSync({
    entryPoints: programs.map((program) => `server/src/${program}`),
    entryNames: '[name]',
    outdir: 'server/dist',
    bundle: true,
    // A quarter less to read and compile at each start.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    external: notBundled,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // CommonJS libraries load Node's own modules with it.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

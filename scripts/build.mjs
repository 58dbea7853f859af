/** Builds what has changed: generated code first, which the compiler reads, and the console last, which bundles the client. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildStep } from './build-step.mjs';
import { bundleServer } from './bundle-server.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Changes when npm installs packages: the tools, and the libraries that the console bundles. */
const installed = 'node_modules/.package-lock.json';
/** `npm ci` removes the stamps, so that everything is rebuilt after it. */
const stamp = (step) => `node_modules/.cache/weir/${step}`;

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

buildStep({
  title: 'Generating code from the schema',
  inputs: ['schema.graphql', 'client/src/operations', 'server/src/catalog', 'scripts', installed],
  outputs: [
    'client/src/generated/definitions.ts',
    'client/src/generated/operations.ts',
    'server/src/graphql/generated/resolver-types.ts',
  ],
  stamp: stamp('generate'),
  run: () => run(process.execPath, '--import', 'tsx', 'scripts/generate.mjs'),
});
// Incremental by itself.
run(process.execPath, 'node_modules/typescript-7/bin/tsc', '-b', 'client');
buildStep({
  title: 'Bundling the server',
  inputs: ['server/src', 'server/package.json', 'scripts', 'tsconfig.base.json', installed],
  outputs: ['server/dist/main.js'],
  stamp: stamp('server'),
  run: bundleServer,
});
buildStep({
  title: 'Bundling the console, which takes up to two minutes',
  // The console shows the docs.
  inputs: ['client', 'console', 'docs', 'README.md', 'SECURITY.md', 'tsconfig.base.json', installed],
  outputs: ['console/dist/index.html', 'console/dist/graphiql.html'],
  stamp: stamp('console'),
  run: () => run('node_modules/.bin/vite', 'build', 'console', '--logLevel', 'warn'),
});

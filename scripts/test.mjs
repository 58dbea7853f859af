/**
 * All checks, then all tests. Where the embedded engine has no library for this platform, says so at once, runs the tests that
 * need no engine, and ends with how many others there are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const { platform, arch } = process;

/** npm installs only the library of this platform. */
function hasEngine() {
  const libraries = 'node_modules/@chdb';
  return (
    existsSync(libraries) && readdirSync(libraries).some((name) => name.startsWith(`lib-${platform}-${arch}`))
  );
}

function run(program, args, env = process.env) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (error) throw error;
  return status ?? 1;
}

function countFiles(env = process.env) {
  const options = { encoding: 'utf8', env };
  const { stdout } = spawnSync('node_modules/.bin/vitest', ['list', '--filesOnly', '--json'], options);
  return JSON.parse(stdout).length;
}

const startedAt = performance.now();
const isComplete = hasEngine();
const missing = `the embedded engine has no library for ${platform} ${arch}`;
if (!isComplete) console.log(`Only the tests that need no engine will run: ${missing}`);

let status = run('npm', ['run', '--silent', 'check']);
const env = isComplete ? process.env : { ...process.env, WEIR_TEST_WITHOUT_ENGINE: '1' };
if (status === 0) status = run('node_modules/.bin/vitest', ['run', ...process.argv.slice(2)], env);
console.log(`Checks and tests took ${Math.round((performance.now() - startedAt) / 1000)} s`);
if (!isComplete) console.log(`${countFiles() - countFiles(env)} test files did not run: ${missing}`);
process.exitCode = status;

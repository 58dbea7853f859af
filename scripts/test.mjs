/**
 * All checks, then all tests. Where the embedded engine has no library for this platform, says so at once, runs the tests that
 * need no engine, and ends with how many others there are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const withoutEngine = ['unit', 'components', 'database'];
const { platform, arch } = process;

/** npm installs only the library of this platform. */
function hasEngine() {
  const libraries = 'node_modules/@chdb';
  return (
    existsSync(libraries) && readdirSync(libraries).some((name) => name.startsWith(`lib-${platform}-${arch}`))
  );
}

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

/** The test files by project. */
function listFiles() {
  const { stdout } = spawnSync('node_modules/.bin/vitest', ['list', '--filesOnly', '--json'], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

const startedAt = performance.now();
const isComplete = hasEngine();
const missing = `the embedded engine has no library for ${platform} ${arch}`;
if (!isComplete) console.log(`Only the tests that need no engine will run: ${missing}`);

let status = run('npm', 'run', '--silent', 'check');
if (status === 0) {
  const projects = isComplete ? [] : withoutEngine.flatMap((project) => ['--project', project]);
  status = run('node_modules/.bin/vitest', 'run', ...projects, ...process.argv.slice(2));
}
console.log(`Checks and tests took ${Math.round((performance.now() - startedAt) / 1000)} s`);
if (!isComplete) {
  // A project with a browser has its name behind its own.
  const others = listFiles().filter(
    ({ projectName }) => !withoutEngine.includes(projectName.split(' ')[0]),
  ).length;
  console.log(`${others} test files did not run: ${missing}`);
}
process.exitCode = status;

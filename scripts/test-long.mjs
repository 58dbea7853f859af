/**
 * `npm run test:long`: every test, and those that prove compatibility, whose packages only this installs. Names a test file
 * or gives options of vitest as arguments. Prints how long each step took.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const folder = 'tests/compatibility';

const steps = [
  ['build', process.execPath, ['scripts/build.mjs']],
  ['packages', 'npm', ['ci', '--prefix', folder]],
  ['types', process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', folder]],
  ['tests', 'node_modules/.bin/vitest', ['run', ...process.argv.slice(2)]],
];

const durations = [];
for (const [name, program, args] of steps) {
  const startedAt = performance.now();
  const env = { ...process.env, WEIR_TEST_LONG: '1' };
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (error) throw error;
  durations.push(`${name} ${Math.round((performance.now() - startedAt) / 1000)} s`);
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
console.log(`test:long: ${durations.join(', ')}`);

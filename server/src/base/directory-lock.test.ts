import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DirectoryLocked, lockDirectory } from './directory-lock.js';

const lockModule = new URL('directory-lock.ts', import.meta.url).href;

it('lets one process at a time have a directory, and is free again when the owner is killed', async () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'weir-test-')), 'data');
  const script = `import { lockDirectory } from ${JSON.stringify(lockModule)};
    lockDirectory(${JSON.stringify(directory)}); console.log('locked'); setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  await once(owner.stdout, 'data');
  expect(() => lockDirectory(directory)).toThrow(DirectoryLocked);
  expect(() => lockDirectory(directory)).toThrow(`process ${owner.pid}`);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const lock = lockDirectory(directory);
  lock.release();
  lockDirectory(directory).release();
});

/** What the client's README shows is TypeScript that compiles as strictly as anyone may compile it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

it("the examples of the client's README compile", () => {
  const readme = readFileSync(join(root, 'client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  expect(examples.length).toBeGreaterThan(1);
  const directory = temporaryDirectory();
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{"type": "module"}');
  writeFileSync(join(directory, 'readme.ts'), examples.join('\n'));
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, lib: ['ES2023', 'DOM'] },
      files: ['readme.ts'],
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', directory], { encoding: 'utf8' });
  rmSync(directory, { recursive: true, force: true });
  expect(stdout).toBe('');
}, 60_000);

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Build outputs and installed packages are not sources. */
const notSource = /^(dist|node_modules)$|\.tsbuildinfo$/;

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !notSource.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** Hashes the content: file times do not show a file that was deleted or restored from a backup. */
function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesUnder)) {
    const bytes = readFileSync(file);
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Runs a build step, unless its outputs exist and its inputs (files or folders) have not changed since its last success,
 * which `stamp` records. Prints what it does before it does it.
 */
export function buildStep({ title, inputs, outputs, stamp, run }) {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && outputs.every(existsSync)) return;
  rmSync(stamp, { force: true });
  console.log(`${title} …`);
  run();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

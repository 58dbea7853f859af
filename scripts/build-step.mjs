import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Neither what a build writes nor what is installed is a source. */
const notSource = /^(dist|node_modules)$|\.tsbuildinfo$/;

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !notSource.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** By content: the times of files say nothing about one that was deleted, or restored from a backup. */
function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesUnder)) {
    const bytes = readFileSync(file);
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Runs a step of the build, unless its outputs are there and its inputs, files or folders, have the content that
 * they had when it last succeeded, which `stamp` keeps.
 */
export function buildStep({ inputs, outputs, stamp, run }) {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && outputs.every(existsSync)) return;
  rmSync(stamp, { force: true });
  run();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

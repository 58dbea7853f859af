import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function isCurrent(file, text) {
  try {
    return (await readFile(join(root, file), 'utf8')) === text;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Writes generated files; with `--check` it writes nothing and fails when a committed file differs. */
export async function writeOrCheck(files) {
  const check = process.argv.includes('--check');
  for (const [file, text] of files) {
    if (await isCurrent(file, text)) continue;
    if (check) {
      console.error(`${file} is out of date: run \`npm run generate\` and commit it.`);
      process.exitCode = 1;
    } else {
      await writeFile(join(root, file), text);
      console.log(`wrote ${file}`);
    }
  }
}

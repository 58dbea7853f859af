/**
 * Checks that the programs that the tests use are installed, and installs the Debian packages of missing ones. Prints
 * nothing when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasPostgres() {
  const root = '/usr/lib/postgresql';
  return (
    existsSync(root) && readdirSync(root).some((version) => existsSync(join(root, version, 'bin/initdb')))
  );
}

const needs = [
  { what: 'PostgreSQL', packages: ['postgresql'], isThere: hasPostgres },
  {
    what: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => onPath('chromium-headless-shell'),
  },
  {
    what: 'tools for file systems',
    packages: ['e2fsprogs', 'xfsprogs', 'btrfs-progs'],
    isThere: () => ['mkfs.ext4', 'mkfs.xfs', 'mkfs.btrfs'].every((tool) => onPath(tool)),
  },
];

function fail(message) {
  console.error(`install-test-packages: ${message}`);
  process.exit(1);
}

function run(command) {
  const asRoot = process.getuid?.() === 0 ? command : ['sudo', '--non-interactive', ...command];
  console.log(`install-test-packages: ${asRoot.join(' ')}`);
  const [file, ...args] = asRoot;
  const { status, error } = spawnSync(file, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (error !== undefined) fail(`cannot run ${file}: ${error.message}`);
  if (status !== 0) fail(`"${asRoot.join(' ')}" failed; install ${packages.join(' ')} manually`);
}

const missing = needs.filter((need) => !need.isThere());
const packages = missing.flatMap((need) => need.packages);

if (missing.length > 0) {
  const names = missing.map((need) => need.what).join(', ');
  console.log(`install-test-packages: the tests need ${names}`);
  if (!onPath('apt-get')) fail(`apt-get is not available; install ${names} manually`);
  run(['apt-get', 'update']);
  run(['apt-get', 'install', '-y', '--no-install-recommends', ...packages]);
  const still = missing.filter((need) => !need.isThere());
  if (still.length > 0)
    fail(`${still.map((need) => need.what).join(', ')} are still missing after the installation`);
}

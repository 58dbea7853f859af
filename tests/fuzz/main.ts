/**
 * `npm run fuzz -- --seconds 600 --seed 42 --only sql,filters`: fuzzes the built service, and compares random statements
 * with a PostgreSQL (`--only postgres`).
 */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.js';
import { fuzzPostgres } from './postgres.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    'stall-ms': { type: 'string', default: '250' },
    failures: { type: 'string', default: 'test-results/fuzz' },
  },
});

const lines: string[] = [];
const print = (line: string) => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
const seconds = Number(values.seconds);
const seed = Number(values.seed);
const names = values.only.split(',').filter((name) => name !== '');
const only = names.filter((name) => name !== 'postgres');
const withPostgres = names.length === 0 || only.length < names.length;
const isSame = !withPostgres || (await fuzzPostgres({ seconds, seed, print }));
const withService = names.length === 0 || only.length > 0;
const isClean =
  !withService ||
  (await fuzz({
    seconds,
    seed,
    only,
    stallMsMax: Number(values['stall-ms']),
    failuresDirectory: values.failures,
    print,
  }));
process.exit(isClean && isSame ? 0 : 1);

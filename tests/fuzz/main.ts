/** `npm run fuzz -- --seconds 600 --seed 42 --only sql,filters`: fuzzes the built service. */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.js';

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
const isClean = await fuzz({
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  only: values.only.split(',').filter((name) => name !== ''),
  stallMsMax: Number(values['stall-ms']),
  failuresDirectory: values.failures,
  print,
});
process.exit(isClean ? 0 : 1);

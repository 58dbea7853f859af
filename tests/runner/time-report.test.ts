import { expect, it } from 'vitest';
import { suiteSecondsMax } from './file-budgets.js';
import { filesOverBudget, slowestFiles } from './time-report.js';

const file = (name: string, seconds: number) => ({ project: 'unit', file: name, seconds });
const others = Array.from({ length: 300 }, (_, index) => file(`other-${index}.test.ts`, 0.1));

it('shows the slowest ten files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index));
  const lines = slowestFiles(66, files).split('\n');
  expect(lines[0]).toBe('66 s in all. The slowest files:');
  expect(lines.slice(1).map((line) => line.trim())).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}.0 s  ${index}.test.ts`),
  );
});

it('names a file above its budget', () => {
  expect(filesOverBudget(100, [...others, file('slow.test.ts', 50)])).toEqual([
    expect.stringMatching(/^slow\.test\.ts took 50\.0 s; its budget .* is \d+ s$/),
  ]);
});

it('allows more on a machine that is too busy for the whole suite', () => {
  expect(filesOverBudget(6 * suiteSecondsMax, [...others, file('slow.test.ts', 50)])).toEqual([]);
});

it('fails no run of a few files', () => {
  expect(filesOverBudget(100, [file('slow.test.ts', 50)])).toEqual([]);
});

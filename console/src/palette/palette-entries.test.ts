import { expect, it } from 'vitest';
import { matchingEntries, type PaletteEntry } from './palette-entries.js';

const entries: readonly PaletteEntry[] = [
  { kind: 'Page', label: 'Metrics', to: '#/metrics' },
  { kind: 'Metric', label: 'orders per day', to: '#/metrics/MET1' },
  { kind: 'Data Pool', label: 'orders', to: '#/pools/DPO1' },
  { kind: 'Dashboard', label: 'Daily orders', to: '#/dashboards/DSH1' },
];

const labels = (text: string) => matchingEntries(entries, text).map(({ label }) => label);

it('finds all words in any order, whatever their case, in names and kinds', () => {
  expect(labels('')).toHaveLength(4);
  expect(labels(' ORDERS ')).toEqual(['orders per day', 'orders', 'Daily orders']);
  expect(labels('day per')).toEqual(['orders per day']);
  expect(labels('orders pool')).toEqual(['orders']);
  expect(labels('metric')).toEqual(['Metrics', 'orders per day']);
  expect(labels('nothing')).toEqual([]);
});

it('offers a limited number', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ ...entries[0]!, label: `m${index}` }));
  expect(matchingEntries(many, 'm')).toHaveLength(20);
});

import { expect, test } from 'vitest';
import { sampleMetric } from '../../../tests/support/catalog-samples.js';
import type { Booster } from '../catalog/booster.js';
import type { DataPool, Metric } from '../catalog/definitions.js';
import { loadParsers } from '../sql/compiler/parsers.js';
import { type MetricReads, suggestBoosters } from './suggested-boosters.js';

const parsers = await loadParsers();

const dataPool = {
  columns: [{ name: 'price', type: 'DOUBLE', nullable: true }],
  tableSettings: { engine: { type: 'MERGE_TREE' } },
} as unknown as DataPool;
const metric = (id: string): Metric =>
  ({ ...sampleMetric(id, 'DPO'), id, aggregation: { type: 'COUNT' } }) as unknown as Metric;
const metrics = [metric('MET1'), metric('MET2')];

const reads = (metricId: string, columns: readonly string[], records: number): MetricReads => ({
  metricId,
  columns,
  queries: 1,
  records,
});
const suggested = (all: readonly MetricReads[], boosters: readonly Booster[] = []) =>
  suggestBoosters({ parsers, dataPool, metrics, boosters }, all).map(({ metric: of, ...rest }) => ({
    metric: of.id,
    ...rest,
  }));

test('one booster answers all queries that read some of its columns', () => {
  expect(
    suggested([
      reads('MET1', ['a'], 10),
      reads('MET1', ['a', 'b'], 5),
      reads('MET1', [], 1),
      reads('MET1', ['c'], 12),
      reads('MET2', ['a'], 40),
    ]),
  ).toEqual([
    { metric: 'MET2', dimensions: ['a'], queries: 1, savedRecords: 40 },
    { metric: 'MET1', dimensions: ['a', 'b'], queries: 3, savedRecords: 16 },
    { metric: 'MET1', dimensions: ['c'], queries: 1, savedRecords: 12 },
  ]);
});

test('nothing is suggested that a booster answers already, and nothing for unknown Metrics', () => {
  const booster = { metricId: 'MET1', dimensions: ['b', 'a'] } as unknown as Booster;
  expect(suggested([reads('MET1', ['a'], 10), reads('MET3', ['a'], 10)], [booster])).toEqual([]);
});

test('nothing is suggested for a table that replaces records', () => {
  const mutable = {
    ...dataPool,
    tableSettings: { engine: { type: 'REPLACING_MERGE_TREE' } },
  } as unknown as DataPool;
  expect(
    suggestBoosters({ parsers, dataPool: mutable, metrics, boosters: [] }, [reads('MET1', ['a'], 10)]),
  ).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import type { TableSettings } from '../catalog/table-settings.js';
import { PartitionsUnderWay } from './partitions-under-way.js';
import { partitionsOf } from './row-partitions.js';

const requestOf = (partitionBy: readonly string[], rows: readonly object[], id = 'DPO1') => {
  const tableSettings = { partitionBy } as Pick<TableSettings, 'partitionBy'> as TableSettings;
  const lines = rows.map((row) => `${JSON.stringify({ _weir_request: 'id', ...row })}\n`).join('');
  return { pool: { id, environmentId: 'ENV1', tableSettings }, rows: Buffer.from(lines) };
};
const at = (time: string) => ({
  _service_payload: '{"at":"1999-01-01 00:00:00","x":"\\",\\"at\\":"}',
  at: time,
});
const times = [
  '2026-01-05 10:00:00.000',
  '2026-01-05 10:59:59.999',
  '2026-01-05 11:00:00.000',
  '2026-01-06 00:00:00.000',
  '2026-02-01 00:00:00.000',
  '2027-01-01 00:00:00.000',
].map(at);

describe('the partitions of rows', () => {
  it.each<[string, number]>([
    ['toYear(at)', 2],
    ['toStartOfYear("at")', 2],
    ['toYYYYMM(at)', 3],
    ['toStartOfMonth(at)', 3],
    ['toYYYYMMDD(at)', 4],
    ['toStartOfDay(at)', 4],
    ['toStartOfHour(at)', 5],
    ['at', 6],
  ])('by %s', (entry, count) => {
    expect(partitionsOf(requestOf([entry], times)).size).toBe(count);
  });

  it('by the values of columns, wherever they are in a row', () => {
    const rows = ['a', 'b, "c', 'b, "d', 'a', ''].map((text, n) => ({ text, n: n % 2, last: true }));
    expect(partitionsOf(requestOf(['text'], rows)).size).toBe(4);
    expect(partitionsOf(requestOf(['n'], rows)).size).toBe(2);
    expect(partitionsOf(requestOf(['last'], rows)).size).toBe(1);
    expect(partitionsOf(requestOf(['n', 'text'], rows)).size).toBe(5);
    expect(partitionsOf(requestOf([], rows)).size).toBe(1);
  });

  it('are counted once for all requests to a table, until the last of them has left', () => {
    const underWay = new PartitionsUnderWay();
    const [january, both, other] = [
      requestOf(['toYYYYMM(at)'], times.slice(0, 2)),
      requestOf(['toYYYYMM(at)'], times.slice(3, 5)),
      requestOf(['toYYYYMM(at)'], times, 'DPO2'),
    ] as const;
    const leave = [underWay.enter(january), underWay.enter(both)];
    expect([underWay.countWith(january), underWay.countWith(other)]).toEqual([2, 3]);
    leave[1]?.();
    expect(underWay.countWith(january)).toBe(1);
    leave[0]?.();
    expect(underWay.countWith(both)).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../routing/search.js';
import { readView } from './explore-view.js';
import { bucketHref, inGroup, inNoGroup, originOf, recordsHref } from './records-behind.js';

const view = (query: string) => readView(parseSearch(query));
const pool = { id: 'DPO', timestamp: { columnName: 'at' } } as never;
const origin = originOf(view(''), undefined, pool);
const series = {
  labels: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  values: [],
  groups: null,
} as never;
const paramsOf = (to: string | undefined) => parseSearch(to?.split('?')[1] ?? '');

describe('the records behind an answer', () => {
  it('are not offered where the filter of the Metric is not known', () => {
    expect(originOf(view(''), { settings: undefined, timestamp: null } as never, pool)).toBeUndefined();
  });

  it('have the filters of the Metric and of the view, and its own timestamp', () => {
    const settings = { filterSql: 'a OR b -- all but gifts' };
    const metric = { settings, timestamp: { columnName: 'paid_at' } } as never;
    const found = originOf(view('filter=c'), metric, pool);
    expect(found && paramsOf(recordsHref(found, view('zone=Asia/Tokyo'), '', []))).toEqual({
      filter: '(a OR b -- all but gifts\n) AND (c\n)',
      time: 'paid_at',
      zone: 'Asia/Tokyo',
    });
  });

  it('have the filters of the view', () => {
    const filters = '[["country","is","CH"]]';
    const to = origin && recordsHref(origin, view(`filters=${encodeURIComponent(filters)}`), '', []);
    expect(paramsOf(to)).toEqual({ filters });
  });

  it('are compared with quoted names and values', () => {
    expect(inGroup(['a"b', 'c'], ["it's", null])).toBe(`"a""b" = 'it''s' AND "c" IS NULL`);
    expect(inNoGroup(['a'], [['x'], [null]])).toBe(`(("a" = 'x') OR ("a" IS NULL)) IS NOT TRUE`);
  });

  it('are not those before a range that begins within the first bucket', () => {
    if (!origin) throw new Error('There is no origin');
    expect(paramsOf(bucketHref(origin, view('range=LAST_N_HOURS:30'), 'UTC', series, 0, undefined))).toEqual({
      range: 'LAST_N_HOURS:30',
      filter: `"at" >= '2026-01-01T00:00:00Z' AND "at" < '2026-01-02T00:00:00Z'`,
    });
    const between = view('range=2026-01-01T06:00:00Z..2026-01-02T06:00:00Z');
    expect(paramsOf(bucketHref(origin, between, 'UTC', series, 0, undefined))['range']).toBe(
      '2026-01-01T06:00:00Z..2026-01-02T00:00:00Z',
    );
    expect(paramsOf(bucketHref(origin, between, 'UTC', series, 1, undefined))['range']).toBe(
      '2026-01-02T00:00:00Z..2026-01-02T06:00:00Z',
    );
  });

  it('have no filter that the service would refuse for its length', () => {
    if (!origin) throw new Error('There is no origin');
    expect(recordsHref(origin, view(''), '', ['x'.repeat(16_385)])).toBeUndefined();
  });
});

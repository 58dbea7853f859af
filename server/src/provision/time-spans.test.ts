import { expect, it } from 'vitest';
import { mergeSpans, type TimeSpan } from './time-spans.js';

const span = (
  startMs: number | null,
  stopMs: number,
  records: number | null = 1,
  columnName: string | null = 'at',
): TimeSpan => ({ columnName, startMs, stopMs, records });

it.each<[string, TimeSpan[], TimeSpan[]]>([
  ['nothing', [], []],
  ['spans that are apart, in order', [span(20, 30), span(0, 10)], [span(0, 10), span(20, 30)]],
  ['spans that touch or overlap', [span(0, 10), span(10, 12), span(1, 2)], [span(0, 12, 3)]],
  ['a span without a start', [span(5, 6), span(null, 10)], [span(null, 10, 2)]],
  ['numbers of which one is unknown', [span(0, 10, null), span(5, 20, 4)], [span(0, 20, null)]],
  [
    'the times of different columns',
    [span(0, 10), span(0, 10, 1, null)],
    [span(0, 10, 1, null), span(0, 10)],
  ],
  [
    'more than are shown',
    [span(0, 1), span(10, 11), span(20, 21), span(30, 31)],
    [span(0, 1), span(10, 11), span(20, 31, 2)],
  ],
])('merges %s', (_what, spans, merged) => {
  expect(mergeSpans(spans, 3)).toEqual(merged);
});

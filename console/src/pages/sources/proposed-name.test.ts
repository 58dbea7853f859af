import { expect, it } from 'vitest';
import { proposedName } from './proposed-name.js';

it.each([
  ['its file', [{ event: 'x' }], 'Orders 2026 (1).ndjson.txt', 'Orders_2026_1'],
  ['a path-like file', [], 'weir/émile.csv', 'weir_émile'],
  [
    'the kind that all events have',
    [{ type: 'order.placed' }, { type: 'order.placed' }],
    undefined,
    'order_placed',
  ],
  ['no kind if there are several', [{ type: 'a' }, { type: 'b' }], undefined, 'events'],
  ['no kind if it is not a text', [{ type: 7 }], undefined, 'events'],
  ['nothing that is left of a file', [{}], '???.csv', 'events'],
])('a new source is named after %s', (_what, events, file, name) => {
  expect(proposedName(events, file, [])).toBe(name);
});

it('a proposed name is not taken', () => {
  expect(proposedName([{}], 'orders.csv', ['orders', 'orders-2'])).toBe('orders-3');
});

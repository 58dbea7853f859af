import { expect, it } from 'vitest';
import { endsEarly, readWhole, wholeListMax } from './whole-list.js';

/** A list of so many, as the API pages it. */
function listOf(count: number) {
  let requests = 0;
  const read = async (first: number, after: string | null) => {
    requests += 1;
    const start = after === null ? 0 : Number(after) + 1;
    const nodes = Array.from({ length: Math.min(first, count - start) }, (_, index) => start + index);
    const endCursor = nodes.length > 0 ? String(nodes.at(-1)) : null;
    return { list: { nodes, pageInfo: { hasNextPage: start + nodes.length < count, endCursor } } };
  };
  return { read, requests: () => requests };
}

it.each([0, 1, 100, 101, 250, 2_000])('a list of %i is read whole', async (count) => {
  const { list } = await readWhole(listOf(count).read, 'list');
  expect(list.nodes).toEqual([...Array(count).keys()]);
  expect(endsEarly(list)).toBe(false);
});

it('a longer one ends early, and says so', async () => {
  const long = listOf(5_000);
  const { list } = await readWhole(long.read, 'list');
  expect([list.nodes.length, long.requests()]).toEqual([wholeListMax, 20]);
  expect(endsEarly(list)).toBe(true);
});

it('what may not be read is no list that ends early', () => {
  expect([endsEarly(null), endsEarly(undefined)]).toEqual([false, false]);
});

import { expect, it } from 'vitest';
import { exportEvents, exportEventsMax } from './export-events.js';

/** A quarantine of so many events, as the API pages it. */
function quarantineOf(count: number, payload = '{}') {
  const read: number[] = [];
  const readPage = async (after: string | null) => {
    const start = after === null ? 0 : Number(after) + 1;
    const length = Math.min(100, count - start);
    const nodes = Array.from({ length }, (_, index) => ({
      id: String(start + index),
      receivedAt: '2026-01-31T10:00:00Z',
      payload,
      errors: [{ column: 'price', reason: 'wrong_type', message: '"x" is not a number' }],
    }));
    const endCursor = nodes.at(-1)?.id ?? null;
    const hasNextPage = start + length < count;
    return { nodes, pageInfo: { startCursor: null, endCursor, hasNextPage, hasPreviousPage: start > 0 } };
  };
  return { read, options: { readPage, onProgress: (events: number) => read.push(events) } };
}

it('an event is a line of JSON, whatever its payload', async () => {
  const payload = '{"a": 9007199254740993,\n"b": "\u2028 \\""';
  const { lines, endsEarly } = await exportEvents(quarantineOf(1, payload).options);
  expect(endsEarly).toBe(false);
  expect(lines.join('').split('\n')).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    id: '0',
    receivedAt: '2026-01-31T10:00:00Z',
    errors: [{ column: 'price', reason: 'wrong_type', message: '"x" is not a number' }],
    payload,
  });
});

it.each([0, 1, 100, 101, 250, exportEventsMax])('%i events are exported whole', async (count) => {
  const { lines, endsEarly } = await exportEvents(quarantineOf(count).options);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([...Array(count).keys()].map(String));
  expect(endsEarly).toBe(false);
});

it('the progress is how many have been read', async () => {
  const { options, read } = quarantineOf(250);
  await exportEvents(options);
  expect(read).toEqual([100, 200, 250]);
});

it('an export ends early at its limits, and says so', async () => {
  const many = await exportEvents(quarantineOf(exportEventsMax + 1).options);
  expect([many.lines.length, many.endsEarly]).toEqual([exportEventsMax, true]);
  const { options } = quarantineOf(60, 'x'.repeat(500));
  const large = await exportEvents({ ...options, charactersMax: 2_000 });
  expect([large.lines.length, large.endsEarly]).toEqual([3, true]);
});

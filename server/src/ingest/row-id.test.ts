import { describe, expect, it } from 'vitest';
import { keyedRequestId, newRequestId, withoutRows } from './row-id.js';
import { ingest, parseRows } from './test-support.js';

const place = (row: Record<string, unknown>) => Number.parseInt(String(row['_weir_request']).slice(-8), 16);

describe('row ids', () => {
  it('are UUIDs that name the request and the place of the event', () => {
    const rows = parseRows(ingest(JSON.stringify(Array(300).fill({ a: 1 })), []));
    expect(rows.map(place)).toEqual([...Array(300).keys()]);
    expect(new Set(rows.map((row) => String(row['_weir_request']).slice(0, 28))).size).toBe(1);
    expect(rows[299]?.['_weir_request']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{4}0000012b$/);
  });

  it('keep the place of an event whatever became of those before it', () => {
    expect(parseRows(ingest('[1,{"a":1},2,{"a":2}]', [])).map(place)).toEqual([1, 3]);
  });

  it('let the stored rows be left out', () => {
    const encoded = ingest(JSON.stringify(Array.from({ length: 20 }, (_, n) => ({ n }))), []);
    const rest = withoutRows(encoded.rows, new Set([0, 3, 17, 19]));
    expect(parseRows({ ...encoded, rows: rest }).map((row) => row['_service_payload'])).toEqual(
      [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18].map((n) => `{"n":${n}}`),
    );
    expect(withoutRows(encoded.rows, new Set()).equals(encoded.rows)).toBe(true);
  });

  it('are the same for the same key and body only', () => {
    const ids = [
      keyedRequestId('a', 'b', 'c'),
      keyedRequestId('a', 'b', 'd'),
      keyedRequestId('a', 'bc', ''),
      newRequestId(),
      newRequestId(),
    ];
    expect(new Set(ids).size).toBe(5);
    expect(keyedRequestId('a', 'b', 'c')).toBe(ids[0]);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });
});

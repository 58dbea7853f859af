import { expect, it } from 'vitest';
import type { EncodedRows } from '../ingest/encode-rows.js';
import { allStored, partlyStored, refused } from './answer.js';

const success = { statusCode: 200, statusMessage: 'Event processed successfully' };
const encoded = (fields: Partial<EncodedRows>): EncodedRows => ({
  rows: Buffer.alloc(0),
  rowCount: 0,
  failed: [],
  errors: [],
  errorCount: 0,
  ...fields,
});

it.each([0, 1, 2, 127, 128, 129, 5_000, 3])('%i stored events have as many messages', (count) => {
  expect(JSON.parse(allStored(count))).toEqual(Array(count).fill(success));
});

it('each refused event has its reasons, and one that is past the list has a message too', () => {
  const errors = [
    { index: 1, column: 'a', reason: 'required', message: 'missing' },
    { index: 1, column: 'b', reason: 'required', message: 'null' },
    { index: 2, column: null, reason: 'not_an_object', message: 'not an object' },
  ] as const;
  const answer = partlyStored(4, encoded({ failed: [1, 2, 3], errors, errorCount: 4 }));
  expect(JSON.parse(answer)).toEqual([
    success,
    { statusCode: 400, statusMessage: 'a: missing; b: null' },
    { statusCode: 400, statusMessage: 'not an object' },
    { statusCode: 400, statusMessage: expect.stringMatching(/./) },
  ]);
});

it('a refusal shows index, column and message only', () => {
  const error = { index: 0, column: 'a', message: 'm', reason: 'required' };
  expect(refused([error])).toBe('{"errors":[{"index":0,"column":"a","message":"m"}]}');
});

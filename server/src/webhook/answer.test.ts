import { expect, it } from 'vitest';
import { allStored, answerTo } from './answer.js';

const success = { statusCode: 200, statusMessage: 'Event processed successfully' };

it.each([0, 1, 2, 127, 128, 129, 5_000, 3])('%i stored events have as many messages', (count) => {
  expect(JSON.parse(allStored(count))).toEqual(Array(count).fill(success));
});

it('each refused event has its reasons, and one that is past the list has a message too', () => {
  const errors = [
    { index: 1, column: 'a', reason: 'required', message: 'missing' },
    { index: 1, column: 'b', reason: 'required', message: 'null' },
    { index: 2, column: null, reason: 'not_an_object', message: 'not an object' },
  ] as const;
  const { status, body } = answerTo({
    isStored: true,
    isQuarantined: false,
    eventCount: 4,
    failed: [1, 2, 3],
    errors,
  });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual([
    success,
    { statusCode: 400, statusMessage: 'a: missing; b: null' },
    { statusCode: 400, statusMessage: 'not an object' },
    { statusCode: 400, statusMessage: expect.stringMatching(/./) },
  ]);
});

it('a refusal is a 400 that shows index, column and message only', () => {
  const error = { index: 0, column: 'a', message: 'm', reason: 'required' } as const;
  const answer = answerTo({
    isStored: false,
    isQuarantined: false,
    eventCount: 1,
    failed: [0],
    errors: [error],
  });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({
    error: { code: 'BAD_REQUEST', message: 'a: m' },
    errors: [{ index: 0, column: 'a', message: 'm' }],
  });
});

it('a quarantined event is accepted with its reasons', () => {
  const error = { index: 1, column: 'a', message: 'm', reason: 'required' } as const;
  const outcome = { isStored: true, isQuarantined: true, eventCount: 2, failed: [1], errors: [error] };
  expect(JSON.parse(answerTo(outcome).body)).toEqual([
    success,
    { statusCode: 202, statusMessage: 'Event quarantined: a: m' },
  ]);
});

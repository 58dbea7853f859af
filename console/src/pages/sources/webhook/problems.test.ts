import { describe, expect, it } from 'vitest';
import { intakeProblems } from './problems.js';

const refusal = (column: string | null, message: string, sample: string | null) =>
  ({ errors: [{ index: 0, column, message }], sample }) as never;

describe('the problems of a webhook', () => {
  it('are those of the quarantine, with advice for each reason', () => {
    const reasons = [
      { column: 'price', reason: 'wrong_type', message: '"x" is not a number', events: 3 },
      { column: null, reason: 'not_json', message: 'Not JSON', events: 1 },
    ];
    expect(intakeProblems(reasons, []).map(({ column, events, advice }) => [column, events, advice])).toEqual(
      [
        ['price', 3, expect.stringContaining('type of the column')],
        [null, 1, expect.stringContaining('Correct the events')],
      ],
    );
  });

  it('are refusals counted by column, with an example', () => {
    const refusals = [
      refusal('price', '"a" is not a number', '{"price":"a"}'),
      refusal('price', '"b" is not a number', '{"price":"b"}'),
      refusal(null, 'The body is not JSON', 'nope'),
    ];
    expect(intakeProblems([], refusals)).toMatchObject([
      {
        column: 'price',
        events: 2,
        example: '"a" is not a number',
        sample: '{"price":"a"}',
        reason: undefined,
      },
      { column: null, events: 1, advice: expect.stringContaining('Fix the sender:') },
    ]);
  });
});

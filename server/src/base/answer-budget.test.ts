import { describe, expect, it } from 'vitest';
import { AnswerAllowance, AnswerBudget } from './answer-budget.js';
import { answerBytesMax, answerCellsMax } from './answer-limits.js';

const mebibyte = 1024 * 1024;
/** Of memory: a text counts twice. */
const size = (mebibytes: number) => ({ bytes: (mebibytes * mebibyte) / 2, cells: 0 });
const budgetOf = (options: { waitMsMax?: number; waitingBytesMax?: number } = {}) =>
  new AnswerBudget({
    bytesMax: 10 * mebibyte,
    waitingBytesMax: 10 * mebibyte,
    waitMsMax: 10_000,
    ...options,
  });

describe('a request', () => {
  it('may take so many bytes and cells, all of its results together', async () => {
    const bytes = new AnswerAllowance(new AnswerBudget());
    await bytes.take({ bytes: answerBytesMax, cells: 1 });
    await expect(bytes.take({ bytes: 1, cells: 1 })).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: `The results of this request are larger than ${answerBytesMax} bytes in total, the limit for one request. Request fewer rows or columns, or split the request`,
    });
    const cells = new AnswerAllowance(new AnswerBudget());
    await cells.take({ bytes: 1, cells: answerCellsMax });
    await expect(cells.take({ bytes: 1, cells: 1 })).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: expect.stringContaining(`have more than ${answerCellsMax} cells`),
    });
  });

  it('takes nothing any more once it has ended', async () => {
    const budget = budgetOf();
    const ended = new AnswerAllowance(budget);
    ended.end();
    await expect(ended.take(size(2))).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect(budget.takenBytes).toBe(0);
  });
});

describe('the memory for large answers', () => {
  it('is given back when the answer was written, but for its text, and wholly when the request ends', async () => {
    const budget = budgetOf();
    const one = new AnswerAllowance(budget);
    await one.take(size(6));
    await one.take(size(2));
    expect(budget.takenBytes).toBe(8 * mebibyte);
    one.written(mebibyte);
    expect(budget.takenBytes).toBe(mebibyte);
    one.end();
    expect(budget.takenBytes).toBe(0);
  });

  it('is waited for in turn', async () => {
    const budget = budgetOf();
    const first = new AnswerAllowance(budget);
    await first.take(size(8));
    const order: string[] = [];
    const waiting = ['second', 'third'].map(async (name) => {
      const allowance = new AnswerAllowance(budget);
      await allowance.take(size(8));
      order.push(name);
      allowance.end();
    });
    // Small enough for what is left, but not ahead of those who wait; small results need none of it.
    const last = new AnswerAllowance(budget);
    const lastTaken = last.take(size(1)).then(() => order.push('last'));
    await new AnswerAllowance(budget).take(size(0.1));
    expect(order).toEqual([]);
    first.end();
    await Promise.all([...waiting, lastTaken]);
    expect(order).toEqual(['second', 'third', 'last']);
    last.end();
    expect(budget.takenBytes).toBe(0);
  });

  it('is refused to a request that already holds some and would wait for more, because that could deadlock', async () => {
    const budget = budgetOf();
    const [one, other] = [new AnswerAllowance(budget), new AnswerAllowance(budget)];
    await one.take(size(5));
    await other.take(size(5));
    await expect(one.take(size(2))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
    // Two results of one request wait one after the other, not both.
    const third = new AnswerAllowance(budget);
    const both = Promise.allSettled([third.take(size(8)), third.take(size(8))]);
    one.end();
    other.end();
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    third.end();
    expect(budget.takenBytes).toBe(0);
  });

  it('is refused when too much is waiting, when the wait is too long, and when the client goes away', async () => {
    const budget = budgetOf({ waitMsMax: 20, waitingBytesMax: 5 * mebibyte });
    const holder = new AnswerAllowance(budget);
    await holder.take(size(9));
    const late = new AnswerAllowance(budget).take(size(8));
    const tooMuch = new AnswerAllowance(budget).take(size(8));
    await expect(tooMuch).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const leaving = new AnswerAllowance(budget);
    const left = leaving.take(size(8));
    leaving.end();
    await expect(left).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    holder.end();
    expect(budget.takenBytes).toBe(0);
  });
});

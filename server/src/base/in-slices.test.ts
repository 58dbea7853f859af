import { describe, expect, it } from 'vitest';
import { inSlices } from './in-slices.js';

/** As much as a slice, twice over, is a turn of the loop that other requests can bear. */
const turnMsMax = 40;

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** The most that sliced work took in one turn of the loop, while `work` runs. */
async function longestTurn(work: (spent: (ms: number) => void) => Promise<unknown>): Promise<number> {
  let inTurn = 0;
  let longest = 0;
  let running = true;
  const turn = () => {
    longest = Math.max(longest, inTurn);
    inTurn = 0;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work((ms) => {
    inTurn += ms;
  });
  running = false;
  return longest;
}

describe('work in slices', () => {
  it('does everything, in order', async () => {
    const done: number[] = [];
    await inSlices(
      Array.from({ length: 50 }, (_, index) => index),
      (index) => {
        busy(1);
        done.push(index);
      },
    );
    expect(done).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('shares one slice a turn between all who have such work', async () => {
    const longest = await longestTurn((spent) =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          inSlices(new Array(30).fill(1), (ms) => {
            busy(ms);
            spent(ms);
          }),
        ),
      ),
    );
    expect(longest).toBeLessThan(turnMsMax);
  });

  it('lets each of them go on by turns', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b'].map((name) =>
        inSlices(new Array(4).fill(15), (ms) => {
          busy(ms);
          order.push(name);
        }),
      ),
    );
    expect(order.join('')).toMatch(/^a?(ab|ba){3}/);
  });

  it('ends when the client goes away, and passes on what the work throws', async () => {
    const gone = new AbortController();
    const items = new Array(100).fill(1);
    let done = 0;
    const working = inSlices(
      items,
      (ms) => {
        busy(ms);
        done += 1;
        gone.abort();
      },
      gone.signal,
    );
    await expect(working).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect(done).toBeLessThan(items.length);
    const failing = inSlices(items, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  });
});

/** How long one stretch of work may keep everything else waiting, before the next piece of it must wait, too. */
const sliceMsMax = 25;

let sliceStartMs: number | undefined;
let turns = Promise.resolve();

/**
 * To be awaited right before each of many pieces of synchronous work: when those of this turn of the event loop have
 * taken their time, the piece waits for the next turn. Calls are let through one after another, each when the piece
 * before it is done, so that pieces that were asked for side by side do not all follow one another in one turn.
 */
export function yieldToEventLoop(): Promise<void> {
  turns = turns.then(inThisTurnOrTheNext);
  return turns;
}

function inThisTurnOrTheNext(): Promise<void> | undefined {
  if (sliceStartMs === undefined) beginSlice();
  else if (performance.now() - sliceStartMs >= sliceMsMax) return nextTurn();
  return undefined;
}

function beginSlice(): void {
  sliceStartMs = performance.now();
  setImmediate(() => {
    sliceStartMs = undefined;
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      beginSlice();
      resolve();
    });
  });
}

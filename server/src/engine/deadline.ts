/** A timer that fires later than this was delayed by the service's own work. */
const stallMsMin = 20;
const stallGraceMsMax = 5_000;

/**
 * Calls `onPassed` after a time, unless the returned function is called first. After a stall of the event loop, timers
 * run before sockets are read, although an answer may already be waiting there. So time in which the service could not
 * read does not count, and sockets are always read once more before the deadline passes.
 */
export function startDeadline(deadlineMs: number, onPassed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const wait = (ms: number) => {
    const dueAt = performance.now() + ms;
    timer = setTimeout(() => {
      const lateMs = performance.now() - dueAt;
      if (lateMs > stallMsMin) wait(Math.min(lateMs, stallGraceMsMax));
      else immediate = setImmediate(onPassed);
    }, ms);
  };
  wait(deadlineMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

/**
 * Begins the work for each item, so many at a time and in order, and answers a promise for each at once: what
 * becomes of one says nothing about the others. Work that throws before it gives a promise rejects its own.
 */
export function concurrently<T, R>(
  items: readonly T[],
  runningMax: number,
  work: (item: T) => Promise<R>,
): Promise<R>[] {
  let free = runningMax;
  const waiting: (() => void)[] = [];
  const run = async (item: T): Promise<R> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(item);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return items.map(run);
}

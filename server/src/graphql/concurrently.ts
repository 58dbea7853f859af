/**
 * Does the work for each item, so many at a time and in order. What becomes of one says nothing about the
 * others: an item whose work fails has its error in place of a result, which GraphQL answers as that entry's
 * own error. Errors rather than rejected promises, because the JIT puts the null of a promise that is
 * rejected late at the end of the list, where it is one too many.
 */
export async function concurrently<T, R>(
  items: readonly T[],
  runningMax: number,
  work: (item: T) => Promise<R>,
): Promise<(R | Error)[]> {
  const results: (R | Error)[] = new Array(items.length);
  let next = 0;
  const workThrough = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as T);
      } catch (error) {
        results[index] = error instanceof Error ? error : new Error(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: runningMax }, workThrough));
  return results;
}

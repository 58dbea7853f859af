/**
 * Runs the work for each item in order, with limited concurrency. Items fail independently: a failed item has its error
 * in place of a result, which GraphQL reports as that entry's own error. It returns errors rather than rejected promises,
 * because the JIT appends the null of a late rejection at the end of the list, as an extra entry.
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

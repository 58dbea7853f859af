/** What a statement with these calls answers: rows, or the code of its failure. */
export type Outcome = (calls: readonly string[]) => Promise<unknown>;

const callsInOne = 40;

/**
 * The calls whose answer or failure is another one in a second world. Many are asked for in one statement; those of a statement that
 * fails are asked for in two halves.
 */
export async function differingCalls(
  calls: readonly string[],
  first: Outcome,
  second: Outcome,
): Promise<readonly string[]> {
  const differing: string[] = [];
  const compare = async (some: readonly string[]): Promise<void> => {
    const one = await first(some);
    // Refused by its text, which is the same in both.
    if (some.length === 1 && one === 'BAD_REQUEST') return;
    if (Array.isArray(one) || some.length === 1) {
      if (isSame(one, await second(some))) return;
      if (some.length === 1) {
        differing.push(...some);
        return;
      }
    }
    const half = Math.ceil(some.length / 2);
    await compare(some.slice(0, half));
    await compare(some.slice(half));
  };
  for (let start = 0; start < calls.length; start += callsInOne)
    await compare(calls.slice(start, start + callsInOne));
  return differing;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

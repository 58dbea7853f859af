/** The long suite runs whole corpora, many repetitions and long measurements. `npm test` runs a telling part of each. */
export const isLong = Boolean(process.env['WEIR_TEST_LONG']);

/** How often or how long: in `npm test`, and in the long suite. */
export const extent = (part: number, all: number): number => (isLong ? all : part);

/** Every third of them, say, from the first, the second or the third on; in the long suite all. */
export function share<T>(cases: readonly T[], part: number, parts: number): readonly T[] {
  return isLong ? cases : cases.filter((_, index) => index % parts === part);
}

/** At most this many of the cases, spread evenly over them; in the long suite all. */
export function sample<T>(cases: readonly T[], most: number): readonly T[] {
  if (isLong || cases.length <= most) return cases;
  return cases.filter((_, index) => (index * most) % cases.length < most);
}

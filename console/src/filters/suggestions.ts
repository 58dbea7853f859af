export interface Suggestion {
  readonly value: string;
  /** Undefined if it is not one of the most frequent. */
  readonly count: string | undefined;
}

/** What is typed comes first, so that Enter chooses exactly that; the chosen values come before the others. */
export function shownSuggestions(
  frequent: readonly Suggestion[],
  chosen: readonly string[],
  typed: string,
): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  const other = (value: string) => ({ value, count: undefined });
  const rare = chosen.filter((value) => !frequent.some((one) => one.value === value)).map(other);
  const matching = [...rare, ...frequent].filter(({ value }) => value.toLowerCase().includes(wanted));
  if (typed === '') return matching;
  const exact = matching.find(({ value }) => value === typed) ?? other(typed);
  return [exact, ...matching.filter((one) => one !== exact)];
}

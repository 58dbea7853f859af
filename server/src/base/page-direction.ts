import { checkRange } from './check-range.js';

/** The arguments of every list: how many items, and from where. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface PageSizes {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export interface PageDirection {
  readonly backward: boolean;
  readonly size: number;
}

/**
 * Decides which arguments count, because some clients send both sizes with every request: with `before`, `last` counts and the
 * page goes backward; otherwise `first` counts. A size that is given alone always counts. An empty cursor is no cursor.
 */
export function pageDirection(
  { first, after, last, before }: PageArguments,
  sizes: PageSizes,
): PageDirection {
  const hasFirst = typeof first === 'number';
  const hasLast = typeof last === 'number';
  const backward = hasFirst === hasLast ? Boolean(before) && (hasLast || !after) : hasLast;
  const size = (backward ? last : first) ?? sizes.default;
  return { backward, size: checkRange(backward ? 'last' : 'first', size, sizes.min, sizes.max) };
}

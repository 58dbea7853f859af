/** Records of some range of time. */
export interface TimeSpan {
  /** The column that has the time; null if only the time is known at which the records were stored. */
  readonly columnName: string | null;
  /** Null if unknown. */
  readonly startMs: number | null;
  readonly stopMs: number;
  /** Null if unknown. */
  readonly records: number | null;
}

/** The sum; null if any of them is unknown. */
export function sumOfKnown(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

/** In order; those that overlap are one. If a column has too many, its last ones are one. */
export function mergeSpans(spans: readonly TimeSpan[], spansMax: number): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const span of [...spans].sort(byColumnAndTime)) {
    const last = merged.at(-1);
    const isOther = last?.columnName !== span.columnName;
    const isLater = last !== undefined && startOf(span) > last.stopMs;
    if (last === undefined || isOther || (isLater && merged.length < spansMax)) merged.push(span);
    else merged.splice(-1, 1, union(last, span));
  }
  return merged;
}

const startOf = ({ startMs }: TimeSpan) => startMs ?? Number.NEGATIVE_INFINITY;

function byColumnAndTime(a: TimeSpan, b: TimeSpan): number {
  if (a.columnName !== b.columnName) return (a.columnName ?? '') < (b.columnName ?? '') ? -1 : 1;
  return startOf(a) < startOf(b) ? -1 : 1;
}

function union(a: TimeSpan, b: TimeSpan): TimeSpan {
  return { ...a, stopMs: Math.max(a.stopMs, b.stopMs), records: sumOfKnown([a.records, b.records]) };
}

import { useMemo, useState } from 'react';
import type { ChartData } from './chart-data.js';

/** What the legend lists: series, or slices of a pie. Empty where there is no legend. */
function legendNames({ kind, labels, series }: ChartData): readonly string[] {
  const names = kind === 'pie' ? labels : series.map(({ name }) => name);
  return names.length > 1 && kind !== 'ranking' ? names : [];
}

/** Two groups may have the same name: the second one gets another key. */
function keysOf(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${count} ${name}`;
  });
}

/** Which series are hidden. They are known by name: the next answer may have others, or the same in another order. */
export function useHiddenSeries(data: ChartData) {
  const [hiddenKeys, setHiddenKeys] = useState<ReadonlySet<string>>(new Set());
  const names = useMemo(() => legendNames(data), [data]);
  const keys = useMemo(() => keysOf(names), [names]);
  const hidden: ReadonlySet<number> = useMemo(
    () => new Set(keys.flatMap((key, index) => (hiddenKeys.has(key) ? [index] : []))),
    [keys, hiddenKeys],
  );
  const toggle = (index: number) => {
    const key = keys[index];
    if (key === undefined) return;
    const next = new Set(hiddenKeys);
    if (!next.delete(key)) next.add(key);
    setHiddenKeys(next);
  };
  return { names, hidden, toggle };
}

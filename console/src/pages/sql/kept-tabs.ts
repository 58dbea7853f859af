import { type QueryTabs, readTabs } from './query-tabs.js';

/**
 * The tabs of each Application that was signed in, most recent first, in local storage: they survive a reload, and no Application sees
 * those of another. They contain typed SQL only, never credentials.
 */
const storageKey = 'weir.sql-tabs';
/** A part of what browsers allow, which is 5 million. */
const charactersMax = 1_000_000;

type Entry = readonly [clientId: string, tabs: unknown];

function entries(): readonly Entry[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
  } catch {
    return [];
  }
}

export const keptTabs = (clientId: string): QueryTabs | undefined =>
  readTabs(entries().find(([id]) => id === clientId)?.[1]);

/** Whether the tabs were kept. Closed ones and those of other Applications are dropped first. */
export function keepTabs(clientId: string, tabs: QueryTabs): boolean {
  const others = entries().filter(([id]) => id !== clientId);
  const attempts: (readonly Entry[])[] = [
    [[clientId, tabs], ...others],
    [[clientId, tabs]],
    [[clientId, { ...tabs, closed: [] }]],
  ];
  return attempts.some(write);
}

function write(kept: readonly Entry[]): boolean {
  const text = JSON.stringify(kept);
  if (text.length > charactersMax) return false;
  try {
    window.localStorage.setItem(storageKey, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another window of the browser has changed the tabs. */
export function onKeptElsewhere(changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === storageKey) changed();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

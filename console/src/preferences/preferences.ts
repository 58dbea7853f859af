import { useSyncExternalStore } from 'react';

/** What a person likes, kept between visits. Never anything secret: this is local storage. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** In which times are shown and calendar days begin. */
  readonly timeZone: string;
}

const storageKey = 'weir.preferences';
const defaults: Preferences = { theme: 'system', timeZone: 'UTC' };
const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  try {
    return { ...defaults, ...JSON.parse(window.localStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return defaults;
  }
}

export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  window.localStorage.setItem(storageKey, JSON.stringify(current));
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

import { useSyncExternalStore } from 'react';
import { isTimeZone } from './time-zones.js';

const themes = ['system', 'light', 'dark'] as const;

/** The user's preferences, in local storage. Must not contain secrets. */
export interface Preferences {
  readonly theme: (typeof themes)[number];
  /** The time zone for shown times and calendar days. */
  readonly timeZone: string;
}

const storageKey = 'weir.preferences';
const defaults: Preferences = { theme: 'system', timeZone: 'UTC' };
const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  try {
    const kept = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>;
    return {
      theme: themes.find((theme) => theme === kept.theme) ?? defaults.theme,
      // The browser may not know the stored zone, for example after an update.
      timeZone: kept.timeZone && isTimeZone(kept.timeZone) ? kept.timeZone : defaults.timeZone,
    };
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

import { useSyncExternalStore } from 'react';
import { usePreferences } from './preferences.js';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  darkQuery.addEventListener('change', changed);
  return () => darkQuery.removeEventListener('change', changed);
}

/** The active theme: the chosen one, or the system's. */
export function useTheme(): 'light' | 'dark' {
  const { theme } = usePreferences();
  const systemIsDark = useSyncExternalStore(subscribe, () => darkQuery.matches);
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

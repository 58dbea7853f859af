import { useSyncExternalStore } from 'react';
import './announcer.css';

/** One short message at a time, seen in a corner and read out by screen readers. */
const shownMs = 4_000;
const listeners = new Set<() => void>();
let current = '';
let timer: number | undefined;

function set(message: string): void {
  current = message;
  for (const changed of listeners) changed();
}

export function announce(message: string): void {
  window.clearTimeout(timer);
  set(message);
  timer = window.setTimeout(() => set(''), shownMs);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function Announcer() {
  const message = useSyncExternalStore(subscribe, () => current);
  return (
    <div role="status" aria-live="polite">
      {message && <div className="toast">{message}</div>}
    </div>
  );
}

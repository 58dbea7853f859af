import { useSyncExternalStore } from 'react';
import './announcer.css';

/** One short message at a time, seen in a corner and read out by screen readers. */
const shownMs = 4_000;
const listeners = new Set<() => void>();
interface Message {
  readonly number: number;
  readonly text: string;
}

let current: Message = { number: 0, text: '' };
let timer: number | undefined;

function set(text: string): void {
  current = { number: current.number + 1, text };
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
  const { number, text } = useSyncExternalStore(subscribe, () => current);
  return (
    <div role="status" aria-live="polite">
      {/* A new element each time: the same text twice is two messages. */}
      {text && (
        <div key={number} className="toast">
          {text}
        </div>
      )}
    </div>
  );
}

import { WeirError } from '@weir/client';
import { useSyncExternalStore } from 'react';

/** Whether the service answers. What is on the screen stays there while it does not. */
let answeredAtMs = Date.now();
let lostSinceMs: number | undefined;
const listeners = new Set<() => void>();

function setLostSince(next: number | undefined): void {
  if (next === lostSinceMs) return;
  lostSinceMs = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Call on every answer of the service. */
export function noteAnswer(): void {
  answeredAtMs = Date.now();
  setLostSince(undefined);
}

export const noteOutage = (): void => setLostSince(lostSinceMs ?? answeredAtMs);

/** Whether the request failed because the service cannot be reached or is not ready. */
export const isOutage = (error: Error | null): boolean =>
  error instanceof WeirError && (error.code === 'NETWORK_ERROR' || error.code === 'UNAVAILABLE');

/** The time of the last answer; undefined while the service answers. */
export const useLostSince = (): number | undefined => useSyncExternalStore(subscribe, () => lostSinceMs);

import { useSessionState } from '../../session/session.js';
import type { DashboardDraft } from './dashboard-draft.js';

/** By Application and dashboard. */
const kept = new Map<string, DashboardDraft>();

/**
 * Changes that were neither saved nor discarded: someone who leaves the page and comes back continues with them, also after signing
 * in again when the session has ended. They belong to an Application, because the next one must not see them.
 */
export function useKeptDraft(id: string) {
  const clientId = useSessionState().session?.clientId;
  const key = JSON.stringify([clientId, id]);
  return {
    kept: kept.get(key),
    keep: (draft: DashboardDraft): void => void kept.set(key, draft),
    drop: (): void => void kept.delete(key),
  };
}

import type { WeirClient } from '@weir/client';
import type { DashboardDraft } from './dashboard-draft.js';

/**
 * Changes that were neither saved nor discarded: someone who leaves the page and comes back continues with them. They belong to a
 * client, which exists as long as its session, because the next Application must not see them.
 */
const kept = new WeakMap<WeirClient, Map<string, DashboardDraft>>();

function draftsOf(client: WeirClient): Map<string, DashboardDraft> {
  const drafts = kept.get(client) ?? new Map<string, DashboardDraft>();
  kept.set(client, drafts);
  return drafts;
}

export const keptDraft = (client: WeirClient, id: string): DashboardDraft | undefined =>
  draftsOf(client).get(id);

export const keepDraft = (client: WeirClient, id: string, draft: DashboardDraft): void => {
  draftsOf(client).set(id, draft);
};

export const dropDraft = (client: WeirClient, id: string): void => {
  draftsOf(client).delete(id);
};

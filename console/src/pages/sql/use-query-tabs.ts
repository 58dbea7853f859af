import { useEffect, useState } from 'react';
import { useSessionState } from '../../session/session.js';
import { keepTabs, keptTabs, onKeptElsewhere } from './kept-tabs.js';
import { firstTabs, type QueryTabs, selectTab } from './query-tabs.js';

type Change = (tabs: QueryTabs) => QueryTabs;

interface KnownTabs {
  readonly clientId: string;
  readonly tabs: QueryTabs;
  /** Whether a reload will bring them back. */
  readonly isKept: boolean;
}

/** Outlives the page, for tabs that are too long to be kept. */
let known: KnownTabs | undefined;

function tabsFor(clientId: string): KnownTabs {
  if (known?.clientId !== clientId)
    known = { clientId, tabs: keptTabs(clientId) ?? firstTabs(), isKept: true };
  return known;
}

interface OwnTabs extends KnownTabs {
  /** Returns whether anything has changed. */
  readonly change: (change: Change) => boolean;
}

/** The tabs of the signed-in Application. Windows share them, except for which one is shown. */
export function useQueryTabs(): OwnTabs {
  const clientId = useSessionState().session?.clientId ?? '';
  const [, setShown] = useState<KnownTabs>();
  const change = (work: Change) => {
    const { tabs } = tabsFor(clientId);
    const changed = work(tabs);
    if (changed === tabs) return false;
    known = { clientId, tabs: changed, isKept: keepTabs(clientId, changed) };
    setShown(known);
    return true;
  };
  useEffect(
    () =>
      onKeptElsewhere(() => {
        const tabs = keptTabs(clientId);
        if (!tabs) return;
        const { current } = tabsFor(clientId).tabs;
        const isOpen = tabs.open.some(({ id }) => id === current);
        known = { clientId, tabs: isOpen ? selectTab(tabs, current) : tabs, isKept: true };
        setShown(known);
      }),
    [clientId],
  );
  return { ...tabsFor(clientId), change };
}

import type { SavedQueryPartsFragment, SqlDialectV1 } from '@weir/client';
import { type Href, href } from '../../routing/href.js';

/** Empty if the service finds the dialect out. */
export type TabDialect = '' | Exclude<SqlDialectV1, 'CLICKHOUSE'>;

export interface QueryText {
  readonly sql: string;
  readonly dialect: TabDialect;
}

export interface QueryTab extends QueryText {
  readonly id: string;
  readonly name: string;
  /** The saved query that it was opened from or saved as. */
  readonly savedQuery?: { readonly id: string; readonly isChanged: boolean } | undefined;
}

/** The tabs of the editor. At least one is open. */
export interface QueryTabs {
  readonly open: readonly QueryTab[];
  /** The ID of the tab that is shown. */
  readonly current: string;
  /** The last ones that were closed, newest first. */
  readonly closed: readonly QueryTab[];
}

export const openTabsMax = 20;
const closedTabsMax = 10;
const nameCharactersMax = 100;

const newTabId = () => Math.random().toString(36).slice(2);

export const dialectOf = (text: string | null | undefined): TabDialect =>
  text === 'POSTGRESQL' || text === 'COLUMNSTORE' ? text : '';

/** A saved query as it was saved. */
export const savedTab = ({ id, uniqueName, sql, dialect }: SavedQueryPartsFragment) => ({
  sql,
  dialect: dialectOf(dialect),
  name: uniqueName,
  savedQuery: { id, isChanged: false },
});

export const linkToSql = ({ sql, dialect }: QueryText): Href => href('/sql', { q: sql, dialect });

const isBlank = ({ sql, savedQuery }: QueryTab) => sql.trim() === '' && !savedQuery;

function freeName(open: readonly QueryTab[]): string {
  const taken = new Set(open.map(({ name }) => name));
  let number = 1;
  while (taken.has(`Query ${number}`)) number += 1;
  return `Query ${number}`;
}

const blankTab = (open: readonly QueryTab[]): QueryTab => ({
  id: newTabId(),
  name: freeName(open),
  sql: '',
  dialect: '',
});

export function firstTabs(): QueryTabs {
  const tab = blankTab([]);
  return { open: [tab], current: tab.id, closed: [] };
}

export const currentTab = ({ open, current }: QueryTabs): QueryTab =>
  open.find(({ id }) => id === current) ?? (open[0] as QueryTab);

const closedFirst = (tab: QueryTab, closed: readonly QueryTab[]) =>
  isBlank(tab) ? closed : [tab, ...closed].slice(0, closedTabsMax);

/** Adds a tab and shows it. If too many are open, the first one is closed, from where it can be opened again. */
export function addTab(tabs: QueryTabs, content: Partial<QueryTab> = {}): QueryTabs {
  const tab = { ...blankTab(tabs.open), ...content, id: newTabId() };
  const [first, ...others] = tabs.open;
  const isFull = first !== undefined && tabs.open.length >= openTabsMax;
  return {
    open: [...(isFull ? others : tabs.open), tab],
    current: tab.id,
    closed: isFull ? closedFirst(first, tabs.closed) : tabs.closed,
  };
}

/** Shows a text: in the tab that has it already, in the tab that is shown if it is blank, or else in a new one. */
export function openTab(tabs: QueryTabs, content: QueryText & Partial<QueryTab>): QueryTabs {
  const shown = currentTab(tabs);
  const isSame = (tab: QueryTab) =>
    content.savedQuery
      ? tab.savedQuery?.id === content.savedQuery.id
      : tab.sql === content.sql && tab.dialect === content.dialect;
  const same = [shown, ...tabs.open].find(isSame);
  if (same) return selectTab(withSavedText(tabs, same, content), same.id);
  return isBlank(shown) ? changeTab(tabs, shown.id, content) : addTab(tabs, content);
}

/** A saved query that was not changed here is shown as it is saved now: someone else may have changed it. */
function withSavedText(tabs: QueryTabs, { id, ...tab }: QueryTab, { sql, dialect }: QueryText): QueryTabs {
  const isShown = tab.sql === sql && tab.dialect === dialect;
  return isShown || tab.savedQuery?.isChanged ? tabs : changeTab(tabs, id, { sql, dialect });
}

export const selectTab = (tabs: QueryTabs, id: string): QueryTabs =>
  tabs.current === id ? tabs : { ...tabs, current: id };

export const changeTab = (tabs: QueryTabs, id: string, changes: Partial<QueryTab>): QueryTabs => ({
  ...tabs,
  open: tabs.open.map((tab) => (tab.id === id ? { ...tab, ...changes } : tab)),
});

/** After a tab was saved. What was typed in the meantime is not. */
export function markSaved(tabs: QueryTabs, id: string, saved: SavedQueryPartsFragment): QueryTabs {
  const { sql, dialect, name, savedQuery } = savedTab(saved);
  const tab = tabs.open.find((one) => one.id === id);
  const isChanged = tab?.sql !== sql || tab.dialect !== dialect;
  return changeTab(tabs, id, { name, savedQuery: { ...savedQuery, isChanged } });
}

/** Changes the text. A saved query stays as it was saved. */
export function editTab(tabs: QueryTabs, id: string, text: Partial<QueryText>): QueryTabs {
  const tab = tabs.open.find((one) => one.id === id);
  if (!tab) return tabs;
  const { sql, dialect, savedQuery } = { ...tab, ...text };
  if (sql === tab.sql && dialect === tab.dialect) return tabs;
  return changeTab(tabs, id, {
    sql,
    dialect,
    ...(savedQuery && { savedQuery: { ...savedQuery, isChanged: true } }),
  });
}

export function renameTab(tabs: QueryTabs, id: string, name: string): QueryTabs {
  const given = name.trim().slice(0, nameCharactersMax);
  return given === '' ? tabs : changeTab(tabs, id, { name: given });
}

/** Shows the next tab, or the previous one after the last. Closing the only tab leaves a blank one. */
export function closeTab(tabs: QueryTabs, id: string): QueryTabs {
  const at = tabs.open.findIndex((tab) => tab.id === id);
  const tab = tabs.open[at];
  if (!tab) return tabs;
  const open = tabs.open.toSpliced(at, 1);
  if (open.length === 0) open.push(blankTab([]));
  const next = open[Math.min(at, open.length - 1)] as QueryTab;
  return {
    open,
    current: tabs.current === id ? next.id : tabs.current,
    closed: closedFirst(tab, tabs.closed),
  };
}

export function reopenTab(tabs: QueryTabs): QueryTabs {
  const [tab, ...closed] = tabs.closed;
  return tab ? addTab({ ...tabs, closed }, tab) : tabs;
}

/** The name or the absence of a saved query, in every tab that belongs to it. */
export const changeSavedQuery = (tabs: QueryTabs, id: string, changes: Partial<QueryTab>): QueryTabs => ({
  ...tabs,
  open: tabs.open.map((tab) => (tab.savedQuery?.id === id ? { ...tab, ...changes } : tab)),
});

/** Tabs as the browser has kept them, or undefined: they may be from another version, or broken. */
export function readTabs(kept: unknown): QueryTabs | undefined {
  const { open, current, closed } = (kept ?? {}) as Partial<Record<keyof QueryTabs, unknown>>;
  const shown = tabsIn(open).slice(0, openTabsMax);
  const [first] = shown;
  if (!first) return undefined;
  const isOpen = shown.some(({ id }) => id === current);
  return {
    open: shown,
    current: isOpen ? String(current) : first.id,
    closed: tabsIn(closed).slice(0, closedTabsMax),
  };
}

function tabsIn(list: unknown): QueryTab[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: Partial<Record<keyof QueryTab, unknown>> | null) => {
    const { id, name, sql, dialect, savedQuery } = one ?? {};
    if (typeof id !== 'string' || typeof name !== 'string' || typeof sql !== 'string') return [];
    const tab = { id, name, sql, dialect: dialectOf(String(dialect)) };
    const { id: savedId, isChanged } = (savedQuery ?? {}) as { id?: unknown; isChanged?: unknown };
    if (typeof savedId !== 'string') return [tab];
    return [{ ...tab, savedQuery: { id: savedId, isChanged: isChanged === true } }];
  });
}

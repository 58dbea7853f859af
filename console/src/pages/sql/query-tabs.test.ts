import type { SavedQueryPartsFragment } from '@weir/client';
import { describe, expect, it } from 'vitest';
import {
  addTab,
  changeSavedQuery,
  changeTab,
  closeTab,
  currentTab,
  editTab,
  firstTabs,
  markSaved,
  openTab,
  openTabsMax,
  type QueryTabs,
  readTabs,
  renameTab,
  reopenTab,
} from './query-tabs.js';

const withText = (...texts: string[]): QueryTabs =>
  texts.reduce<QueryTabs>((tabs, sql) => openTab(tabs, { sql, dialect: '' }), firstTabs());
const texts = ({ open }: QueryTabs) => open.map(({ sql }) => sql);

describe('opening a text', () => {
  it('uses a blank tab, the tab that has it, or a new one', () => {
    const tabs = withText('a', 'b');
    expect(texts(tabs)).toEqual(['a', 'b']);
    expect(tabs.open.map(({ name }) => name)).toEqual(['Query 1', 'Query 2']);
    const again = openTab(tabs, { sql: 'a', dialect: '' });
    expect(texts(again)).toEqual(['a', 'b']);
    expect(currentTab(again).sql).toBe('a');
    expect(texts(openTab(tabs, { sql: 'a', dialect: 'COLUMNSTORE' }))).toEqual(['a', 'b', 'a']);
  });

  it('stays in the tab that is shown when two have the text', () => {
    const tabs = addTab(withText('a'), { sql: 'a' });
    expect(openTab(tabs, { sql: 'a', dialect: '' })).toBe(tabs);
  });

  it('finds a saved query by its ID, also after its text was changed', () => {
    const saved = { sql: 'a', dialect: '' as const, savedQuery: { id: 'SQY1', isChanged: false } };
    const opened = openTab(withText('x'), saved);
    const edited = editTab(opened, opened.current, { sql: 'b' });
    expect(currentTab(edited).savedQuery).toEqual({ id: 'SQY1', isChanged: true });
    expect(texts(openTab(edited, saved))).toEqual(['x', 'b']);
    // As it is saved now, if it was not changed here.
    const savedNow = { ...saved, sql: 'c', dialect: 'COLUMNSTORE' as const };
    expect(currentTab(openTab(opened, savedNow))).toMatchObject({ ...savedNow, id: opened.current });
    expect(currentTab(openTab(edited, savedNow)).sql).toBe('b');
    expect(currentTab(changeSavedQuery(edited, 'SQY1', { savedQuery: undefined })).savedQuery).toBe(
      undefined,
    );
  });
});

describe('closing', () => {
  it('shows the neighbour, and the text can be opened again', () => {
    const tabs = withText('a', 'b', 'c');
    const middle = tabs.open[1]?.id ?? '';
    const closed = closeTab({ ...tabs, current: middle }, middle);
    expect(texts(closed)).toEqual(['a', 'c']);
    expect(currentTab(closed).sql).toBe('c');
    const reopened = reopenTab(closed);
    expect(texts(reopened)).toEqual(['a', 'c', 'b']);
    expect(currentTab(reopened).sql).toBe('b');
    expect(reopened.closed).toEqual([]);
  });

  it('leaves a blank tab after the last one, and does not keep blank ones', () => {
    const tabs = firstTabs();
    const closed = closeTab(tabs, tabs.current);
    expect(closed.open).toHaveLength(1);
    expect(closed.closed).toEqual([]);
    expect(reopenTab(closed)).toBe(closed);
  });
});

it('closes the first tab when too many are open', () => {
  const tabs = withText(...Array.from({ length: openTabsMax + 3 }, (_, at) => `SELECT ${at}`));
  expect(texts(tabs)).toHaveLength(openTabsMax);
  expect(texts(tabs)[0]).toBe('SELECT 3');
  expect(tabs.closed.map(({ sql }) => sql)).toEqual(['SELECT 2', 'SELECT 1', 'SELECT 0']);
  expect(new Set(tabs.open.map(({ name }) => name)).size).toBe(openTabsMax);
});

it('is saved as it was sent: what was typed since then is not', () => {
  const tabs = withText('SELECT 1');
  const saved = {
    id: 'SQY1',
    uniqueName: 'sales',
    sql: 'SELECT 1',
    dialect: null,
  } as SavedQueryPartsFragment;
  const isChanged = (before: QueryTabs) =>
    currentTab(markSaved(before, tabs.current, saved)).savedQuery?.isChanged;
  expect(currentTab(markSaved(tabs, tabs.current, saved)).name).toBe('sales');
  expect(isChanged(tabs)).toBe(false);
  expect(isChanged(editTab(tabs, tabs.current, { sql: 'SELECT 2' }))).toBe(true);
  expect(isChanged(editTab(tabs, tabs.current, { dialect: 'POSTGRESQL' }))).toBe(true);
});

it('renames, but not to nothing', () => {
  const tabs = firstTabs();
  expect(currentTab(renameTab(tabs, tabs.current, ' sales ')).name).toBe('sales');
  expect(renameTab(tabs, tabs.current, '  ')).toBe(tabs);
});

describe('what the browser has kept', () => {
  it('is read as it was written', () => {
    const tabs = closeTab(withText('a', 'b'), 'none');
    const saved = changeTab(tabs, tabs.current, { savedQuery: { id: 'SQY1', isChanged: true } });
    expect(readTabs(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['no tab', { open: [], current: '', closed: [] }],
    ['tabs of another form', { open: [null, 1, { id: 1 }], current: '', closed: [] }],
  ])('is ignored if it is %s', (_what, kept) => {
    expect(readTabs(kept)).toBeUndefined();
  });

  it('is corrected where it can be', () => {
    const tab = { id: 'a', name: 'n', sql: 's', dialect: 'LATIN', savedQuery: 7 };
    expect(readTabs({ open: [tab], current: 'gone', closed: 'x' })).toEqual({
      open: [{ id: 'a', name: 'n', sql: 's', dialect: '' }],
      current: 'a',
      closed: [],
    });
  });
});

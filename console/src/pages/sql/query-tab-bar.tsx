import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { NameDialog } from '../dashboards/name-dialog.js';
import {
  addTab,
  closeTab,
  currentTab,
  openTabsMax,
  type QueryTab,
  type QueryTabs,
  renameTab,
  reopenTab,
  selectTab,
} from './query-tabs.js';
import './query-tab-bar.css';

interface QueryTabBarProps {
  readonly tabs: QueryTabs;
  readonly change: (change: (tabs: QueryTabs) => QueryTabs) => void;
  readonly onClose: (id: string) => void;
}

export const tabId = (id: string) => `sql-tab-${id}`;
export const tabPanelId = 'sql-tab-panel';

/** The tabs of the editor. The arrow keys move between them, Delete closes one, F2 renames it. */
export function QueryTabBar({ tabs, change, onClose }: QueryTabBarProps) {
  const list = useRef<HTMLDivElement>(null);
  const [renamed, setRenamed] = useState<QueryTab>();
  const tab = currentTab(tabs);
  const close = (id: string) => {
    onClose(id);
    change((known) => closeTab(known, id));
  };
  /** Also after the tab that had the focus is gone. */
  const focusCurrent = () =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = tabs.open.indexOf(tab);
    const last = tabs.open.length - 1;
    const target = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target !== undefined) change((known) => selectTab(known, known.open[target]?.id ?? tab.id));
    else if (event.key === 'Delete') close(tab.id);
    else if (event.key === 'F2') return setRenamed(tab);
    else return;
    event.preventDefault();
    focusCurrent();
  };
  return (
    <div className="query-tab-bar">
      <div ref={list} className="query-tabs" role="tablist" aria-label="Queries" onKeyDown={onKeyDown}>
        {tabs.open.map((one) => (
          <TabButton
            key={one.id}
            tab={one}
            isCurrent={one.id === tab.id}
            onSelect={() => change((known) => selectTab(known, one.id))}
            onRename={() => setRenamed(one)}
            onClose={() => close(one.id)}
          />
        ))}
      </div>
      <div className="query-tab-tools">
        <button
          type="button"
          className="small-button"
          disabled={tabs.open.length >= openTabsMax}
          title={tabs.open.length >= openTabsMax ? `At most ${openTabsMax} tabs: close one first` : undefined}
          onClick={() => change((known) => addTab(known))}
        >
          New tab
        </button>
        <button type="button" className="small-button" onClick={() => setRenamed(tab)}>
          Rename tab
        </button>
        <button type="button" className="small-button" onClick={() => close(tab.id)}>
          Close tab
        </button>
        {tabs.closed.length > 0 && (
          <button
            type="button"
            className="small-button"
            title={tabs.closed[0]?.name}
            onClick={() => change(reopenTab)}
          >
            Reopen closed tab
          </button>
        )}
      </div>
      {renamed && (
        <NameDialog
          title={`Rename ${renamed.name}`}
          label="Name of the tab"
          submitLabel="Rename"
          initial={renamed.name}
          error={null}
          pending={false}
          onSubmit={(name) => {
            change((known) => renameTab(known, renamed.id, name));
            setRenamed(undefined);
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </div>
  );
}

interface TabButtonProps {
  readonly tab: QueryTab;
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
  readonly onRename: () => void;
  readonly onClose: () => void;
}

/** A tab may contain no other control, so its cross is for the pointer alone: keys have Delete. */
function TabButton({ tab, isCurrent, onSelect, onRename, onClose }: TabButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  const isChanged = tab.savedQuery?.isChanged ?? false;
  const isOnCross = ({ target }: MouseEvent) => (target as Element).closest('.query-tab-cross') !== null;
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={tabId(tab.id)}
      aria-selected={isCurrent}
      aria-controls={tabPanelId}
      aria-keyshortcuts="Delete F2"
      tabIndex={isCurrent ? 0 : -1}
      title={isChanged ? `${tab.name}, not saved` : tab.name}
      onClick={(event) => (isOnCross(event) ? onClose() : onSelect())}
      onAuxClick={(event) => event.button === 1 && onClose()}
      onDoubleClick={(event) => isOnCross(event) || onRename()}
    >
      <span className="query-tab-name">{tab.name}</span>
      {isChanged && (
        <>
          <span aria-hidden="true">•</span>
          <span className="visually-hidden">, not saved</span>
        </>
      )}
      <span className="query-tab-cross" aria-hidden="true">
        ×
      </span>
    </button>
  );
}

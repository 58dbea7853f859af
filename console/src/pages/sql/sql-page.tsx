import { savedQueryQuery } from '@weir/client';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { columnsOf, isReadable, usePools } from '../../api/use-pools.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { Page } from '../../ui/page.js';
import { Failure } from '../../ui/states.js';
import { EditorTools } from './editor-tools.js';
import { QueryHistory } from './query-history.js';
import { QueryTabBar, tabId, tabPanelId } from './query-tab-bar.js';
import {
  changeSavedQuery,
  currentTab,
  dialectOf,
  editTab,
  linkToSql,
  markSaved,
  openTab,
  type QueryTabs,
  type QueryText,
  savedTab,
} from './query-tabs.js';
import { RunOutcome } from './run-outcome.js';
import { SidePanel } from './side-panel.js';
import { type EditorMemory, SqlEditor, type SqlEditorHandle } from './sql-editor.js';
import { usePanelChoice } from './use-panel-choice.js';
import { useQueryTabs } from './use-query-tabs.js';
import { useSqlRuns } from './use-sql-runs.js';

export default function SqlPage() {
  const { tabs, isKept, change, error } = useLinkedTabs();
  const [isPanelOpen, setPanelOpen] = usePanelChoice();
  const panelId = useId();
  const editor = useRef<SqlEditorHandle>(null);
  const memory = useRef<EditorMemory>(new Map());
  const pools = usePools();
  const tables = useMemo(
    () =>
      pools.data &&
      new Map(
        (pools.data.dataPools?.nodes ?? [])
          .filter(isReadable)
          .map((pool) => [pool.uniqueName, columnsOf(pool)] as const),
      ),
    [pools.data],
  );
  const runs = useSqlRuns();
  const tab = currentTab(tabs);
  const run = runs.of(tab.id);
  const start = (how: 'run' | 'describe', text: QueryText) => {
    if (text.sql.trim() === '' || run?.kind === 'running') return;
    navigate(linkToSql(text), { replace: true });
    void runs[how](tab.id, text);
  };
  return (
    <Page
      isForm
      title="SQL"
      lead="Run one SELECT over your Data Pools, by name. Press Ctrl+Enter or ⌘+Enter to run it."
      actions={
        <button
          type="button"
          aria-expanded={isPanelOpen}
          aria-controls={panelId}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          {isPanelOpen ? 'Hide' : 'Show'} Data Pools and saved queries
        </button>
      }
    >
      <div className="workbench" data-panel={isPanelOpen ? 'open' : 'closed'}>
        {isPanelOpen && (
          <SidePanel
            id={panelId}
            tables={tables}
            onInsert={(name) => editor.current?.insertName(name)}
            onSavedQueryChanged={(id, changes) => change((known) => changeSavedQuery(known, id, changes))}
          />
        )}
        <div className="stack">
          <QueryTabBar tabs={tabs} change={change} onClose={runs.cancel} />
          <section id={tabPanelId} role="tabpanel" aria-labelledby={tabId(tab.id)} className="panel stack">
            <SqlEditor
              key={tab.id}
              ref={editor}
              tab={tab.id}
              memory={memory.current}
              value={tab.sql}
              onChange={(sql) => change((known) => editTab(known, tab.id, { sql }))}
              onRun={(sql) => start('run', { sql, dialect: tab.dialect })}
              tables={tables}
              postgres={tab.dialect !== 'COLUMNSTORE'}
            />
            {!isKept && (
              <p className="note" role="status">
                The tabs are too long to be kept when this page is reloaded. Close some, or save them.
              </p>
            )}
            <EditorTools
              tab={tab}
              isRunning={run?.kind === 'running'}
              onStart={(how) => start(how, tab)}
              onCancel={() => runs.cancel(tab.id)}
              onDialect={(dialect) => change((known) => editTab(known, tab.id, { dialect }))}
              onSaved={(saved) => change((known) => markSaved(known, tab.id, saved))}
            />
          </section>
          {error && <Failure error={error} />}
          {pools.isError && <Failure error={pools.error} retry={() => void pools.refetch()} />}
          {/* Those of other tabs are only hidden, so that they keep their charts and go on with their exports. */}
          {tabs.open.map(({ id }) => {
            const outcome = runs.of(id);
            return (
              outcome && (
                <div key={id} className="stack" hidden={id !== tab.id}>
                  <RunOutcome run={outcome} />
                </div>
              )
            );
          })}
          <section className="stack">
            <h2>History</h2>
            <QueryHistory type="SQL" onOpen={(text) => change((known) => openTab(known, text))} />
          </section>
        </div>
      </div>
    </Page>
  );
}

/**
 * The tabs, and the query or saved query of the URL among them. The URL has the query that ran last as long as its tab is shown unchanged: a link
 * shares what is seen, and a reload does not bring back an older text.
 */
function useLinkedTabs() {
  const { tabs, isKept, change } = useQueryTabs();
  const { search } = useView();
  const { q: linked, saved } = search;
  const dialect = dialectOf(search.dialect);
  const client = useClient();
  const [error, setError] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is opened once, when it changes
  useEffect(() => {
    setError(undefined);
    if (linked !== undefined) change((known) => openTab(known, { sql: linked, dialect }));
    if (saved === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    client.request(savedQueryQuery, { id: saved }, { signal }).then(
      ({ savedQuery }) => {
        if (savedQuery && !signal.aborted) change((known) => openTab(known, savedTab(savedQuery)));
      },
      (failure: Error) => {
        if (signal.aborted) return;
        setError(failure);
        endSessionIfRefused(failure);
      },
    );
    return () => leaving.abort();
  }, [linked, dialect, saved]);
  return {
    tabs,
    isKept,
    error,
    change: (work: (tabs: QueryTabs) => QueryTabs) => {
      if (change(work) && (linked ?? saved) !== undefined) navigate(href('/sql'), { replace: true });
    },
  };
}

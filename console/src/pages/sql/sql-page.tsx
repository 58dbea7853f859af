import { useEffect, useId, useMemo, useRef } from 'react';
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
  changeTab,
  currentTab,
  dialectOf,
  editTab,
  linkToSql,
  openTab,
  type QueryTabs,
  type QueryText,
} from './query-tabs.js';
import { RunOutcome } from './run-outcome.js';
import { SidePanel } from './side-panel.js';
import { type EditorMemory, SqlEditor, type SqlEditorHandle } from './sql-editor.js';
import { usePanelChoice } from './use-panel-choice.js';
import { useQueryTabs } from './use-query-tabs.js';
import { useSqlRuns } from './use-sql-runs.js';

export default function SqlPage() {
  const { tabs, isKept, change } = useLinkedTabs();
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
            onOpen={(content) => change((known) => openTab(known, content))}
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
              onSaved={(changes) => change((known) => changeTab(known, tab.id, changes))}
            />
          </section>
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
 * The tabs, and the query of the URL among them. The URL has the query that ran last as long as its tab is shown unchanged: a link
 * shares what is seen, and a reload does not bring back an older text.
 */
function useLinkedTabs() {
  const { tabs, isKept, change } = useQueryTabs();
  const { search } = useView();
  const linked = search.q;
  const dialect = dialectOf(search.dialect);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is opened once, when it changes
  useEffect(() => {
    if (linked !== undefined) change((known) => openTab(known, { sql: linked, dialect }));
  }, [linked, dialect]);
  return {
    tabs,
    isKept,
    change: (work: (tabs: QueryTabs) => QueryTabs) => {
      if (change(work) && linked !== undefined) navigate(href('/sql'), { replace: true });
    },
  };
}

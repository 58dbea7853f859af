import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeSqlQuery, type SqlDialectV1, sqlQuery } from '@weir/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { columnsOf, usePools } from '../../api/use-pools.js';
import { href, navigate, useLocation } from '../../routing/location.js';
import { SelectField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Failure, Loading } from '../../ui/states.js';
import { AddToDashboard } from '../dashboards/add-to-dashboard.js';
import { QueryHistory } from './query-history.js';
import { SqlEditor } from './sql-editor.js';
import { DescribedColumns, SqlResult } from './sql-result.js';
import { rememberText } from './sql-texts.js';

const dialects = [
  { value: '', label: 'Automatic (PostgreSQL first)' },
  { value: 'POSTGRESQL', label: 'PostgreSQL' },
  { value: 'COLUMNSTORE', label: 'Column store' },
];

export default function SqlPage() {
  const { params } = useLocation();
  const linked = params.get('q');
  const [text, setText] = useState(linked ?? '');
  // A link to this page with a query replaces the text; a link without one keeps it.
  useEffect(() => {
    if (linked !== null) setText(linked);
  }, [linked]);
  const dialect = (params.get('dialect') ?? '') as SqlDialectV1 | '';
  const pools = usePools();
  const schema = useMemo(
    () =>
      Object.fromEntries(
        (pools.data?.dataPools?.nodes ?? []).map((pool) => [
          pool.uniqueName,
          columnsOf(pool).map(({ columnName }) => columnName),
        ]),
      ),
    [pools.data],
  );
  const { run, describe, cancel } = useSql();
  const input = (query: string) => ({ query, ...(dialect !== '' && { dialect }) });
  const keep = (query: string) => navigate(href('/sql', { q: query, dialect }), { replace: true });
  const start = (query: string) => {
    if (query.trim() === '' || run.isPending) return;
    keep(query);
    describe.reset();
    run.mutate(input(query));
  };
  const pending = run.isPending || describe.isPending;
  return (
    <Page
      isForm
      title="SQL"
      lead="Run one SELECT over your Data Pools, by name. Press Ctrl+Enter or ⌘+Enter to run it."
    >
      <section className="panel stack">
        <SqlEditor
          value={text}
          onChange={setText}
          onRun={start}
          schema={schema}
          postgres={dialect !== 'COLUMNSTORE'}
        />
        <div className="row-fields">
          <SelectField
            label="Dialect"
            value={dialect}
            onChange={(next) => navigate(href('/sql', { q: text, dialect: next }), { replace: true })}
            options={dialects}
          />
          <button
            type="button"
            className="primary"
            disabled={pending || text.trim() === ''}
            onClick={() => start(text)}
          >
            Run
          </button>
          <button
            type="button"
            disabled={pending || text.trim() === ''}
            onClick={() => {
              keep(text);
              run.reset();
              describe.mutate(input(text));
            }}
          >
            Describe
          </button>
          <button type="button" disabled={!pending} onClick={cancel}>
            Cancel
          </button>
          <AddToDashboard tile={{ title: '', sql: input(text) }} disabled={text.trim() === ''} />
        </div>
      </section>
      {pending && <Loading what="the answer" />}
      {run.isError && <Failure error={run.error} />}
      {describe.isError && <Failure error={describe.error} />}
      {describe.isSuccess && <DescribedColumns columns={describe.data.describeSqlV1.columns} />}
      {run.isSuccess && <SqlResult result={run.data.sqlV1} source={exportSource(run.variables)} />}
      <section className="stack">
        <h2>History</h2>
        <QueryHistory type="SQL" onUse={setText} />
      </section>
    </Page>
  );
}

const engineStopMs = 1_000;

interface SqlInput {
  readonly query: string;
  readonly dialect?: SqlDialectV1;
}

/** Runs or describes a statement. Cancelling makes the service stop the query. */
function useSql() {
  const client = useClient();
  const queries = useQueryClient();
  const stop = useRef(new AbortController());
  const started = () => {
    stop.current = new AbortController();
    return { signal: stop.current.signal };
  };
  const run = useMutation({
    mutationFn: (input: SqlInput) => client.request(sqlQuery, { input }, started()),
    onError: endSessionIfRefused,
    onSuccess: ({ sqlV1 }, { query }) => rememberText(sqlV1.info.id, query),
    onSettled: () => {
      queries.invalidateQueries();
      // A cancelled query appears in the history once the engine has stopped it.
      if (stop.current.signal.aborted) setTimeout(() => queries.invalidateQueries(), engineStopMs);
    },
  });
  const describe = useMutation({
    mutationFn: (input: SqlInput) => client.request(describeSqlQuery, { input }, started()),
    onError: endSessionIfRefused,
  });
  return { run, describe, cancel: () => stop.current.abort(new Error('You cancelled the query')) };
}

const exportSource = ({ query, ...others }: SqlInput) => ({ sql: query, ...others });

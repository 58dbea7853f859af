import { useQueryClient } from '@tanstack/react-query';
import {
  type DescribeSqlQuery,
  describeSqlQuery,
  type SqlQuery,
  type SqlV1Input,
  sqlQuery,
} from '@weir/client';
import { useEffect, useRef, useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import type { QueryText } from './query-tabs.js';
import { rememberText } from './typed-texts.js';

/** What became of the last statement of a tab. */
export type SqlRun =
  | { readonly kind: 'running'; readonly stop: AbortController }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: QueryText; readonly error: Error }
  | { readonly kind: 'answered'; readonly text: QueryText; readonly result: SqlQuery['sqlV1'] }
  | { readonly kind: 'described'; readonly columns: DescribeSqlQuery['describeSqlV1']['columns'] };

/** Answers may have 100,000 rows, so only those of the last tabs are held. */
const runsHeldMax = 5;
const engineStopMs = 1_000;

export const inputOf = ({ sql, dialect }: QueryText): SqlV1Input => ({
  query: sql,
  ...(dialect !== '' && { dialect }),
});

function held(runs: ReadonlyMap<string, SqlRun>, tab: string, run: SqlRun): ReadonlyMap<string, SqlRun> {
  const others = [...runs].filter(([id]) => id !== tab);
  const isRunning = ([, { kind }]: (typeof others)[number]) => kind === 'running';
  const ended = others.filter((one) => !isRunning(one)).slice(1 - runsHeldMax);
  return new Map([...others.filter(isRunning), ...ended, [tab, run]]);
}

/** Runs and describes the statements of tabs. Cancelling one makes the service stop it, and so does leaving the page. */
export function useSqlRuns() {
  const client = useClient();
  const queries = useQueryClient();
  const [runs, setRuns] = useState<ReadonlyMap<string, SqlRun>>(new Map());
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const stop of all) stop.abort();
    };
  }, []);

  const start = async (tab: string, text: QueryText, ask: (signal: AbortSignal) => Promise<SqlRun>) => {
    const stop = new AbortController();
    running.current.add(stop);
    const show = (run: SqlRun) => setRuns((known) => held(known, tab, run));
    show({ kind: 'running', stop });
    try {
      show(await ask(stop.signal));
    } catch (error) {
      if (stop.signal.aborted) show({ kind: 'cancelled' });
      else {
        show({ kind: 'failed', text, error: error as Error });
        endSessionIfRefused(error as Error);
      }
    }
    running.current.delete(stop);
    queries.invalidateQueries();
    // A cancelled query appears in the history once the engine has stopped it.
    if (stop.signal.aborted) setTimeout(() => queries.invalidateQueries(), engineStopMs);
  };

  return {
    of: (tab: string) => runs.get(tab),
    run: (tab: string, text: QueryText) =>
      start(tab, text, async (signal) => {
        const { sqlV1 } = await client.request(sqlQuery, { input: inputOf(text) }, { signal });
        rememberText(sqlV1.info.id, text);
        return { kind: 'answered', text, result: sqlV1 };
      }),
    describe: (tab: string, text: QueryText) =>
      start(tab, text, async (signal) => {
        const { describeSqlV1 } = await client.request(
          describeSqlQuery,
          { input: inputOf(text) },
          { signal },
        );
        return { kind: 'described', columns: describeSqlV1.columns };
      }),
    cancel: (tab: string) => {
      const run = runs.get(tab);
      if (run?.kind === 'running') run.stop.abort();
    },
  };
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type TypedDocument, WeirError } from '@weir/client';
import { useEffect, useState } from 'react';
import { endSessionIfRefused, useClient } from './use-operation.js';

/**
 * Keeps the cached answer of an operation current by a subscription, while enabled. Returns whether the connection is lost; it
 * is opened again by itself.
 */
export function useLiveAnswers<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  enabled: boolean,
): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const text = JSON.stringify(variables);
  useEffect(() => {
    setIsLost(false);
    if (!enabled) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // Exact, because otherwise it also means operations with these variables and others.
    const own = { queryKey: [document, JSON.parse(text) as Variables], exact: true };
    const follow = async () => {
      await firstAnswers(queries);
      const onInterrupted = () => setIsLost(true);
      const answers = client.subscribe(document, JSON.parse(text) as Variables, { signal, onInterrupted });
      for await (const answer of answers) {
        setIsLost(false);
        // A request that is under way may have an older answer, which would replace this one.
        await queries.cancelQueries(own);
        queries.setQueryData(own.queryKey, answer);
      }
    };
    follow().catch((error: unknown) => {
      if (signal.aborted || !(error instanceof WeirError)) return;
      endSessionIfRefused(error);
      // The query itself shows why it cannot be answered.
      void queries.invalidateQueries(own);
    });
    return () => leaving.abort();
  }, [client, queries, document, text, enabled]);
  return isLost;
}

/**
 * Resolves when no query of the page waits for its first answer. Subscriptions would delay those: they ask the service as well, and
 * browsers open only six connections to a server.
 */
function firstAnswers(queries: QueryClient): Promise<void> {
  const cache = queries.getQueryCache();
  const isWaiting = () =>
    cache.getAll().some(({ state }) => state.status === 'pending' && state.fetchStatus === 'fetching');
  if (!isWaiting()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = cache.subscribe(() => {
      if (isWaiting()) return;
      leave();
      resolve();
    });
  });
}

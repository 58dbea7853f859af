import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type TypedDocument, WeirError } from '@weir/client';
import { useEffect, useState } from 'react';
import { endSessionIfRefused, useClient } from './use-operation.js';

/** For failures that the client does not retry, such as a query that took too long. */
const followAgainMs = 30_000;

/**
 * Keeps the cached answer of an operation current by a subscription, while enabled. Returns whether the subscription is
 * interrupted; it begins again by itself.
 */
export function useLiveAnswers<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  enabled: boolean,
): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const [isInterrupted, setIsInterrupted] = useState(false);
  const text = JSON.stringify(variables);
  useEffect(() => {
    setIsInterrupted(false);
    if (!enabled) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // Exact, because otherwise it also means operations with these variables and others.
    const own = { queryKey: [document, JSON.parse(text) as Variables], exact: true };
    const follow = async () => {
      await firstAnswers(queries);
      const onInterrupted = () => setIsInterrupted(true);
      const answers = client.subscribe(document, JSON.parse(text) as Variables, { signal, onInterrupted });
      for await (const answer of answers) {
        setIsInterrupted(false);
        // A request that is under way may have an older answer, which would replace this one.
        await queries.cancelQueries(own);
        queries.setQueryData(own.queryKey, answer);
      }
    };
    let timer: number | undefined;
    const followOn = () =>
      void follow().catch((error: unknown) => {
        if (signal.aborted || !(error instanceof WeirError)) return;
        endSessionIfRefused(error);
        setIsInterrupted(true);
        // The query itself shows why it cannot be answered.
        void queries.invalidateQueries(own);
        timer = window.setTimeout(followOn, followAgainMs);
      });
    followOn();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [client, queries, document, text, enabled]);
  return isInterrupted;
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

import {
  keepPreviousData,
  QueryCache,
  type QueryCacheConfig,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type TypedDocument, type WeirClient, WeirError } from '@weir/client';
import { createContext, useContext } from 'react';
import { endSession, useSessionState } from '../session/session.js';
import { isOutage, noteAnswer, noteOutage } from './outage.js';

export function createQueryClient(
  onError: NonNullable<QueryCacheConfig['onError']> = endSessionIfRefused,
): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: noteAnswer,
      onError: (error, query) => {
        onError(error, query);
        if (isOutage(error)) noteOutage();
      },
    }),
    // The client does the retries. It also detects a missing network: the service may be on this machine, and a query
    // that waits for the browser to report a network would show neither a response nor an error.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 5_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Call on every error of a request with the session's token. A token that is refused and not renewed ends the session. */
export function endSessionIfRefused(error: Error): void {
  if (error instanceof WeirError && error.code === 'UNAUTHENTICATED') endSession();
}

export interface OperationOptions {
  readonly enabled?: boolean;
  /** Shows the previous response while the next one loads. */
  readonly keepPrevious?: boolean;
  readonly refetchIntervalMs?: number | undefined;
  /** Fetches again each time the component is shown. */
  readonly alwaysFresh?: boolean;
}

/** The client of a page with credentials of its own, such as a shared dashboard. */
export const ClientContext = createContext<WeirClient | undefined>(undefined);

/** The page's own client, or that of the signed-in Application. Only for components behind the sign-in. */
export function useClient(): WeirClient {
  const { session } = useSessionState();
  const client = useContext(ClientContext) ?? session?.client;
  if (!client) throw new Error('useClient was called without a session');
  return client;
}

/** A query, cached by its document and variables, cancelled when no component waits for it. */
export function useOperation<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, refetchIntervalMs, alwaysFresh = false }: OperationOptions = {},
): UseQueryResult<Result, Error> {
  const client = useClient();
  return useQuery<Result, Error>({
    queryKey: [document, variables],
    queryFn: ({ signal }) =>
      client.request<Result, Variables>(document, ...([variables, { signal }] as never)),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
    ...(alwaysFresh && { staleTime: 0 }),
  });
}

/** A mutation. Afterwards everything shown is fetched again. */
export function useChange<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  done?: (result: Result) => void | Promise<void>,
): UseMutationResult<Result, Error, Variables> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<Result, Error, Variables>({
    mutationFn: async (variables) => {
      const result = await client.request<Result, Variables>(document, ...([variables] as never));
      refuseFailure(result);
      return result;
    },
    onError: endSessionIfRefused,
    onSuccess: async (result) => {
      await done?.(result);
      await queries.invalidateQueries();
    },
  });
}

interface Refused {
  readonly code: WeirError['code'] | null;
  readonly message: string;
  readonly field?: string | null;
}

/** Some mutations return a failure as a result; this throws it like any other error. */
function refuseFailure(result: unknown): void {
  for (const value of Object.values(result as Record<string, unknown>)) {
    const failure = value as { error?: Refused } | null;
    if (!failure?.error || Object.keys(failure).length > 1) continue;
    const { code, message, field } = failure.error;
    throw new WeirError(code ?? 'INTERNAL', message, { details: { field } });
  }
}

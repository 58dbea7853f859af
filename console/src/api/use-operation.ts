import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type TypedDocument, WeirError } from '@weir/client';
import { endSession, useSessionState } from '../session/session.js';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    // The client retries what is worth it. Whether there is a network is for it to find out too: the service may
    // be on this very machine, and what only waits for the browser's word shows neither an answer nor an error.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 5_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** For every call with the session's token: one that was refused, and not renewed, has ended the session. */
export function noticeEnd(error: Error): void {
  if (error instanceof WeirError && error.code === 'UNAUTHENTICATED') endSession();
}

export interface OperationOptions {
  readonly enabled?: boolean;
  /** Shows the previous answer while the next one comes. */
  readonly keepPrevious?: boolean;
  readonly refetchIntervalMs?: number | undefined;
  /** Asks again each time that it is shown. */
  readonly alwaysFresh?: boolean;
}

/** The client of whoever is signed in. Only what is shown behind the sign-in uses it. */
export function useClient() {
  const { session } = useSessionState();
  if (!session) throw new Error('Nobody is signed in');
  return session.client;
}

/** A read of the API, cached by its document and variables, cancelled when nobody waits for it. */
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

/** A change. Everything that is shown is asked for again afterwards. */
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
    onError: noticeEnd,
    onSuccess: async (result) => {
      await done?.(result);
      await queries.invalidateQueries();
    },
  });
}

/** Some changes answer a failure as a result; here it is raised like any other. */
function refuseFailure(result: unknown): void {
  for (const value of Object.values(result as Record<string, unknown>)) {
    const failure = value as { error?: { code: WeirError['code'] | null; message: string } } | null;
    if (failure?.error && Object.keys(failure).length === 1)
      throw new WeirError(failure.error.code ?? 'INTERNAL', failure.error.message);
  }
}

import { graphqlRequest } from './graphql-request.js';
import type { Fetch } from './http.js';
import { type RetryOptions, refusedBeforeWork, refusedOrLost, retrying } from './retry.js';
import { type EventResult, postEvents, type SendEventsOptions } from './send-events.js';
import { type AccessToken, type Credentials, credentialsSource, givenSource } from './token-source.js';
import type { TypedDocument } from './typed-document.js';
import { orAborted } from './wait.js';
import { WeirError } from './weir-error.js';

interface CommonOptions {
  /** Where the service is, such as `https://weir.example.com`. */
  readonly url: string;
  /** In place of the platform's own. */
  readonly fetch?: Fetch;
  readonly retry?: RetryOptions;
}

interface WithCredentials extends CommonOptions {
  readonly credentials: Credentials;
  /** A token from before, used until it nears its end. */
  readonly initialToken?: AccessToken;
  /** Called with each new token. */
  readonly onToken?: (token: AccessToken) => void;
  readonly token?: never;
}

interface WithToken extends CommonOptions {
  /** A token, or what gives a current one; such a function is asked again when its token is refused. */
  readonly token: string | (() => string | Promise<string>);
  readonly credentials?: never;
}

export type WeirClientOptions = WithCredentials | WithToken;

export interface RequestOptions {
  /** Ends the request; the service then cancels the query. */
  readonly signal?: AbortSignal;
}

type NoVariables = Readonly<Record<string, never>>;
/** Variables may be left out when none is required. */
type VariablesArgument<Variables> = NoVariables extends Variables
  ? [variables?: Variables, options?: RequestOptions]
  : [variables: Variables, options?: RequestOptions];

export interface WeirClient {
  /** Runs an operation of this package, or any other text, whose types are then yours to state. */
  request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: VariablesArgument<Variables>
  ): Promise<Result>;
  /** Posts events, or JSON text of one or of an array of them, to a webhook URL; needs no token. */
  sendEvents(
    webhookUrl: string,
    events: readonly unknown[] | string,
    options?: SendEventsOptions,
  ): Promise<readonly EventResult[]>;
  /** A current access token, fetched if need be. */
  accessToken(): Promise<string>;
}

export function createWeirClient(options: WeirClientOptions): WeirClient {
  const url = options.url.replace(/\/+$/, '');
  // Called as a plain function: browsers refuse their own fetch as a method of something else.
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const { retry } = options;
  const tokens = options.credentials
    ? credentialsSource({
        url,
        fetch,
        retry,
        credentials: options.credentials,
        initialToken: options.initialToken,
        onToken: options.onToken,
      })
    : givenSource(options.token);

  const request = async (query: string, variables: unknown, signal: AbortSignal | undefined) => {
    const once = async () => {
      const token = await orAborted(tokens.get(), signal);
      try {
        return await graphqlRequest({ url, fetch, query, variables, token, signal });
      } catch (error) {
        if (!isUnauthenticated(error) || !tokens.refused(token)) throw error;
        const next = await orAborted(tokens.get(), signal);
        return await graphqlRequest({ url, fetch, query, variables, token: next, signal });
      }
    };
    // A mutation whose answer was lost may have happened, and so may the fields before a failed one.
    return await retrying(once, isMutation(query) ? refusedBeforeWork : refusedOrLost, retry, signal);
  };

  return {
    request: async (document, ...[variables, { signal } = {}]) =>
      (await request(document, variables, signal)) as never,
    sendEvents: (webhookUrl, events, sending) => postEvents({ fetch, retry }, webhookUrl, events, sending),
    accessToken: () => tokens.get(),
  };
}

const isUnauthenticated = (error: unknown) => error instanceof WeirError && error.code === 'UNAUTHENTICATED';

/** A document with any mutation in it counts as one. */
const isMutation = (query: string) => /(^|[\s}])mutation\b/.test(query);

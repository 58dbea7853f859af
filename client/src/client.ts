import { graphqlRequest } from './graphql-request.js';
import type { Fetch } from './http.js';
import { type RetryOptions, refusedBeforeWork, refusedOrLost, retrying } from './retry.js';
import { type EventResult, postEvents, type SendEventsOptions } from './send-events.js';
import { type AccessToken, type Credentials, credentialsSource, givenSource } from './token-source.js';
import type { TypedDocument } from './typed-document.js';
import { orAborted } from './wait.js';
import { WeirError } from './weir-error.js';

interface CommonOptions {
  /** The URL of the service, such as `https://weir.example.com`. */
  readonly url: string;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
  readonly retry?: RetryOptions;
}

interface WithCredentials extends CommonOptions {
  readonly credentials: Credentials;
  /** An existing token, used until shortly before it expires. */
  readonly initialToken?: AccessToken;
  /** Called with each new token. */
  readonly onToken?: (token: AccessToken) => void;
  readonly token?: never;
}

interface WithToken extends CommonOptions {
  /** A token, or a function that returns a current one. The function is called again when its token is refused. */
  readonly token: string | (() => string | Promise<string>);
  readonly credentials?: never;
}

export type WeirClientOptions = WithCredentials | WithToken;

export interface RequestOptions {
  /** Aborts the request; the service then cancels the query. */
  readonly signal?: AbortSignal;
}

type NoVariables = Readonly<Record<string, never>>;
/** Variables are optional when none is required. */
type VariablesArgument<Variables> = NoVariables extends Variables
  ? [variables?: Variables, options?: RequestOptions]
  : [variables: Variables, options?: RequestOptions];

export interface WeirClient {
  /** Runs an operation of this package, or any other document, for which you state the types. */
  request<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    ...rest: VariablesArgument<Variables>
  ): Promise<Result>;
  /** Posts events to a webhook URL, as objects or as the JSON text of one event or an array. Needs no token. */
  sendEvents(
    webhookUrl: string,
    events: readonly unknown[] | string,
    options?: SendEventsOptions,
  ): Promise<readonly EventResult[]>;
  /** A current access token, fetched if necessary. */
  accessToken(): Promise<string>;
}

export function createWeirClient(options: WeirClientOptions): WeirClient {
  const url = options.url.replace(/\/+$/, '');
  // Called as a plain function: browsers refuse `fetch` as a method of another object.
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
    // A mutation whose response was lost may have been executed, and so may the fields before a failed one.
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

import { EventConnection } from './event-connection.js';
import { type ExportedFile, type ExportFileInput, postExport } from './export-file.js';
import type { LoadContent } from './file-parts.js';
import { graphqlRequest } from './graphql-request.js';
import { exchange, type Fetch, failure } from './http.js';
import { type LoadFileOptions, type LoadResult, loadFile, type Send } from './load-file.js';
import { type FilePreview, type PreviewFileOptions, previewFile } from './preview-file.js';
import { type RetryOptions, refusedBeforeWork, refusedOrLost, retrying } from './retry.js';
import { type EventResult, postEvents, type SendEventsOptions } from './send-events.js';
import { type SubscribeOptions, subscribe } from './subscribe.js';
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
  /**
   * Answers that stay current: the first one immediately, then another whenever something has changed. Takes the documents of
   * queries that can be subscribed to, such as `counterQuery`. Leaving the loop ends the subscription.
   */
  subscribe<Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    options?: SubscribeOptions,
  ): AsyncGenerator<Result, void, void>;
  /** Posts events to a webhook URL, as objects or as the JSON text of one event or an array. Needs no token. */
  sendEvents(
    webhookUrl: string,
    events: readonly unknown[] | string,
    options?: SendEventsOptions,
  ): Promise<readonly EventResult[]>;
  /**
   * Loads a file into a Data Pool, by name or ID: all of its rows or none. Uploads it in parts and continues after network
   * errors. Resolves when the rows are stored. Needs the scope `data_pool:load`.
   */
  loadFile(dataPool: string, content: LoadContent, options?: LoadFileOptions): Promise<LoadResult>;
  /**
   * The columns and first rows of a file, from its first megabyte. Undefined for a large file that can only be read as a whole:
   * Parquet, a JSON array, or compressed with zstd.
   */
  previewFile(dataPool: string, file: Blob, options?: PreviewFileOptions): Promise<FilePreview | undefined>;
  /** Exports all rows of a query as one file, which is streamed as it is written. */
  exportFile(input: ExportFileInput, options?: RequestOptions): Promise<ExportedFile>;
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

  /** Repeats work once if the service refuses the token and there is another. */
  const withToken = async <T>(
    work: (token: string) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const token = await orAborted(tokens.get(), signal);
    try {
      return await work(token);
    } catch (error) {
      if (!isUnauthenticated(error) || !tokens.refused(token)) throw error;
      const next = await orAborted(tokens.get(), signal);
      if (next === token) throw error;
      return await work(next);
    }
  };

  const request = async (query: string, variables: unknown, signal: AbortSignal | undefined) => {
    const once = () =>
      withToken((token) => graphqlRequest({ url, fetch, query, variables, token, signal }), signal);
    // A mutation whose response was lost may have been executed, and so may the fields before a failed one.
    return await retrying(once, isMutation(query) ? refusedBeforeWork : refusedOrLost, retry, signal);
  };

  const send: Send = (path, { headers, ...init }, signal) =>
    withToken(async (token) => {
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const answer = await exchange(fetch, url + path, {
        ...init,
        headers: authorized,
        ...(signal && { signal }),
      });
      if (!answer.ok) throw failure(answer);
      return answer;
    }, signal);

  const connection = new EventConnection({ url, fetch, withToken });

  return {
    subscribe: (document, variables, subscribing = {}) =>
      subscribe(connection, document, variables, subscribing, retry) as never,
    request: async (document, ...[variables, { signal } = {}]) =>
      (await request(document, variables, signal)) as never,
    sendEvents: (webhookUrl, events, sending) => postEvents({ fetch, retry }, webhookUrl, events, sending),
    loadFile: (dataPool, content, loading) => loadFile({ send, retry }, dataPool, content, loading),
    previewFile: (dataPool, file, previewing) => previewFile({ send, retry }, dataPool, file, previewing),
    exportFile: (input, { signal } = {}) => {
      const once = () => withToken((token) => postExport({ url, fetch, token, signal }, input), signal);
      return retrying(once, refusedOrLost, retry, signal);
    },
    accessToken: () => tokens.get(),
  };
}

const isUnauthenticated = (error: unknown) => error instanceof WeirError && error.code === 'UNAUTHENTICATED';

/** A document with any mutation in it counts as one. */
const isMutation = (query: string) => /(^|[\s}])mutation\b/.test(query);

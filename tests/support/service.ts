import { rmSync } from 'node:fs';
import type { Tier } from '../../server/src/base/tier.js';
import { temporaryDirectory } from './engines.js';
import { witnessed } from './failure-report.js';
import { launch, listening, type ServiceProcess } from './service-process.js';

/** A running service, seen by an Application of one of its Environments. */
export interface Service {
  readonly url: string;
  readonly directory: string;
  /** Of an Application that has every scope. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The same credentials as a header. */
  readonly authorization: string;
  /** Everything that the service has written since this was opened. */
  out(): string;
  /** The lines that it has logged, parsed. */
  readonly log: readonly Record<string, unknown>[];
  enginePid(): number;
  /** The answer to a GraphQL operation, with its errors. */
  graphql(
    query: string,
    variables?: object,
    authorization?: string,
    signal?: AbortSignal | null,
  ): Promise<GraphqlAnswer>;
  /** The `data` of a GraphQL operation; throws when there are errors. */
  request<T>(query: string, variables?: object, authorization?: string): Promise<T>;
}

/** A service of the test's own: a process that it may stop, kill and start again. */
export interface OwnService extends Service, ServiceProcess {
  /** SIGTERM; answers the exit code. The data directory stays, for another start. */
  stop(): Promise<number | null>;
  /** Stops it and removes its data directory. */
  discard(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface GraphqlAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly data: any;
  readonly errors?: {
    message: string;
    path?: (string | number)[];
    // biome-ignore lint/suspicious/noExplicitAny: the QueryInfo, of which a test reads what it needs.
    extensions: { code: string; query?: any; [detail: string]: unknown };
  }[];
}

export interface StartOptions {
  /** Of an earlier service, or a new one. */
  readonly directory?: string;
  readonly env?: Record<string, string>;
}

/** The first Application of every service that a test starts. */
export const clientId = 'APP01TESTTESTTESTTESTTESTTEST';
export const clientSecret = 'a-secret-that-only-tests-know';

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** A service of the test's own. Where start, stop, faults and settings are not the subject, `openService` takes a moment less. */
export async function startService({
  directory = temporaryDirectory(),
  env = {},
}: StartOptions = {}): Promise<OwnService> {
  const launched = launch({
    WEIR_DATA_DIR: directory,
    WEIR_PORT: '0',
    WEIR_BOOTSTRAP_CLIENT_ID: clientId,
    WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
    ...env,
  });
  const { process: child, log, ended } = launched;
  const url = (await listening(launched)).replace('localhost', '127.0.0.1');
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended).code;
  };
  return {
    ...launched,
    directory,
    ...asApplication(url, clientId, clientSecret),
    enginePid: () => Number(log.findLast((line) => line['msg'] === 'engine ready')?.['pid']),
    stop,
    discard: async () => {
      const code = await stop();
      rmSync(directory, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What an Application does with the service. */
export function asApplication(
  url: string,
  clientId: string,
  clientSecret: string,
): Pick<Service, 'url' | 'clientId' | 'clientSecret' | 'authorization' | 'graphql' | 'request'> {
  const authorization = basic(clientId, clientSecret);
  const graphql: Service['graphql'] = async (query, variables = {}, as = authorization, signal = null) => {
    witnessed.operation = `${query}\n${JSON.stringify(variables)}`;
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: as },
      body: JSON.stringify({ query, variables }),
      signal,
    });
    return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer, 'status'>) };
  };
  const request: Service['request'] = async (query, variables, as) => {
    const { data, errors } = await graphql(query, variables, as);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { url, clientId, clientSecret, authorization, graphql, request };
}

/** Asks for a token, as a client does. */
export async function token(
  { url, clientId, clientSecret }: Pick<Service, 'url' | 'clientId' | 'clientSecret'>,
  form: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...form,
    }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

/** Queries of the first Application run in this tier from now on; P1_X_SMALL makes long ones easy to have. */
export async function setTier(service: Service, tier: Tier): Promise<void> {
  const { modifyApplication } = await service.request<{ modifyApplication: object }>(
    `mutation ($tier: Tier) { modifyApplication(input: { idOrUniqueName: { uniqueName: "default" }, tier: $tier }) {
      ... on ApplicationResponse { application { id } } ... on FailureResponse { error { message } } } }`,
    { tier },
  );
  if ('error' in modifyApplication) throw new Error(JSON.stringify(modifyApplication.error));
}

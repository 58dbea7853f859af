import { rmSync } from 'node:fs';
import { temporaryDirectory } from './engines.js';
import { launch, listening, type ServiceProcess } from './service-process.js';

export const clientId = 'APP01TESTTESTTESTTESTTESTTEST'.slice(0, 29);
export const clientSecret = 'a-secret-that-only-tests-know';

export interface RunningService extends ServiceProcess {
  readonly url: string;
  readonly directory: string;
  graphql(query: string, variables?: object, authorization?: string): Promise<GraphqlAnswer>;
  stop(): Promise<{ code: number | null }>;
}

export interface GraphqlAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  readonly data: any;
  readonly errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; [detail: string]: unknown };
  }[];
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** A running service on a free port. Its data directory is removed with it, unless one was given. */
export async function startService(
  env: Record<string, string> = {},
  directory = temporaryDirectory(),
): Promise<RunningService> {
  const launched = launch({
    WEIR_DATA_DIR: directory,
    WEIR_PORT: '0',
    WEIR_BOOTSTRAP_CLIENT_ID: clientId,
    WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
    WEIR_LOG_LEVEL: 'debug',
    WEIR_MEMORY_LIMIT_BYTES: '2000000000',
    ...env,
  });
  const url = await listening(launched);
  return {
    ...launched,
    url,
    directory,
    graphql: async (query, variables = {}, authorization = basic(clientId, clientSecret)) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer, 'status'>) };
    },
    stop: async () => {
      launched.process.kill('SIGTERM');
      const ended = await launched.ended;
      if (env['WEIR_DATA_DIR'] === undefined) rmSync(directory, { recursive: true, force: true });
      return ended;
    },
  };
}

/** Requests a token like a client. */
export async function token(
  url: string,
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

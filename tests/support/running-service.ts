import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from './engines.js';

/** The service as it is run: a process of its own, from its build. */
const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

export const clientId = 'APP01TESTTESTTESTTESTTESTTEST'.slice(0, 29);
export const clientSecret = 'a-secret-that-only-tests-know';

export interface ProcessOutput {
  readonly process: ChildProcess;
  /** Everything written so far. */
  readonly out: () => string;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts the process with exactly these variables. */
export function launch(env: Record<string, string>): ProcessOutput {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return { process: child, out: () => text, ended };
}

export interface RunningService extends ProcessOutput {
  readonly url: string;
  readonly directory: string;
  graphql(query: string, variables?: object, authorization?: string): Promise<GraphqlAnswer>;
  stop(): Promise<{ code: number | null }>;
}

export interface GraphqlAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly data: any;
  readonly errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; [detail: string]: unknown };
  }[];
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const startMsMax = 20_000;

/** A running service on a free port; its data directory goes with it unless it was given. */
export async function startService(
  env: Record<string, string> = {},
  directory = temporaryDirectory(),
): Promise<RunningService> {
  const output = launch({
    WEIR_DATA_DIR: directory,
    WEIR_PORT: '0',
    WEIR_BOOTSTRAP_CLIENT_ID: clientId,
    WEIR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
    WEIR_LOG_LEVEL: 'debug',
    WEIR_MEMORY_LIMIT_BYTES: '2000000000',
    ...env,
  });
  const url = await listeningUrl(output);
  return {
    ...output,
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
      output.process.kill('SIGTERM');
      const ended = await output.ended;
      if (env['WEIR_DATA_DIR'] === undefined) rmSync(directory, { recursive: true, force: true });
      return ended;
    },
  };
}

function listeningUrl(output: ProcessOutput): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The service did not start: ${output.out()}`)),
      startMsMax,
    );
    const look = () => {
      const url = /"url":"(http[^"]+)","msg":"listening"/.exec(output.out())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    output.process.stdout?.on('data', look);
    output.ended.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`The service ended with ${code}: ${output.out()}`));
    });
  });
}

/** Asks for a token, as a client does. */
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

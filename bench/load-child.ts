/** The load, in a process of its own: autocannon told over IPC what to send where. */
import autocannon from 'autocannon';

export interface LoadRequest {
  readonly url: string;
  readonly body: string;
  /** Besides the content type. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second over all connections; absent for as many as go. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Told while the load runs: it ends now, and its result is what was measured so far. */
export type StopLoad = 'stop';

let running: autocannon.Instance | undefined;

process.on('message', (message: LoadRequest | StopLoad) => {
  if (message === 'stop') running?.stop();
  else run(message);
});

function run({ url, body, headers, seconds, connections, rate }: LoadRequest): void {
  const options = {
    url,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duration: seconds,
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
  };
  running = autocannon(options, (error, result) => {
    if (error) throw error;
    const answer: LoadResult = {
      requests: result['2xx'],
      requestsPerSecond: result['2xx'] / result.duration,
      p99Ms: result.latency.p99,
      failed: result.non2xx + result.errors,
    };
    process.send?.(answer);
  });
}
process.send?.('ready');

/** The load, in a process of its own: autocannon told over IPC what to send where. */
import autocannon from 'autocannon';

export interface LoadRequest {
  readonly url: string;
  readonly body: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second over all connections; absent for as many as go. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly failed: number;
}

process.on('message', async ({ url, body, seconds, connections, rate }: LoadRequest) => {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duration: seconds,
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
  });
  const answer: LoadResult = {
    requestsPerSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
  process.send?.(answer);
});
process.send?.('ready');

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a request on its way to the service and back. */
export type Fault =
  /** The service gets it, but its answer is lost. */
  | 'lost answer'
  /** The service does not get it. */
  | 'lost request'
  | 503
  | 429;

export interface Passed {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Of the service's answer; undefined when the service did not get the request. */
  readonly status: number | undefined;
}

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the next POST requests, first one first. Without one, requests pass. */
  readonly faults: Fault[];
  /** All POST requests so far. */
  readonly passed: Passed[];
  close(): Promise<void>;
}

/** Stands between a client and the service, and fails as networks and overloaded services do. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const passed: Passed[] = [];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    const fault = method === 'POST' ? faults.shift() : undefined;
    const note = (status?: number) => {
      if (method === 'POST') passed.push({ url, headers, body, status });
    };
    if (fault === 'lost request') {
      note();
      outgoing.destroy();
    } else if (typeof fault === 'number') {
      note();
      outgoing.writeHead(fault, { 'retry-after': '1', 'access-control-allow-origin': '*' }).end('{}');
    } else {
      const sent = request(`${target}${url}`, { method, headers }).end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const text = await buffer(answer);
      note(answer.statusCode);
      if (fault === 'lost answer') outgoing.destroy();
      else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(text);
    }
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    passed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Closes the connection without a response. */
  readonly hangUp?: boolean;
  /** Responds only when this settles. */
  readonly after?: Promise<unknown>;
}

export interface FakeService {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/** An HTTP server that responds as the test specifies and records the requests. */
export async function fakeService(
  answer: (request: SeenRequest, seen: readonly SeenRequest[]) => FakeAnswer,
): Promise<FakeService> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(entry);
    await send(response, answer(entry, seen));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, answer: FakeAnswer): Promise<void> {
  await answer.after;
  if (answer.hangUp) {
    response.destroy();
    return;
  }
  const body = answer.body ?? {};
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'vitest';

/** Begins a request whose body is still to be sent. */
export async function beginRequest(url: string, authorization: string, type: string, body: string) {
  const asking = request(url, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  asking.flushHeaders();
  // The service says this once it has the request in hand.
  await once(asking, 'continue');
  return asking;
}

/** Waits until the service accepts no more connections. */
export const isClosed = ({ url }: { url: string }) =>
  expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');

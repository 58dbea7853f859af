import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventConnection } from './event-connection.js';
import type { Fetch } from './http.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service whose answers to DELETE take this long, with what was asked of it in order. */
function slowService(deleteMs: number): { readonly asked: string[]; readonly fetch: Fetch } {
  const asked: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const method = init?.method ?? 'GET';
    asked.push(method === 'DELETE' ? `${method} ${new URL(String(url)).search}` : method);
    if (method === 'PUT') return new Response('a token', { status: 201 });
    if (method === 'POST') return new Response(null, { status: 202 });
    if (method === 'DELETE') {
      await new Promise((resolve) => setTimeout(resolve, deleteMs));
      asked.push('deleted');
      return new Response(null);
    }
    init?.signal?.addEventListener('abort', () => asked.push('closed'));
    return new Response(new ReadableStream());
  };
  return { asked, fetch };
}

const open = (fetch: Fetch) =>
  new EventConnection({ url: 'http://weir', fetch, withToken: (work) => work('token') });

const sink = { next: () => undefined, end: () => undefined };

it('closes only when the service has heard which operations ended', async () => {
  const { asked, fetch } = slowService(5_000);
  const connection = open(fetch);
  const [one, two] = [await connection.start('query', {}, sink), await connection.start('query', {}, sink)];
  one();
  two();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual(['PUT', 'GET', 'POST', 'POST', 'DELETE ?operationId=1', 'DELETE ?operationId=2']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked.slice(-3)).toEqual(['deleted', 'deleted', 'closed']);
});

it('stays open for an operation that starts soon after the last has ended', async () => {
  const { asked, fetch } = slowService(10);
  const connection = open(fetch);
  (await connection.start('query', {}, sink))();
  await vi.advanceTimersByTimeAsync(500);
  await connection.start('query', {}, sink);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['PUT', 'GET', 'POST', 'DELETE ?operationId=1', 'deleted', 'POST']);
});

import { QueryClientProvider } from '@tanstack/react-query';
import { type TypedDocument, type WeirClient, WeirError } from '@weir/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLiveAnswers } from './use-live-answers.js';
import { ClientContext, createQueryClient, useOperation } from './use-operation.js';

const document = 'query { n }' as unknown as TypedDocument<{ n: string }, object>;
const variables = {};

function Live() {
  const { data } = useOperation(document, variables);
  const isInterrupted = useLiveAnswers(document, variables, true);
  return <output>{`${data?.n}, ${isInterrupted ? 'interrupted' : 'live'}`}</output>;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A tile whose first subscription fails in a way that the client does not retry. */
async function renderInterrupted() {
  const subscription = vi.fn(async function* () {
    yield { n: 'newest' };
    await new Promise(() => undefined);
  });
  const subscribe = vi.fn(() => {
    throw new WeirError('QUERY_TIMED_OUT', 'The query took too long');
  });
  const client = { request: async () => ({ n: 'first' }), subscribe } as unknown as WeirClient;
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={client}>
        <Live />
      </ClientContext>
    </QueryClientProvider>,
  );
  const shown = screen.getByRole('status');
  await expect.element(shown).toHaveTextContent('first, interrupted');
  subscribe.mockImplementation(subscription as never);
  return { screen, shown, subscription };
}

it('follows again after a failure, and tells meanwhile that it does not', async () => {
  const { shown } = await renderInterrupted();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(shown).toHaveTextContent('newest, live');
});

it('follows nothing after its page was left', async () => {
  const { screen, subscription } = await renderInterrupted();
  await screen.unmount();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(subscription).not.toHaveBeenCalled();
});

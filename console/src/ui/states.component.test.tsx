import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { WeirError } from '@weir/client';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../api/use-operation.js';
import { Answered } from './states.js';

function Count({ fetchCount }: { fetchCount: () => Promise<number> }) {
  const answer = useQuery({ queryKey: ['count'], queryFn: fetchCount });
  return (
    <>
      <button type="button" onClick={() => void answer.refetch()}>
        Fetch
      </button>
      <Answered answer={answer} what="the count">
        {(count) => <p>{count} records</p>}
      </Answered>
    </>
  );
}

const renderCount = (fetchCount: () => Promise<number>) =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Count fetchCount={fetchCount} />
    </QueryClientProvider>,
  );

const failure = (code: WeirError['code']) => new WeirError(code, `The message of ${code}.`);

it('says that it is loading, then why it failed, and tries again', async () => {
  let fail: (error: Error) => void = () => {};
  const fetchCount = vi.fn(
    () =>
      new Promise<number>((_, reject) => {
        fail = reject;
      }),
  );
  const screen = await renderCount(fetchCount);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading the count…');
  fail(failure('QUERY_TIMED_OUT'));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The query took too long');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The message of QUERY_TIMED_OUT.');
  fetchCount.mockResolvedValue(7);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('7 records')).toBeVisible();
});

it('keeps what was there in an outage, but not after another error', async () => {
  const fetchCount = vi.fn(() => Promise.resolve(7));
  const screen = await renderCount(fetchCount);
  await expect.element(screen.getByText('7 records')).toBeVisible();
  const failWith = async (code: WeirError['code']) => {
    fetchCount.mockRejectedValueOnce(failure(code));
    const calls = fetchCount.mock.calls.length;
    await screen.getByRole('button', { name: 'Fetch' }).click();
    await expect.poll(() => fetchCount.mock.calls.length).toBe(calls + 1);
  };
  await failWith('UNAVAILABLE');
  await expect.element(screen.getByText('7 records')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await failWith('FORBIDDEN');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not permitted');
  await expect.element(screen.getByText('7 records')).not.toBeInTheDocument();
});

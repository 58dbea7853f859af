import { QueryClientProvider } from '@tanstack/react-query';
import { dismissDataPoolDamageMutation, type WeirClient } from '@weir/client';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ClientContext, createQueryClient } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { DamageNotice } from './damage-notice.js';

const damaged = {
  id: 'DPO1',
  damage: {
    detectedAt: '2026-11-19T15:00:00Z',
    recordCount: null,
    description: 'An unknown number of records is missing. To go on without them, dismiss the damage.',
    ranges: [
      {
        columnName: 'at',
        start: '2026-11-19T14:02:00Z',
        stop: '2026-11-19T14:09:00Z',
        recordCount: '3120',
        isQuarantined: false,
      },
      { columnName: null, start: null, stop: '2026-11-18T00:00:00Z', recordCount: null, isQuarantined: true },
    ],
  },
} as unknown as WholePool;

async function renderNotice(pool: WholePool) {
  const request = vi.fn(async () => ({ dismissDataPoolDamage: { ...pool, damage: null } }));
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <ClientContext value={{ request } as unknown as WeirClient}>
        <DamageNotice pool={pool} />
      </ClientContext>
    </QueryClientProvider>,
  );
  return { screen, request };
}

it('says what is missing and from when, and dismisses it only when asked again', async () => {
  const { screen, request } = await renderNotice(damaged);
  const notice = screen.getByRole('region', { name: 'Missing records' });
  await expect.element(notice).toHaveTextContent('An unknown number of records is missing. To go on');
  const [exact, vague] = screen.getByRole('listitem').elements();
  expect(exact?.textContent).toBe(
    '3,120 records, at between 2026-11-19 14:02:00 UTC and 2026-11-19 14:09:00 UTC',
  );
  expect(vague?.textContent).toBe(
    'Unknown number of quarantined events, stored before 2026-11-18 00:00:00 UTC',
  );
  await screen.getByRole('button', { name: 'Dismiss…' }).click();
  expect(request).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(request.mock.calls).toEqual([[dismissDataPoolDamageMutation, { id: 'DPO1' }]]);
});

it('shows nothing where nothing is missing', async () => {
  const { screen } = await renderNotice({ ...damaged, damage: null });
  await expect.element(screen.container).toBeEmptyDOMElement();
});

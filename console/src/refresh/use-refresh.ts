import { useQueryClient } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { navigate } from '../routing/navigate.js';
import { useView } from '../routing/use-view.js';
import type { Option } from '../ui/select.js';

const off = 'Off';
const timed: readonly Option[] = [
  { value: '10', label: 'Every 10 seconds' },
  { value: '30', label: 'Every 30 seconds' },
  { value: '60', label: 'Every minute' },
  { value: '300', label: 'Every 5 minutes' },
];

interface RefreshChoice {
  readonly options: readonly Option[];
  readonly value: string;
  readonly setValue: (value: string) => void;
  /** Whether records appear as they arrive, which only dashboards do. */
  readonly isLive: boolean;
  readonly intervalMs: number | undefined;
}

/** When the data of the page is fetched again. It is in the URL; empty is live for a dashboard, and off elsewhere. */
export function useRefresh(): RefreshChoice {
  const { search, hrefWith } = useView();
  const canBeLive = useMatch({ from: '/dashboards/$id', shouldThrow: false }) !== undefined;
  const options = canBeLive
    ? [{ value: '', label: 'Live' }, { value: 'off', label: off }, ...timed]
    : [{ value: '', label: off }, ...timed];
  const value = options.find((option) => option.value === search.refresh)?.value ?? '';
  return {
    options,
    value,
    setValue: (refresh) => navigate(hrefWith({ ...search, refresh }), { replace: true }),
    isLive: canBeLive && value === '',
    intervalMs: Number(value) > 0 ? Number(value) * 1_000 : undefined,
  };
}

/**
 * Refetches all queries of the page. A request that is still running is cancelled and sent again, or kept: if each refresh by the
 * timer cancelled it, a query slower than the interval would never be answered.
 */
export function useFetchAgain(): (running: 'cancel' | 'keep') => void {
  const queries = useQueryClient();
  return useCallback(
    (running) => void queries.invalidateQueries({ type: 'active' }, { cancelRefetch: running === 'cancel' }),
    [queries],
  );
}

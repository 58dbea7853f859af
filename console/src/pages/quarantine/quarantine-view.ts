import type { QuarantinedEventFilterInput } from '@weir/client';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { problemName } from './problem.js';

/** The filter as the URL has it; empty for none. */
export interface QuarantineView {
  readonly column: string;
  readonly reason: string;
  readonly search: string;
}

export const quarantineHref = (dataSource: string, view: Partial<QuarantineView> = {}) =>
  href('/sources/$id/quarantine', { id: dataSource, ...view });

export function useQuarantineView(dataSource: string) {
  const { search } = useView();
  const view: QuarantineView = {
    column: search.column ?? '',
    reason: search.reason ?? '',
    search: search.search ?? '',
  };
  const set = (changes: Partial<QuarantineView>) =>
    navigate(quarantineHref(dataSource, { ...view, ...changes }), { replace: true });
  return [view, set] as const;
}

export const filterOf = (view: Partial<QuarantineView>): QuarantinedEventFilterInput =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== ''));

/** The filter for people. */
export const viewText = ({ column, reason, search }: QuarantineView) =>
  [problemName({ column, reason }), search && `“${search}”`].filter(Boolean).join(' and ');

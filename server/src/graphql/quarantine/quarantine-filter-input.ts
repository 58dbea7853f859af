import { badInput } from '../../base/errors.js';
import type { QuarantineFilter } from '../../catalog/quarantine-filter.js';
import type { QuarantinedEventFilterInput } from '../generated/resolver-types.js';

const idsMax = 1_000;

export function quarantineFilterOf(input: QuarantinedEventFilterInput | undefined): QuarantineFilter {
  const { ids, column, reason, search, start, stop } = input ?? {};
  if (ids && ids.length > idsMax) throw badInput('filter.ids', `at most ${idsMax} events`);
  return {
    ids: ids?.map((id) => id.toLowerCase()),
    column: column || undefined,
    reason: reason || undefined,
    search: search || undefined,
    fromMs: start,
    beforeMs: stop,
  };
}

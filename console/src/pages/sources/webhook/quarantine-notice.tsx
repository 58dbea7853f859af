import { quarantineSummaryQuery } from '@weir/client';
import { useOperation } from '../../../api/use-operation.js';
import { eventsText } from '../../quarantine/problem.js';
import { quarantineHref } from '../../quarantine/quarantine-view.js';

/** A link to the quarantine while events are in it. Who may not read them is not told of them. */
export function QuarantineNotice({ dataSource }: { dataSource: string }) {
  const { data } = useOperation(quarantineSummaryQuery, { dataSource, filter: {} });
  const events = data?.quarantinedEvents.totalCount ?? 0;
  if (events === 0) return null;
  return (
    <p className="alert alert-warn">
      <a href={quarantineHref(dataSource)}>{eventsText(events)} in quarantine</a>
    </p>
  );
}

import { dataPoolFreshnessQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../ui/time.js';

const refetchIntervalMs = 10_000;

/** When the last event was stored, to notice a sender that is silent. */
export function LastEvent({ poolId }: { poolId: string }) {
  const { data } = useOperation(
    dataPoolFreshnessQuery,
    { id: poolId },
    { refetchIntervalMs, alwaysFresh: true, keepPrevious: true },
  );
  if (!data) return null;
  const freshness = data.dataPool?.freshness;
  if (!freshness?.lastReceivedAt) return <p>No event has been stored yet.</p>;
  return (
    <p>
      Last event stored at <Time value={freshness.lastReceivedAt} />
    </p>
  );
}

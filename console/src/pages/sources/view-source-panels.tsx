import { materializedViewQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Answered } from '../../ui/states.js';
import { ViewStatus } from '../views/view-status.js';
import { LastEvent } from './last-event.js';
import type { ShownSource } from './shown-source.js';

const refetchIntervalMs = 10_000;

/** The page of a Data Source whose records are the results of a materialized view. */
export function ViewSourcePanels({ source: { connectionSettings, dataPools } }: { source: ShownSource }) {
  const view = 'materializedView' in connectionSettings ? connectionSettings.materializedView : null;
  const pool = dataPools?.nodes[0];
  return (
    <section className="panel stack">
      <h2>Materialized view</h2>
      <dl className="facts">
        <dt>Filled by</dt>
        <dd>
          {view ? (
            <a href={href('/views/$id', { id: view.id })}>{view.uniqueName}</a>
          ) : (
            'a view that was deleted'
          )}
        </dd>
        {view && (
          <>
            <dt>Status</dt>
            <dd>
              <CurrentStatus viewId={view.id} />
            </dd>
          </>
        )}
        <dt>Data Pool</dt>
        <dd>{pool ? <a href={href('/pools/$id', { id: pool.id })}>{pool.uniqueName}</a> : '—'}</dd>
      </dl>
      {pool && <LastEvent poolId={pool.id} />}
    </section>
  );
}

/** Whether the view still fills the Data Pool; its own page has what helps if it does not. */
function CurrentStatus({ viewId }: { viewId: string }) {
  const answer = useOperation(
    materializedViewQuery,
    { id: viewId },
    { refetchIntervalMs, alwaysFresh: true, keepPrevious: true },
  );
  return (
    <Answered answer={answer} what="the status">
      {({ materializedView }) => materializedView && <ViewStatus view={materializedView} />}
    </Answered>
  );
}

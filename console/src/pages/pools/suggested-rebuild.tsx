import { createRebuildDataPoolJobMutation, suggestedRebuildQuery } from '@weir/client';
import { useChange, useOperation } from '../../api/use-operation.js';
import type { ShownPool } from '../../api/use-pools.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { Failure } from '../../ui/states.js';

/** A rebuild that would pay. Its progress is shown with the other jobs. */
export function SuggestedRebuild({ pool }: { pool: ShownPool }) {
  const { data } = useOperation(suggestedRebuildQuery, { dataPool: pool.id }, { alwaysFresh: true });
  const create = useChange(createRebuildDataPoolJobMutation, () => {
    announce('The rebuild has started');
    navigate(href('/pools/$id/$tab', { id: pool.id, tab: 'jobs' }));
  });
  const suggestion = data?.dataPool?.suggestedRebuild;
  if (!suggestion) return null;
  return (
    <section className="panel stack" aria-label="Suggested rebuild">
      <p>A rebuild would improve this Data Pool. {suggestion.reason}</p>
      {create.isError && <Failure error={create.error} />}
      <div className="row">
        <button
          type="button"
          disabled={create.isPending}
          onClick={() => create.mutate({ input: { dataPool: pool.id } })}
        >
          Rebuild
        </button>
      </div>
    </section>
  );
}

import { revokeShareLinkMutation, type ShareLinksQuery, shareLinksQuery } from '@weir/client';
import { useChange, useOperation } from '../../../api/use-operation.js';
import { announce } from '../../../ui/announcer.js';
import { Answered, Failure } from '../../../ui/states.js';
import { Table } from '../../../ui/table.js';
import { Time } from '../../../ui/time.js';
import type { DraftTile } from '../dashboard-draft.js';
import { titleOf } from '../tile-title.js';

type Link = NonNullable<ShareLinksQuery['shareLinks']>['nodes'][number];

const shownMax = 100;

/** The links to a dashboard, each with a button to revoke it. */
export function ShareLinks({ dashboardId, tiles }: { dashboardId: string; tiles: readonly DraftTile[] }) {
  const answer = useOperation(shareLinksQuery, { dashboard: dashboardId, first: shownMax });
  const revoke = useChange(revokeShareLinkMutation, () => announce('Link revoked'));
  const shows = ({ tile }: Link) => {
    if (tile === null) return 'The whole dashboard';
    const found = tiles.find(({ key }) => key === tile);
    return found ? titleOf(found) : 'A tile that was removed';
  };
  const columns = [
    { header: 'For whom', cell: ({ description, id }: Link) => description ?? id },
    { header: 'Shows', cell: shows },
    { header: 'Policy values', cell: ({ policyValues }: Link) => <code>{policyValues}</code> },
    {
      header: 'Valid until',
      cell: ({ expiresAt }: Link) =>
        Date.parse(expiresAt) < Date.now() ? 'Expired' : <Time value={expiresAt} />,
    },
    {
      header: 'Actions',
      cell: ({ id, description }: Link) => (
        <button
          type="button"
          className="small-button danger"
          aria-label={`Revoke the link for ${description ?? id}`}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate({ id })}
        >
          Revoke
        </button>
      ),
    },
  ];
  return (
    <section className="stack" aria-label="Links">
      <h3>Links</h3>
      {revoke.error && <Failure error={revoke.error} />}
      <Answered answer={answer} what="links">
        {({ shareLinks }) => {
          const links = shareLinks?.nodes ?? [];
          if (links.length === 0) return <p className="note">None yet.</p>;
          return (
            <>
              <Table label="Links to this dashboard" columns={columns} rows={links} rowKey={({ id }) => id} />
              {shareLinks?.pageInfo.hasNextPage && (
                <p className="note">Only the newest {shownMax} links are listed here.</p>
              )}
            </>
          );
        }}
      </Answered>
    </section>
  );
}

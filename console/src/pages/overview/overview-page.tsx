import { type ShownPool, usePools } from '../../api/use-pools.js';
import { href, useLocation } from '../../routing/location.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { poolColumns } from '../pools/pools-page.js';
import { Arrivals } from './arrivals.js';
import { StartSteps } from './start-steps.js';

/** The first page: a guided start while there are no events, an overview afterwards. */
export function OverviewPage() {
  const answer = usePools();
  // A guided start that has begun stays visible until its end.
  const started = useLocation().params.has('source');
  return (
    <Page title="Overview">
      <Answered answer={answer} what="the overview">
        {({ dataPools }) => {
          const pools = dataPools?.nodes ?? [];
          const filled = pools.filter(({ recordCount }) => Number(recordCount ?? 0) > 0);
          return filled[0] && !started ? <Filled pools={pools} first={filled[0]} /> : <StartSteps />;
        }}
      </Answered>
    </Page>
  );
}

function Filled({ pools, first }: { pools: readonly ShownPool[]; first: ShownPool }) {
  return (
    <>
      <section className="panel">
        <div className="panel-head">
          <h2>Events of {first.uniqueName} in the last 24 hours</h2>
          <a href={href('/explore', { pool: first.id, range: 'LAST_N_HOURS:24', gran: 'HOUR' })}>Explore</a>
        </div>
        <Arrivals pool={first} />
      </section>
      <Table label="Data Pools" columns={poolColumns} rows={pools} rowKey={({ id }) => id} />
      <p>
        <a href="#/start">Add another webhook, step by step</a>
      </p>
    </>
  );
}

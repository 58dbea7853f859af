import { columnRules } from '@weir/client';
import { useEffect, useState } from 'react';
import { columnsOf, type ShownPool, usePools } from '../../api/use-pools.js';
import { href } from '../../routing/href.js';
import { useView } from '../../routing/use-view.js';
import { useMay } from '../../session/permissions.js';
import { serviceUrl } from '../../session/session.js';
import { Copyable } from '../../ui/copyable.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { poolColumns } from '../pools/pools-page.js';
import { NewWebhook } from '../sources/webhook/new-webhook.js';
import { Arrivals } from './arrivals.js';
import { IntakeNotice } from './intake-notice.js';

/** The first page: what the Application may do, which for an administrator begins with a chart of their own events. */
export function OverviewPage() {
  const may = useMay();
  return (
    <Page title="Overview">
      {may('administer') && <IntakeNotice />}
      {may('readCatalog') ? <Catalog /> : <Abilities />}
    </Page>
  );
}

function Catalog() {
  const may = useMay();
  const answer = usePools();
  // The chart of a new source stays visible, although there are events now.
  const started = useView().search.source !== undefined;
  // So does the form while someone fills it in, although events of another source may arrive.
  const [isFillingIn, setIsFillingIn] = useState(false);
  useEffect(() => {
    if (started) setIsFillingIn(false);
  }, [started]);
  return (
    <Answered answer={answer} what="the overview">
      {({ dataPools }) => {
        const pools = dataPools?.nodes ?? [];
        if (!may('administer')) return <Pools pools={pools} first={pools.find(hasArrivals)} />;
        const filled = pools.filter(({ recordCount }) => Number(recordCount ?? 0) > 0);
        if (filled.length === 0 || started || isFillingIn)
          return <NewWebhook onBegin={() => setIsFillingIn(true)} />;
        // An administrator may have no access policy for the others.
        return <Pools pools={pools} first={filled.find((pool) => !pool.accessControlEnabled)} />;
      }}
    </Answered>
  );
}

/** Whether the Application may read when records arrived. */
const hasArrivals = (pool: ShownPool) =>
  columnsOf(pool).some(({ columnName }) => columnName === columnRules.defaultTimestamp);

function Pools({ pools, first }: { pools: readonly ShownPool[]; first: ShownPool | undefined }) {
  const may = useMay();
  return (
    <>
      {first && may('queryMetrics') && (
        <section className="panel">
          <div className="panel-head">
            <h2>Records of {first.uniqueName} in the last 24 hours</h2>
            <a href={href('/explore', { pool: first.id, range: 'LAST_N_HOURS:24', gran: 'HOUR' })}>Explore</a>
          </div>
          <Arrivals pool={first} />
        </section>
      )}
      <Table label="Data Pools" columns={poolColumns(may)} rows={pools} rowKey={({ id }) => id} />
      {may('administer') && (
        <p>
          <a href={href('/sources/new')}>Add another webhook from a sample of its events</a>
        </p>
      )}
    </>
  );
}

/** For an Application that reads nothing. */
function Abilities() {
  const may = useMay();
  return (
    <section className="panel stack">
      <h2>What this Application may do</h2>
      <ul>
        {may('manageApplications') && (
          <li>
            <a href={href('/applications')}>Manage Applications</a>
          </li>
        )}
        {may('loadFiles') && (
          <li>
            Load files into a Data Pool, by its name or ID:
            <Copyable
              text={`curl ${serviceUrl}v1/load/<Data Pool> -H 'Authorization: Bearer <token>' -H 'Content-Type: text/csv' -T file.csv -X POST`}
              what="curl command"
            />
          </li>
        )}
      </ul>
    </section>
  );
}

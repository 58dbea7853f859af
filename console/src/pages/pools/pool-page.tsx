import { dataPoolQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import type { ShownPool } from '../../api/use-pools.js';
import { formatBytes, formatNumber } from '../../format/format.js';
import { href } from '../../routing/location.js';
import { StatusBadge } from '../../ui/badge.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { PoolJobs } from '../jobs/pool-jobs.js';
import { BoostersTab } from './boosters-tab.js';
import { ColumnsTab } from './columns-tab.js';
import { LoadTab } from './load/load-tab.js';
import { RecordsTab } from './records-tab.js';
import { SettingsTab } from './settings-tab.js';
import { SuggestedRebuild } from './suggested-rebuild.js';
import { SyncsTab } from './syncs-tab.js';
import { TailTab, tailPollMs } from './tail-tab.js';

const headPollMs = 10_000;

const crumb = { label: 'Data Pools', to: '#/pools' };

const tabs = [
  { id: 'records', label: 'Records' },
  { id: 'tail', label: 'Live tail' },
  { id: 'columns', label: 'Columns' },
  { id: 'load', label: 'Load' },
  { id: 'settings', label: 'Settings' },
  { id: 'boosters', label: 'Boosters' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'syncs', label: 'Syncs' },
] as const;

/** Only Data Pools that are filled from files have syncs. */
const tabsOf = ({ syncing }: ShownPool) => tabs.filter(({ id }) => id !== 'syncs' || syncing);

export function PoolPage({ id, tab }: { id: string; tab: string }) {
  // The number of records would contradict the events that arrive below it.
  const answer = useOperation(
    dataPoolQuery,
    { id },
    { refetchIntervalMs: tab === 'tail' ? tailPollMs : headPollMs },
  );
  const pool = answer.data?.dataPool;
  if (!pool)
    return (
      <Page title="Data Pool" crumb={crumb}>
        <Answered answer={answer} what="the Data Pool">
          {() => null}
        </Answered>
      </Page>
    );
  return (
    <Page
      title={pool.uniqueName}
      lead={pool.description}
      crumb={crumb}
      actions={
        <a className="button" href={href('/explore', { pool: pool.id })}>
          Explore
        </a>
      }
    >
      <Stats pool={pool} />
      <SuggestedRebuild pool={pool} />
      <div>
        <Tabs
          label="Data Pool tabs"
          tabs={tabsOf(pool).map((entry) => ({
            label: entry.label,
            to: href(`/pools/${pool.id}/${entry.id}`),
            current: entry.id === tab,
          }))}
        />
        <TabContent pool={pool} tab={tab} />
      </div>
    </Page>
  );
}

function Stats({ pool }: { pool: ShownPool }) {
  return (
    <>
      <dl className="stats panel">
        <div className="stat">
          <dt>Status</dt>
          <dd>
            <StatusBadge status={pool.status} />
          </dd>
        </div>
        <div className="stat">
          <dt>Records</dt>
          <dd>{formatNumber(pool.recordCount)}</dd>
        </div>
        <div className="stat">
          <dt>Size</dt>
          <dd>{formatBytes(pool.sizeInBytes)}</dd>
        </div>
        <div className="stat">
          <dt>Columns</dt>
          <dd>{pool.columns?.nodes.length ?? 0}</dd>
        </div>
      </dl>
      {pool.error && (
        <div className="alert" role="alert">
          {pool.error.message}
        </div>
      )}
    </>
  );
}

function TabContent({ pool, tab }: { pool: ShownPool; tab: string }) {
  switch (tab) {
    case 'tail':
      return <TailTab pool={pool} />;
    case 'columns':
      return <ColumnsTab pool={pool} />;
    case 'load':
      return <LoadTab pool={pool} />;
    case 'settings':
      return <SettingsTab key={pool.modifiedAt} pool={pool} />;
    case 'boosters':
      return <BoostersTab pool={pool} />;
    case 'syncs':
      return <SyncsTab pool={pool} />;
    case 'jobs':
      return <PoolJobs pool={pool} />;
    default:
      return <RecordsTab pool={pool} />;
  }
}

import { useParams } from '@tanstack/react-router';
import { dataPoolQuery, readableDataPoolQuery, type TypedDocument } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { isReadable, isWholePool, type ShownPool, type WholePool } from '../../api/use-pools.js';
import { formatBytes, formatNumber } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { type Ability, type May, useMay } from '../../session/permissions.js';
import { StatusBadge } from '../../ui/badge.js';
import { Page } from '../../ui/page.js';
import { Answered, Empty } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { PoolJobs } from '../jobs/pool-jobs.js';
import { BoostersTab } from './boosters-tab.js';
import { ColumnsTab } from './columns-tab.js';
import { DamageNotice } from './damage-notice.js';
import { LoadTab } from './load/load-tab.js';
import { RecordsTab } from './records-tab.js';
import { SettingsTab } from './settings-tab.js';
import { SuggestedRebuild } from './suggested-rebuild.js';
import { SyncsTab } from './syncs-tab.js';
import { TailTab, tailPollMs } from './tail-tab.js';

const headPollMs = 10_000;

const crumb = { label: 'Data Pools', to: href('/pools') };

interface PoolTab {
  readonly id: string;
  readonly label: string;
  readonly needs: Ability;
}

const tabs: readonly PoolTab[] = [
  { id: 'records', label: 'Records', needs: 'readRecords' },
  { id: 'tail', label: 'Live tail', needs: 'readRecords' },
  { id: 'columns', label: 'Columns', needs: 'readCatalog' },
  { id: 'load', label: 'Load', needs: 'loadFiles' },
  { id: 'settings', label: 'Settings', needs: 'administer' },
  { id: 'boosters', label: 'Boosters', needs: 'administer' },
  { id: 'jobs', label: 'Jobs', needs: 'administer' },
  { id: 'syncs', label: 'Syncs', needs: 'administer' },
];

/** Those that the Application may use. Only Data Pools that are filled from files have syncs. */
const tabsOf = ({ syncing }: ShownPool, may: May) =>
  tabs.filter(({ id, needs }) => may(needs) && (id !== 'syncs' || syncing));

interface ShownPoolQuery {
  readonly dataPool: ShownPool | null;
}

const poolDocument = (may: May): TypedDocument<ShownPoolQuery, { readonly id: string }> =>
  may('administer') ? (dataPoolQuery as string) : (readableDataPoolQuery as string);

export function PoolPage({ id }: { id: string }) {
  const { tab = 'records' } = useParams({ strict: false });
  // The number of records would contradict the events that arrive below it.
  const may = useMay();
  const answer = useOperation(
    poolDocument(may),
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
  if (!isReadable(pool))
    return (
      <Page title={pool.uniqueName} crumb={crumb}>
        <Empty title="No access policy lets this Application read this Data Pool" />
      </Page>
    );
  const open = tabsOf(pool, may);
  const current = open.find(({ id: own }) => own === tab) ?? open[0];
  return (
    <Page
      title={pool.uniqueName}
      lead={pool.description}
      crumb={crumb}
      actions={
        may('queryMetrics') && (
          <a className="button" href={href('/explore', { pool: pool.id })}>
            Explore
          </a>
        )
      }
    >
      {isWholePool(pool) && <Stats pool={pool} />}
      {isWholePool(pool) && <DamageNotice pool={pool} />}
      {isWholePool(pool) && <SuggestedRebuild pool={pool} />}
      <div>
        <Tabs
          label="Data Pool tabs"
          tabs={open.map((entry) => ({
            label: entry.label,
            to: href('/pools/$id/$tab', { id: pool.id, tab: entry.id }),
            current: entry === current,
          }))}
        />
        <TabContent pool={pool} tab={current?.id} />
      </div>
    </Page>
  );
}

function Stats({ pool }: { pool: WholePool }) {
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

function TabContent({ pool, tab }: { pool: ShownPool; tab: string | undefined }) {
  switch (tab) {
    case 'records':
      return <RecordsTab pool={pool} />;
    case 'tail':
      return <TailTab pool={pool} />;
    case 'columns':
      return <ColumnsTab pool={pool} />;
    case 'load':
      return <LoadTab pool={pool} />;
    default:
      return isWholePool(pool) && <AdminTab pool={pool} tab={tab} />;
  }
}

function AdminTab({ pool, tab }: { pool: WholePool; tab: string | undefined }) {
  switch (tab) {
    case 'settings':
      return <SettingsTab key={pool.modifiedAt} pool={pool} />;
    case 'boosters':
      return <BoostersTab pool={pool} />;
    case 'syncs':
      return <SyncsTab pool={pool} />;
    case 'jobs':
      return <PoolJobs pool={pool} />;
    default:
      return null;
  }
}

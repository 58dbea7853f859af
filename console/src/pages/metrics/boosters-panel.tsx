import {
  type BoosterPartsFragment,
  createBoosterMutation,
  dataPoolQuery,
  deleteBoosterMutation,
  metricBoostersQuery,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { columnsOf } from '../../api/use-pools.js';
import { formatBytes, formatNumber } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { StatusBadge } from '../../ui/badge.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { Form, FormEnd } from '../../ui/form.js';
import { Answered, Failure } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';
import type { ShownMetric } from './metric-kinds.js';

/** Fast enough to watch the progress. */
const pollMs = 1_500;
const shownMax = 50;

/** The boosters of a Metric, with their progress, and a form for a new one. */
export function BoostersPanel({ metric }: { metric: ShownMetric }) {
  const answer = useOperation(
    metricBoostersQuery,
    { metric: metric.id, first: shownMax },
    { refetchIntervalMs: pollMs, keepPrevious: true },
  );
  return (
    <section className="panel stack">
      <h2>Boosters</h2>
      <p className="note">
        A booster keeps the Metric's values by its dimensions, up to date with every event. Queries that
        filter and group only by these columns read it instead of the records, with the same answer.
      </p>
      <Answered answer={answer} what="boosters">
        {({ metric: found }) =>
          found?.boosters &&
          found.boosters.nodes.length > 0 && <BoosterTable boosters={found.boosters.nodes} />
        }
      </Answered>
      <NewBooster metric={metric} />
    </section>
  );
}

function BoosterTable({ boosters }: { boosters: readonly BoosterPartsFragment[] }) {
  const remove = useChange(deleteBoosterMutation, () => announce('The booster is being deleted'));
  const columns: readonly TableColumn<BoosterPartsFragment>[] = [
    {
      header: 'Dimensions',
      cell: ({ dimensions }) => (
        <span className="mono">{dimensions.map(({ columnName }) => columnName).join(', ') || 'none'}</span>
      ),
    },
    {
      header: 'Status',
      cell: ({ id, status, progress, error }) => (
        <>
          <StatusBadge status={status} />
          {status === 'OPTIMIZING' && <progress aria-label={`Progress of ${id}`} max={1} value={progress} />}
          {status === 'FAILED' && error && <div className="problem-text">{error.message}</div>}
        </>
      ),
    },
    { header: 'Rows', cell: ({ recordCount }) => formatNumber(recordCount), numeric: true },
    { header: 'Size', cell: ({ diskSizeInBytes }) => formatBytes(diskSizeInBytes), numeric: true },
    {
      header: 'Delete',
      cell: ({ id, status }) =>
        status !== 'DELETING' && (
          <button type="button" className="small-button" onClick={() => remove.mutate({ id })}>
            Delete booster
          </button>
        ),
    },
  ];
  return (
    <>
      {remove.isError && <Failure error={remove.error} />}
      <Table label="Boosters" columns={columns} rows={boosters} rowKey={({ id }) => id} />
    </>
  );
}

function NewBooster({ metric }: { metric: ShownMetric }) {
  const [chosen, setChosen] = useState<readonly string[]>(
    metric.dimensions.map(({ columnName }) => columnName),
  );
  const pool = useOperation(dataPoolQuery, { id: metric.dataPool.id });
  const create = useChange(createBoosterMutation, () => announce('The booster is being built'));
  const submit = () => {
    create.mutate({
      input: { metric: metric.id, dimensions: chosen.map((columnName) => ({ columnName })) },
    });
  };
  return (
    <Form className="stack" error={create.error} onSubmit={submit}>
      <ChoiceField
        legend="Columns that queries filter and group by"
        options={columnsOf(pool.data?.dataPool ?? undefined).map(({ columnName }) => ({
          value: columnName,
          label: columnName,
        }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <FormEnd submit="Create booster" disabled={create.isPending} />
    </Form>
  );
}

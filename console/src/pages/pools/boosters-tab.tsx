import { createBoosterMutation, type SuggestedBoostersQuery, suggestedBoostersQuery } from '@weir/client';
import { useChange, useOperation } from '../../api/use-operation.js';
import type { ShownPool } from '../../api/use-pools.js';
import { formatNumber } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { Answered, Empty, Failure } from '../../ui/states.js';
import { Table, type TableColumn } from '../../ui/table.js';

type Suggestion = NonNullable<SuggestedBoostersQuery['dataPool']>['suggestedBoosters'][number];

const columnsText = ({ dimensions }: Suggestion) =>
  dimensions.map(({ columnName }) => columnName).join(', ') || 'none';

/** The boosters that the query history suggests. */
export function BoostersTab({ pool }: { pool: ShownPool }) {
  const answer = useOperation(suggestedBoostersQuery, { dataPool: pool.id }, { alwaysFresh: true });
  return (
    <section className="panel stack">
      <h2>Suggested boosters</h2>
      <Answered answer={answer} what="suggestions">
        {({ dataPool }) =>
          !dataPool || dataPool.suggestedBoosters.length === 0 ? (
            <Empty title="Nothing to suggest: no query of a Metric has read records without a booster" />
          ) : (
            <Suggestions suggestions={dataPool.suggestedBoosters} />
          )
        }
      </Answered>
    </section>
  );
}

function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const create = useChange(createBoosterMutation, ({ createBooster }) => {
    announce('The booster is being built');
    const metric = createBooster?.booster.metric?.id;
    if (metric) navigate(href('/metrics/$id', { id: metric }));
  });
  const columns: readonly TableColumn<Suggestion>[] = [
    {
      header: 'Metric',
      cell: ({ metric }) => <a href={href('/metrics/$id', { id: metric.id })}>{metric.uniqueName}</a>,
    },
    { header: 'Dimensions', cell: (suggestion) => <span className="mono">{columnsText(suggestion)}</span> },
    { header: 'Queries', cell: ({ queries }) => formatNumber(queries), numeric: true },
    { header: 'Records they read', cell: ({ savedRecords }) => formatNumber(savedRecords), numeric: true },
    {
      header: 'Create',
      cell: ({ metric, dimensions }) => (
        <button
          type="button"
          className="small-button"
          disabled={create.isPending}
          onClick={() =>
            create.mutate({
              input: { metric: metric.id, dimensions: dimensions.map(({ columnName }) => ({ columnName })) },
            })
          }
        >
          Create booster
        </button>
      ),
    },
  ];
  return (
    <>
      {create.isError && <Failure error={create.error} />}
      <Table
        label="Suggested boosters"
        columns={columns}
        rows={suggestions}
        rowKey={(suggestion) => `${suggestion.metric.id} ${columnsText(suggestion)}`}
      />
    </>
  );
}

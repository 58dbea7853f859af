import { createDeletionJobMutation, previewDeletionJobQuery } from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import type { ShownPool } from '../../api/use-pools.js';
import { countText, formatNumber } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { Answered, Failure } from '../../ui/states.js';
import { CheckedField, filterAsExpression } from '../metrics/expression-check.js';

export function DeletionForm({ pool }: { pool: ShownPool }) {
  const [filterSql, setFilterSql] = useState('');
  const [previewed, setPreviewed] = useState<string>();
  const create = useChange(createDeletionJobMutation, () => {
    announce('Deletion started');
    setPreviewed(undefined);
  });
  const input = { dataPool: pool.id, filterSql: previewed ?? '' };
  const preview = useOperation(previewDeletionJobQuery, { input }, { enabled: previewed !== undefined });
  return (
    <div className="form">
      <CheckedField
        label="Delete records where"
        dataPool={pool.id}
        value={filterSql}
        onChange={(text) => {
          setFilterSql(text);
          setPreviewed(undefined);
        }}
        placeholder="price < 0"
        expressionOf={filterAsExpression}
      />
      {previewed !== undefined && (
        <Answered answer={preview} what="the preview">
          {({ previewDeletionJob }) => (
            <p role="status">
              {formatNumber(previewDeletionJob?.affectedRecords)} of{' '}
              {countText(previewDeletionJob?.totalRecords, 'record')} would be deleted permanently.
            </p>
          )}
        </Answered>
      )}
      {create.isError && <Failure error={create.error} />}
      <div className="row">
        <button type="button" disabled={filterSql.trim() === ''} onClick={() => setPreviewed(filterSql)}>
          Preview
        </button>
        <button
          type="button"
          className="danger"
          disabled={!preview.isSuccess || previewed === undefined || create.isPending}
          onClick={() => create.mutate({ input })}
        >
          Delete these records
        </button>
      </div>
    </div>
  );
}

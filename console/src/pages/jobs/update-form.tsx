import { createUpdateDataPoolRecordsJobMutation, previewUpdateDataPoolRecordsJobQuery } from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { columnsOf, type ShownPool } from '../../api/use-pools.js';
import { isReservedName, typeText } from '../../format/column-rules.js';
import { countText, formatNumber } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { TextField } from '../../ui/field.js';
import { Picker } from '../../ui/picker.js';
import { Answered, Failure } from '../../ui/states.js';
import { CheckedField, filterAsExpression } from '../metrics/expression-check.js';

export function UpdateForm({ pool }: { pool: ShownPool }) {
  const columns = columnsOf(pool).filter(({ columnName }) => !isReservedName(columnName));
  const [column, setColumn] = useState('');
  const [expression, setExpression] = useState('');
  const [filterSql, setFilterSql] = useState('');
  const input = { dataPool: pool.id, filterSql, set: [{ column, expression }] };
  const [previewed, setPreviewed] = useState<typeof input>();
  const asked = JSON.stringify(previewed) === JSON.stringify(input);
  const preview = useOperation(
    previewUpdateDataPoolRecordsJobQuery,
    { input: previewed ?? input },
    { enabled: asked },
  );
  const create = useChange(createUpdateDataPoolRecordsJobMutation, () => {
    announce('Update started');
    setPreviewed(undefined);
  });
  const complete = column !== '' && expression.trim() !== '' && filterSql.trim() !== '';
  return (
    <div className="form">
      <Picker
        label="Set column"
        value={column}
        onChange={setColumn}
        options={columns.map(({ columnName, ...declared }) => ({
          value: columnName,
          label: `${columnName} (${typeText(declared)})`,
        }))}
      />
      <TextField
        label="To the value of this expression"
        value={expression}
        onChange={setExpression}
        placeholder="price * 2"
        mono
      />
      <CheckedField
        label="In records where"
        dataPool={pool.id}
        value={filterSql}
        onChange={setFilterSql}
        placeholder="user_country = 'CH'"
        expressionOf={filterAsExpression}
      />
      {asked && (
        <Answered answer={preview} what="the preview">
          {({ previewUpdateDataPoolRecordsJob: found }) => (
            <p role="status">
              {formatNumber(found?.affectedRecords)} of {countText(found?.totalRecords, 'record')} would
              change.
            </p>
          )}
        </Answered>
      )}
      {create.isError && <Failure error={create.error} />}
      <div className="row">
        <button type="button" disabled={!complete} onClick={() => setPreviewed(input)}>
          Preview
        </button>
        <button
          type="button"
          className="primary"
          disabled={!asked || !preview.isSuccess || create.isPending}
          onClick={() => create.mutate({ input })}
        >
          Update these records
        </button>
      </div>
    </div>
  );
}

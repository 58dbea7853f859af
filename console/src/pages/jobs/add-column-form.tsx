import {
  type ColumnType,
  columnRules,
  createAddColumnToDataPoolJobMutation,
  type PreviewGroupPartsFragment,
  previewAddColumnToDataPoolJobQuery,
} from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { columnNameProblem, isHeaderPath, type TypeFields, typeInput } from '../../format/column-rules.js';
import { countText, formatNumber } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Answered, Failure } from '../../ui/states.js';
import { DecimalSizeInputs } from '../sources/decimal-size-inputs.js';

export function AddColumnForm({ pool }: { pool: WholePool }) {
  const [columnName, setColumnName] = useState('');
  const [jsonProperty, setJsonProperty] = useState('');
  const [declared, setDeclared] = useState<TypeFields>({ type: 'STRING' });
  const { type: columnType, ...size } = typeInput(declared);
  const input = {
    dataPool: pool.id,
    columnName,
    columnType,
    ...size,
    ...(jsonProperty !== '' && { jsonProperty }),
  };
  const problem = columnNameProblem(columnName);
  const [previewed, setPreviewed] = useState<typeof input>();
  const asked = JSON.stringify(previewed) === JSON.stringify(input);
  const preview = useOperation(
    previewAddColumnToDataPoolJobQuery,
    { input: previewed ?? input },
    { enabled: asked },
  );
  const create = useChange(createAddColumnToDataPoolJobMutation, () => {
    announce('The column is being added');
    setPreviewed(undefined);
    setColumnName('');
    setJsonProperty('');
  });
  return (
    <div className="stack">
      <p className="note">
        New events fill the column immediately.{' '}
        {isHeaderPath(jsonProperty)
          ? 'Existing records stay null, because headers are not stored with the events.'
          : 'Existing records are backfilled from their stored events.'}
      </p>
      <div className="row-fields">
        <TextField label="Column" value={columnName} onChange={setColumnName} problem={problem} mono />
        <TextField
          label="Path in the event"
          value={jsonProperty}
          onChange={setJsonProperty}
          placeholder="same as the column name"
          mono
        />
        <SelectField
          label="Type"
          value={columnType}
          onChange={(type) => setDeclared({ ...declared, type: type as ColumnType })}
          options={columnRules.eventTypes.map((value) => ({ value, label: value }))}
        />
        <DecimalSizeInputs
          of="the column"
          declared={declared}
          onChange={(changes) => setDeclared({ ...declared, ...changes })}
        />
      </div>
      {asked && (
        <Answered answer={preview} what="the preview">
          {({ previewAddColumnToDataPoolJob: found }) =>
            found && (
              <dl className="facts">
                {found.examinedRecords !== found.totalRecords && (
                  <>
                    <dt>Examined</dt>
                    <dd>
                      {formatNumber(found.examinedRecords)} of {countText(found.totalRecords, 'record')}; the
                      preview ran out of time
                    </dd>
                  </>
                )}
                <Group title="Fit" group={found.fitting} />
                <Group title="No value at this path" group={found.empty} />
                <Group title="Type mismatch" group={found.misfitting} />
              </dl>
            )
          }
        </Answered>
      )}
      {create.isError && <Failure error={create.error} />}
      <div className="row">
        <button
          type="button"
          disabled={columnName === '' || problem !== undefined}
          onClick={() => setPreviewed(input)}
        >
          Preview
        </button>
        <button
          type="button"
          className="primary"
          disabled={!asked || !preview.isSuccess || create.isPending}
          onClick={() => create.mutate({ input })}
        >
          Add the column
        </button>
      </div>
    </div>
  );
}

function Group({ title, group }: { title: string; group: PreviewGroupPartsFragment }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {countText(group.records, 'record')}
        {group.samples.length > 0 && (
          <ul className="plain note">
            {group.samples.map(({ source, value, reason }) => (
              <li key={source}>
                <code>{source ?? 'nothing'}</code>
                {value !== null && value !== source && (
                  <>
                    {' becomes '}
                    <code>{value}</code>
                  </>
                )}
                {reason && ` becomes null: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </>
  );
}

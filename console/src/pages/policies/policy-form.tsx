import { useState } from 'react';
import { columnsOf, usePools } from '../../api/use-pools.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { CheckField, Field, namedOptions } from '../../ui/field.js';
import { Form, FormFailure } from '../../ui/form.js';
import { ListEnd } from '../../ui/list-end.js';
import { NameFields } from '../../ui/name-fields.js';
import { Picker } from '../../ui/picker.js';
import { Answered } from '../../ui/states.js';
import { AccessPreview } from './access-preview.js';

export interface PolicyDraft {
  readonly dataPool: string;
  readonly uniqueName: string;
  readonly description: string;
  readonly columns: readonly string[];
  readonly filterSql: string;
  /** Only for a new policy of a Data Pool without access control. */
  readonly accessControlEnabled?: boolean;
}

export const emptyPolicy: PolicyDraft = {
  dataPool: '',
  uniqueName: '',
  description: '',
  columns: ['*'],
  filterSql: '',
  accessControlEnabled: true,
};

interface PolicyFormProps {
  readonly initial: PolicyDraft;
  /** The Data Pool of an existing policy cannot change. */
  readonly fixedPool?: boolean;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onSubmit: (draft: PolicyDraft) => void;
  readonly onCancel?: () => void;
}

export function PolicyForm({
  initial,
  fixedPool = false,
  error,
  pending,
  onSubmit,
  onCancel,
}: PolicyFormProps) {
  const [draft, setDraft] = useState(initial);
  const set = (changes: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = () => {
    onSubmit(draft);
  };
  return (
    <Form className="stack" error={error} onSubmit={submit}>
      <NameFields named={draft} onChange={set} />
      <PoolAndColumns draft={draft} set={set} fixedPool={fixedPool} />
      <Field
        label="Rows where"
        name="filterSql"
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder's own syntax
        hint={'Leave blank for all rows. Use a value from the token like this: country = ${{ country }}'}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.filterSql}
            spellCheck={false}
            onChange={(event) => set({ filterSql: event.target.value })}
          />
        )}
      </Field>
      <FormFailure />
      <div className="row">
        <button type="submit" className="primary" disabled={pending || draft.columns.length === 0}>
          Save access policy
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </Form>
  );
}

interface PoolAndColumnsProps {
  readonly draft: PolicyDraft;
  readonly set: (changes: Partial<PolicyDraft>) => void;
  readonly fixedPool: boolean;
}

function PoolAndColumns({ draft, set, fixedPool }: PoolAndColumnsProps) {
  const answer = usePools();
  const all = draft.columns.includes('*');
  return (
    <Answered answer={answer} what="Data Pools">
      {({ dataPools }) => {
        const pools = dataPools?.nodes ?? [];
        const pool = pools.find(({ id }) => id === draft.dataPool);
        const columns = columnsOf(pool);
        return (
          <>
            {!fixedPool && <ListEnd list={dataPools} what="Data Pools" />}
            {!fixedPool && (
              <Picker
                label="Data Pool"
                value={draft.dataPool}
                onChange={(dataPool) => set({ dataPool, columns: ['*'] })}
                options={namedOptions(pools)}
                required
                wide
              />
            )}
            {!fixedPool && pool?.accessControlEnabled === false && (
              <TurnsOn
                dataPool={pool.id}
                isOn={draft.accessControlEnabled ?? true}
                onChange={(accessControlEnabled) => set({ accessControlEnabled })}
              />
            )}
            <CheckField
              label="All columns, including columns added later"
              checked={all}
              onChange={(on) => set({ columns: on ? ['*'] : columns.map(({ columnName }) => columnName) })}
            />
            {!all && (
              <ChoiceField
                legend="Columns"
                options={columns.map(({ columnName }) => ({ value: columnName, label: columnName }))}
                chosen={draft.columns}
                onChange={(chosen) => set({ columns: chosen })}
              />
            )}
          </>
        );
      }}
    </Answered>
  );
}

interface TurnsOnProps {
  readonly dataPool: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A policy protects only if the Data Pool has access control. */
function TurnsOn({ dataPool, isOn, onChange }: TurnsOnProps) {
  return (
    <div className="stack">
      <CheckField
        label="Turn on the access control of this Data Pool, so that the policy is in force"
        checked={isOn}
        onChange={onChange}
      />
      {isOn ? (
        <AccessPreview input={{ dataPool, accessControlEnabled: true }} />
      ) : (
        <p className="note">Not in force: every Application with a query scope reads all of it.</p>
      )}
    </div>
  );
}
